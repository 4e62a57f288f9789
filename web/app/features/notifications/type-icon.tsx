import type { Notification } from '@campus/contract/notifications'
import { IconCake, IconCertificate, type IconProps, IconSchool, IconSpeakerphone } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { Avatar } from '../../ui/avatar'
import { IconTile, type TileTone } from '../../ui/icon-tile'

type Drawing = Parameters<typeof IconTile>[0]['icon']

const LOOKS: Record<Notification['tipo'], [icon: Drawing & ComponentType<IconProps>, tone: TileTone]> = {
  Cumpleaños: [IconCake, 'accent'],
  Certificación: [IconCertificate, 'good'],
  Bienvenida: [IconSchool, 'brand'],
  Otro: [IconSpeakerphone, 'plain'],
}

/** Who it comes from, otherwise its type. */
export function NoticeIcon({ notice }: { notice: Notification }) {
  const [author] = notice.autores
  if (!author) return <TypeIcon tipo={notice.tipo} />
  return <Avatar nombres={author.nombres} apellidos={author.apellidos} imagen={author.foto_perfil} />
}

function TypeIcon({ tipo }: Pick<Notification, 'tipo'>) {
  const [icon, tone] = LOOKS[tipo]
  return <IconTile icon={icon} tone={tone} />
}
