import type { TeamMember } from '@campus/contract/team'
import { IconCircleCheck, IconMail, IconUserOff } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'

type State = TeamMember['estado']

export const STATE_NAMES: Record<State, string> = {
  activo: 'Con acceso',
  invitado: 'Invitación pendiente',
  inactivo: 'Sin acceso',
}

const LOOKS = {
  activo: { icon: IconCircleCheck, tone: 'good' },
  invitado: { icon: IconMail, tone: 'wait' },
  inactivo: { icon: IconUserOff, tone: 'plain' },
} as const

export function MemberState({ state }: { state: State }) {
  return <Tag {...LOOKS[state]}>{STATE_NAMES[state]}</Tag>
}
