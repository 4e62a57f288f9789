import type { ComponentProps } from 'react'
import classes from './title.module.css'

/** A heading in the size of its rank. */
export function Title({ order, className, ...props }: ComponentProps<'h1'> & { order: 1 | 2 | 3 }) {
  const Heading = `h${order}` as const
  return (
    <Heading {...props} className={className ? `${classes.title} ${className}` : classes.title} data-order={order} />
  )
}
