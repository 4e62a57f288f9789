import {
  IconAward,
  IconBell,
  IconCalendarEvent,
  IconCertificate,
  IconGift,
  IconHome,
  IconLifebuoy,
  IconSchool,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'

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
