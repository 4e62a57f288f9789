import type { ComponentProps, ReactNode } from 'react'
import classes from './alert.module.css'

type AlertProps = Omit<ComponentProps<'div'>, 'color' | 'title'> & {
  color?: 'red' | 'gray' | 'yellow' | 'teal' | 'brand'
  icon?: ReactNode
  title?: ReactNode
}

/** Its role tells screen readers: `alert` interrupts them, `status` waits. */
export function Alert({ color = 'brand', icon, title, className, children, ...rest }: AlertProps) {
  return (
    <div {...rest} className={className ? `${classes.alert} ${className}` : classes.alert} data-color={color}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div className={classes.message}>{children}</div>}
      </div>
    </div>
  )
}
