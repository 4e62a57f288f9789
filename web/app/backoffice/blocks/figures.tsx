import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './figures.module.css'

type FigureProps = {
  label: string
  value: string
  /** What the figure counts, in few words. */
  text: string
  /** The list of all that it counts, and nothing else. */
  to?: string
}

export function Figure({ label, value, text, to }: FigureProps) {
  return (
    <div className={classes.figure}>
      <dt>{to ? <Link to={to}>{label}</Link> : label}</dt>
      <dd className={classes.value}>{value}</dd>
      <dd className={classes.text}>{text}</dd>
    </div>
  )
}

export const Figures = ({ children }: { children: ReactNode }) => <dl className={classes.figures}>{children}</dl>
