import { IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useScreenPath } from '../shell/staff'
import classes from './inbox.module.css'

export function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{title}</h2>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {children}
    </section>
  )
}

const hashOf = (path: string): string => /#.*/.exec(path)?.[0] ?? ''

/** Leads to its screen where there is one, or to a whole address. */
export function Row({ path, children }: { path: string; children: ReactNode }) {
  const screen = useScreenPath(path)
  const to = path.startsWith('/') ? path : screen && `${screen}${hashOf(path)}`
  if (!to) return <div className={classes.row}>{children}</div>
  return (
    <Link to={to} className={classes.row}>
      {children}
      <IconChevronRight size={18} aria-hidden className={classes.chevron} />
    </Link>
  )
}
