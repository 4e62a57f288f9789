import { IconCalendarEvent, IconCertificate, IconHome, IconSchool, IconUserCircle } from '@tabler/icons-react'
import { NavLink } from 'react-router'
import { useSession } from '../lib/session'

const PLACES = [
  { label: 'Inicio', to: '/inicio', icon: IconHome },
  { label: 'Cursos', to: '/miscursos', icon: IconSchool },
  { label: 'Calendario', to: '/calendario', icon: IconCalendarEvent },
  { label: 'Certificados', to: '/miscertificados', icon: IconCertificate },
  { label: 'Yo', to: '/perfil', icon: IconUserCircle },
] as const

/** Phones only; its height is `--bottom-bar-height` (lib/base.css). */
export default function BottomBar({ classes }: { classes: CSSModuleClasses }) {
  const session = useSession()
  if (session === null) return null
  return (
    <nav
      aria-label="Accesos del campus"
      className={classes.bar}
      data-bottom-bar
      data-shell
      data-only={session ? undefined : 'signed'}
    >
      {PLACES.map(({ label, to, icon: Drawing }) => (
        <NavLink key={to} to={to} prefetch="intent" className={classes.place}>
          <span className={classes.icon}>
            <Drawing size={24} stroke={1.7} aria-hidden />
          </span>
          <span className={classes.label}>{label}</span>
        </NavLink>
      ))}
    </nav>
  )
}
