import type { ComponentProps } from 'react'
import { Link, type WayLinkProps } from '../lib/way'
import classes from './icon-button.module.css'

const look = (className?: string) => (className ? `${classes.button} ${className}` : classes.button)

/** A quiet round button of 44 px whose icon is its whole face; it is named by `aria-label`. */
export function IconButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={look(className)} />
}

/** The same, to one of our screens. */
export function IconLink({ className, ...props }: WayLinkProps) {
  return <Link {...props} className={look(className)} />
}
