import type { ComponentProps } from 'react'
import classes from './icon-button.module.css'

/** A quiet round button of 44 px whose icon is its whole face; it is named by `aria-label`. */
export function IconButton({ className, ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={className ? `${classes.button} ${className}` : classes.button} />
}
