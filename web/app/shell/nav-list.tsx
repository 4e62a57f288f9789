import {
  IconAward,
  IconBell,
  IconBooks,
  IconCalendarEvent,
  IconCertificate,
  IconGift,
  IconHome,
  IconLifebuoy,
  IconSchool,
} from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { Guest, SignedIn } from '../ui/signed-in'
import classes from './nav.module.css'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

/** `who` when not everyone sees it; `also` starts other addresses of its section. */
export type Entry = { label: string; to: string; icon: Icon; who?: 'signed' | 'guest'; also?: string }

/** Above *Cursos*. */
export const HOME: Entry[] = [
  { label: 'Inicio', to: '/inicio', icon: IconHome, who: 'signed' },
  { label: 'Inicio', to: '/', icon: IconHome, who: 'guest' },
]

/** Below *Cursos*. */
export const OTHERS: Entry[] = [
  { label: 'Ranking', to: '/premios', icon: IconAward },
  { label: 'Mis Cursos', to: '/miscursos', icon: IconSchool, who: 'signed', also: '/examen/' },
  { label: 'Calendario', to: '/calendario', icon: IconCalendarEvent, who: 'signed' },
  // A guest has no certificates, but can verify one.
  { label: 'Certificados', to: '/miscertificados', icon: IconCertificate, who: 'signed' },
  { label: 'Certificados', to: '/certificado', icon: IconCertificate, who: 'guest' },
  { label: 'Notificaciones', to: '/notificaciones', icon: IconBell },
  { label: 'Referidos', to: '/referidos', icon: IconGift },
  { label: 'Soporte', to: '/soporte', icon: IconLifebuoy, who: 'signed' },
]

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
