import type { Notification } from '@campus/contract/notifications'
import {
  IconAward,
  IconCake,
  IconCertificate,
  IconChecklist,
  IconGift,
  IconLifebuoy,
  IconPlayerPlay,
  IconReceipt,
  IconSchool,
  IconSpeakerphone,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Avatar } from '../../ui/avatar'
import { IconTile } from '../../ui/icon-tile'

type Look = ComponentProps<typeof IconTile>

const BY_TYPE: Record<Notification['tipo'], Look> = {
  Cumpleaños: { icon: IconCake, tone: 'accent' },
  Certificación: { icon: IconCertificate, tone: 'good' },
  Bienvenida: { icon: IconSchool, tone: 'brand' },
  Otro: { icon: IconSpeakerphone, tone: 'plain' },
}

/** By the beginning of the own place, for those of no particular type. */
const BY_PLACE: readonly [RegExp, Look][] = [
  [/^\/examen\//, { icon: IconChecklist, tone: 'brand' }],
  [/\/leccion\//, { icon: IconPlayerPlay, tone: 'brand' }],
  [/^\/(pago|gestion\/(ordenes|devoluciones))\b/, { icon: IconReceipt, tone: 'plain' }],
  [/^\/premios/, { icon: IconAward, tone: 'accent' }],
  [/^\/referidos/, { icon: IconGift, tone: 'accent' }],
  [/^\/soporte/, { icon: IconLifebuoy, tone: 'plain' }],
]

const lookOf = ({ tipo, ruta }: Notification): Look =>
  (tipo === 'Otro' && BY_PLACE.find(([start]) => start.test(ruta ?? ''))?.[1]) || BY_TYPE[tipo]

/** Who it comes from, otherwise what it is about. */
export function NoticeIcon({ notice }: { notice: Notification }) {
  const [author] = notice.autores
  if (!author) return <IconTile {...lookOf(notice)} />
  return <Avatar nombres={author.nombres} apellidos={author.apellidos} imagen={author.foto_perfil} />
}
