import { Link } from 'react-router'
import classes from './count-link.module.css'

type CountLinkProps = {
  /** Of the list that is counted; null without one. */
  to: string | null
  text: string
  /** The rest of its name: *cursos vigentes de Ana*. */
  of: string
}

/** A figure that leads to what it counts. */
export function CountLink({ to, text, of }: CountLinkProps) {
  if (!to) return text
  return (
    <Link to={to} className={classes.count}>
      <span>{text}</span>
      <span className="visually-hidden">{` ${of}`}</span>
    </Link>
  )
}
