import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from 'react-router'
import classes from './way-back.module.css'

/** To the screen that this one is a part of, which the browser's Back may not reach. */
export const WayBack = ({ text, to }: { text: string; to: string }) => (
  <Link to={to} className={classes.back}>
    <IconArrowLeft size={18} aria-hidden />
    <span>{text}</span>
  </Link>
)
