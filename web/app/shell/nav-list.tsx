import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Guest, SignedIn } from '../ui/signed-in'
import { type Entry, HOME, OTHERS } from './entries'
import classes from './nav.module.css'

type NavListProps = {
  /** Replaces the plain link of phones. */
  courses?: ReactNode
  onNavigate?: () => void
}

function Row({ entry, onNavigate }: { entry: Entry } & NavListProps) {
  const { icon: Drawing, label, to, also } = entry
  const { pathname } = useLocation()
  const link = {
    ...{ to, className: classes.link, 'aria-label': label, onClick: onNavigate },
    children: (
      <>
        <Drawing size={22} stroke={1.7} />
        <span className={classes.words}>{label}</span>
      </>
    ),
  }
  if (also && pathname.startsWith(also)) return <Link {...link} aria-current="true" />
  return <NavLink {...link} end={to === '/'} />
}

const WRAPPERS = { signed: SignedIn, guest: Guest }

function Rows({ entries, ...rest }: { entries: Entry[] } & NavListProps) {
  return entries.map((entry) => {
    const Wrapper = entry.who ? WRAPPERS[entry.who] : 'li'
    return (
      <Wrapper key={entry.to} {...(entry.who && { as: 'li' })}>
        <Row entry={entry} {...rest} />
      </Wrapper>
    )
  })
}

export function NavList({ courses, ...rest }: NavListProps) {
  return (
    <ul className={classes.list}>
      <Rows entries={HOME} {...rest} />
      <li>{courses ?? <Row entry={{ label: 'Cursos', to: '/cursos', icon: IconBooks }} {...rest} />}</li>
      <Rows entries={OTHERS} {...rest} />
    </ul>
  )
}
