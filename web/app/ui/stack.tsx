import type { ComponentProps } from 'react'
import classes from './stack.module.css'

type Space = 'xs' | 'sm' | 'md' | 'lg' | 'xl'

const named = (own: string | undefined, className?: string) => (className ? `${own} ${className}` : own)

/** Parts below each other. */
export function Stack({ gap = 'md', className, ...props }: ComponentProps<'div'> & { gap?: Space }) {
  return <div {...props} className={named(classes.stack, className)} data-gap={gap} />
}

type GroupProps = ComponentProps<'div'> & { gap?: Space; justify?: 'between' | 'center' | 'end' }

/** Parts beside each other, as many as fit in a row. */
export function Group({ gap = 'md', justify, className, ...props }: GroupProps) {
  return <div {...props} className={named(classes.group, className)} data-gap={gap} data-justify={justify} />
}
