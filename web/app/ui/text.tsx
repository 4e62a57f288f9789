import type { ComponentProps } from 'react'
import classes from './text.module.css'

/** A paragraph: `small` for what stands beside, `dimmed` for what may be skipped. */
export function Text({
  small,
  dimmed,
  className,
  ...props
}: ComponentProps<'p'> & { small?: boolean; dimmed?: boolean }) {
  return (
    <p
      {...props}
      className={className ? `${classes.text} ${className}` : classes.text}
      data-small={small || undefined}
      data-dimmed={dimmed || undefined}
    />
  )
}
