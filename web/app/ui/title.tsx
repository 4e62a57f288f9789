import type { ComponentProps } from 'react'
import classes from './title.module.css'

type TitleProps = ComponentProps<'h1'> & {
  order: 1 | 2 | 3
  /** Of another rank's size. */
  look?: 3
}

/** A heading in the size of its rank. */
export function Title({ order, look, className, ...props }: TitleProps) {
  const Heading = `h${order}` as const
  return (
    <Heading
      {...props}
      className={className ? `${classes.title} ${className}` : classes.title}
      data-order={look ?? order}
    />
  )
}
