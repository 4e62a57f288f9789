import type { Attempt } from '@campus/contract/exams'
import { IconCircleCheck, IconClock, IconHourglass, IconX } from '@tabler/icons-react'
import { Tag } from '../../ui/tag'

const LOOKS = {
  abierto: { text: 'Sin enviar', look: { icon: IconClock, tone: 'plain' } },
  pendiente: { text: 'Por calificar', look: { icon: IconHourglass, tone: 'wait' } },
  aprobado: { text: 'Aprobado', look: { icon: IconCircleCheck, tone: 'good' } },
  desaprobado: { text: 'Desaprobado', look: { icon: IconX, tone: 'bad' } },
} as const

export const STATE_OPTIONS = Object.entries(LOOKS).map(([value, { text }]) => ({ value, label: text }))

type AttemptStateProps = { attempt: Pick<Attempt, 'estado' | 'aprobado'> }

export function AttemptState({ attempt: { estado, aprobado } }: AttemptStateProps) {
  const graded = aprobado ? 'aprobado' : 'desaprobado'
  const { text, look } = LOOKS[estado === 'calificado' ? graded : estado]
  return <Tag {...look}>{text}</Tag>
}
