import type { ReactNode } from 'react'
import classes from './figures.module.css'

/** `text` says in one sentence what the figure counts. */
export function Figure({ label, value, text }: { label: string; value: string; text: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.text}>{text}</dd>
    </div>
  )
}

export const Figures = ({ children }: { children: ReactNode }) => <dl className={classes.figures}>{children}</dl>
