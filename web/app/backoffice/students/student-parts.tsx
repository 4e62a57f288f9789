import { ENROLMENT_NAMES } from '@campus/contract/enrolment-names'
import type { EnrolledCourse, Student, StudentRow } from '@campus/contract/students.staff'
import { Group } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCalendarOff,
  IconCircleCheck,
  IconMail,
  IconPlayerPause,
  IconUserMinus,
  IconUserOff,
} from '@tabler/icons-react'
import { formatAgo } from '../../lib/ago'
import { Avatar } from '../../ui/avatar'
import { Tag } from '../../ui/tag'
import classes from './students.module.css'

const STATES = {
  activa: { text: 'Activa', look: { icon: IconCircleCheck, tone: 'good' } },
  sin_confirmar: { text: 'Correo sin confirmar', look: { icon: IconMail, tone: 'wait' } },
  desactivada: { text: 'Desactivada', look: { icon: IconUserOff, tone: 'plain' } },
  eliminada: { text: 'Cuenta eliminada', look: { icon: IconUserMinus, tone: 'plain' } },
} as const

/** Of the account. */
export function StudentState({ state }: { state: Student['estado'] }) {
  const { text, look } = STATES[state]
  return <Tag {...look}>{text}</Tag>
}

const ENROLMENT_LOOKS = {
  vigente: { icon: IconCircleCheck, tone: 'good' },
  por_vencer: { icon: IconAlertTriangle, tone: 'wait' },
  vencida: { icon: IconCalendarOff, tone: 'plain' },
  suspendida: { icon: IconPlayerPause, tone: 'bad' },
} as const

export function EnrolmentState({ state }: { state: EnrolledCourse['estado'] }) {
  return <Tag {...ENROLMENT_LOOKS[state]}>{ENROLMENT_NAMES[state]}</Tag>
}

type Named = Pick<StudentRow, 'nombres' | 'apellidos' | 'falta_nombre' | 'foto_perfil'>

/** `detail` is its second line. */
export function StudentName({ student, detail }: { student: Named; detail?: string }) {
  const { nombres, apellidos, falta_nombre, foto_perfil } = student
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <Avatar nombres={nombres} apellidos={apellidos} imagen={foto_perfil} size={32} />
      <span className={classes.named}>
        <span>{`${nombres} ${apellidos}`}</span>
        {falta_nombre && <span className={classes.detail}>Falta el nombre</span>}
        {detail && <span className={classes.detail}>{detail}</span>}
      </span>
    </Group>
  )
}

export const agoOrNever = (instant: string | null): string => (instant ? formatAgo(instant, Date.now()) : 'Nunca entró')
