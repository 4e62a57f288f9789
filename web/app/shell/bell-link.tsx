import { IconBell } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './header.module.css'

/** The fallback while the bell loads, or when it cannot. */
export function BellLink() {
  return (
    <Link to="/notificaciones" aria-label="Notificaciones" className={classes.tool}>
      <IconBell size={24} stroke={1.7} />
    </Link>
  )
}
