import type { Notification } from '@campus/contract/notifications'
import { IconCake, IconCertificate, type IconProps, IconSchool, IconSpeakerphone } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { IconTile, type TileTone } from '../../ui/icon-tile'

type Drawing = Parameters<typeof IconTile>[0]['icon']

const LOOKS: Record<Notification['tipo'], [icon: Drawing & ComponentType<IconProps>, tone: TileTone]> = {
  Cumpleaños: [IconCake, 'accent'],
  Certificación: [IconCertificate, 'good'],
  Bienvenida: [IconSchool, 'brand'],
  Otro: [IconSpeakerphone, 'plain'],
}

/** The drawing of a notification's type. */
export function TypeIcon({ tipo }: Pick<Notification, 'tipo'>) {
  const [icon, tone] = LOOKS[tipo]
  return <IconTile icon={icon} tone={tone} />
}
