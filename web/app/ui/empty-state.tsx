import type { ComponentType, ReactNode } from 'react'
import classes from './empty-state.module.css'
import { Title } from './title'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

type Color = 'brand' | 'gray' | 'red' | 'teal'

type EmptyStateProps = { icon: Icon; title: string; text?: ReactNode; action?: ReactNode; role?: string; color?: Color }

export function EmptyState({ icon: Drawing, title, text, action, role, color = 'brand' }: EmptyStateProps) {
  return (
    <div className={classes.state} role={role}>
      <span className={classes.icon} data-color={color} aria-hidden>
        <Drawing size={44} stroke={1.5} />
      </span>
      <Title order={2}>{title}</Title>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}
