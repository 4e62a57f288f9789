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

/** A line of the side menu; `who` when not everyone has it. */
export type Entry = { label: string; to: string; icon: Icon; who?: 'signed' | 'visitor' }

/** Above the courses' dropdown. */
export const HOME: Entry[] = [
  { label: 'Inicio', to: '/inicio', icon: IconHome, who: 'signed' },
  { label: 'Inicio', to: '/', icon: IconHome, who: 'visitor' },
]

/** Below it, in the specification's order (campus.md section 2). */
export const REST: Entry[] = [
  { label: 'Ranking', to: '/premios', icon: IconAward },
  { label: 'Mis Cursos', to: '/miscursos', icon: IconSchool, who: 'signed' },
  { label: 'Calendario', to: '/calendario', icon: IconCalendarEvent, who: 'signed' },
  // Who is not logged in has none of their own, but can check anybody's.
  { label: 'Certificados', to: '/miscertificados', icon: IconCertificate, who: 'signed' },
  { label: 'Certificados', to: '/certificado', icon: IconCertificate, who: 'visitor' },
  { label: 'Notificaciones', to: '/notificaciones', icon: IconBell },
  { label: 'Referidos', to: '/referidos', icon: IconGift },
  { label: 'Soporte', to: '/soporte', icon: IconLifebuoy, who: 'signed' },
]
