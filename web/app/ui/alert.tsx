import type { CSSProperties, ReactNode } from 'react'
import classes from './alert.module.css'

type AlertProps = {
  color?: 'red' | 'gray' | 'yellow' | 'teal' | 'brand'
  icon?: ReactNode
  title?: ReactNode
  /** `alert` interrupts a screen reader, `status` waits. */
  role?: 'alert' | 'status'
  className?: string
  style?: CSSProperties
  children?: ReactNode
}

export function Alert({ color = 'brand', icon, title, role, className, style, children }: AlertProps) {
  return (
    <div
      className={className ? `${classes.alert} ${className}` : classes.alert}
      data-color={color}
      role={role}
      style={style}
    >
      {icon && <span className={classes.icon}>{icon}</span>}
      <div className={classes.body}>
        {title && <p className={classes.title}>{title}</p>}
        {children && <div className={classes.message}>{children}</div>}
      </div>
    </div>
  )
}
