import { IconCalendarEvent, IconCertificate, IconHome, IconSchool, IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from 'react-router'
import { useSession } from '../lib/session'
import classes from './bottom-bar.module.css'

/** `at` starts the addresses of each one's screens. */
const PLACES = [
  { label: 'Inicio', to: '/inicio', icon: IconHome, at: /^\/inicio/ },
  { label: 'Cursos', to: '/miscursos', icon: IconSchool, at: /^\/(miscursos|examen|foros?)\b/ },
  { label: 'Calendario', to: '/calendario', icon: IconCalendarEvent, at: /^\/calendario/ },
  { label: 'Certificados', to: '/miscertificados', icon: IconCertificate, at: /^\/(mis)?certificado/ },
  {
    label: 'Yo',
    to: '/perfil',
    icon: IconUserCircle,
    at: /^\/(perfil|compras|pago|notificaciones|premios|referidos|soporte)\b/,
  },
]

function currentOf(pathname: string, to: string, at: RegExp): 'page' | 'true' | undefined {
  if (pathname === to) return 'page'
  return at.test(pathname) ? 'true' : undefined
}

/** Phones only; its height is `--bottom-bar-height` (frame.css). */
export function BottomBar() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session === null) return null
  return (
    <nav
      aria-label="Accesos del campus"
      className={classes.bar}
      data-bottom-bar
      data-shell
      data-only={session ? undefined : 'signed'}
    >
      {PLACES.map(({ label, to, icon: Drawing, at }) => (
        <Link key={to} to={to} prefetch="intent" className={classes.place} aria-current={currentOf(pathname, to, at)}>
          <span className={classes.icon}>
            <Drawing size={24} stroke={1.7} aria-hidden />
          </span>
          <span className={classes.label}>{label}</span>
        </Link>
      ))}
    </nav>
  )
}
