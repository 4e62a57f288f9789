import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './way-back.module.css'

/** Above the title of a page that hangs below another: leads there, also for who came another way. */
export const WayBack = ({ to, text }: { to: string; text: string }) => (
  <Link to={to} className={classes.back}>
    <IconArrowLeft size={18} aria-hidden />
    <span>{text}</span>
  </Link>
)
