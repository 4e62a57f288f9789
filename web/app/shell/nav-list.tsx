import { IconBooks } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Guest, SignedIn } from '../ui/signed-in'
import { type Entry, HOME, OTHERS } from './entries'
import classes from './nav.module.css'

function Row({ entry }: { entry: Entry }) {
  const { icon: Drawing, label, to, also } = entry
  const { pathname } = useLocation()
  const link = {
    ...{ to, className: classes.link, 'aria-label': label },
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

function Rows({ entries }: { entries: Entry[] }) {
  return entries.map((entry) => {
    const Wrapper = entry.who ? WRAPPERS[entry.who] : 'li'
    return (
      <Wrapper key={entry.to} {...(entry.who && { as: 'li' })}>
        <Row entry={entry} />
      </Wrapper>
    )
  })
}

/** `courses` replaces the plain link of phones. */
export function NavList({ courses }: { courses?: ReactNode }) {
  return (
    <ul className={classes.list}>
      <Rows entries={HOME} />
      <li>{courses ?? <Row entry={{ label: 'Cursos', to: '/cursos', icon: IconBooks }} />}</li>
      <Rows entries={OTHERS} />
    </ul>
  )
}
