import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { Only } from '../ui/only'
import { type Entry, HOME, REST } from './entries'
import classes from './nav.module.css'

type NavListProps = {
  /** What stands for *Cursos*; the plain link when absent (campus.md section 2: the dropdown is for desktops). */
  courses?: ReactNode
  onNavigate?: () => void
}

function Row({ entry, onNavigate }: { entry: Entry } & NavListProps) {
  const { icon: Drawing, label, to } = entry
  return (
    <NavLink to={to} end={to === '/'} className={classes.link} aria-label={label} data-tip={label} onClick={onNavigate}>
      <Drawing size={22} stroke={1.7} />
      <span className={classes.words}>{label}</span>
    </NavLink>
  )
}

function Rows({ entries, ...rest }: { entries: Entry[] } & NavListProps) {
  return entries.map((entry) =>
    entry.who ? (
      <Only key={entry.to} who={entry.who} as="li">
        <Row entry={entry} {...rest} />
      </Only>
    ) : (
      <li key={entry.to}>
        <Row entry={entry} {...rest} />
      </li>
    ),
  )
}

/** The side menu's entries, in the sidebar and in the drawer of phones. */
export function NavList({ courses, ...rest }: NavListProps) {
  return (
    <ul className={classes.list}>
      <Rows entries={HOME} {...rest} />
      <li>{courses ?? <Row entry={{ label: 'Cursos', to: '/cursos', icon: IconBooks }} {...rest} />}</li>
      <Rows entries={REST} {...rest} />
    </ul>
  )
}
