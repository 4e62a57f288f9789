import { attendanceOpens } from '@campus/contract/attendance-opening'
import type { DetailedLesson } from '@campus/contract/learning'
import { IconCircleCheck, IconDoorEnter, IconDoorExit, IconUserCheck } from '@tabler/icons-react'
import { formatDateTime } from '../../../lib/format'
import { useNow } from '../../../lib/now'
import { useUser } from '../../../lib/session'
import { formatDeadline } from '../../../lib/session-time'
import { Button } from '../../../ui/button'
import { Tag } from '../../../ui/tag'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './attendance.module.css'
import { useLessonSettings } from './settings'
import { TEXTS } from './texts'
import { useAttendance } from './use-lesson-actions'

type Actions = ReturnType<typeof useAttendance>
type Row = DetailedLesson['asistencia']

function statusOf(row: Row, opens: number | null): string {
  if (!row && opens !== null)
    return `Podrás registrarla desde el ${formatDeadline(new Date(opens).toISOString())}, cuando empiece la clase en vivo.`
  if (!row) return 'Regístrala al empezar y ciérrala al terminar.'
  if (!row.fecha_cierre) return `Registrada el ${formatDateTime(row.fecha_asistencia)}. Ciérrala al terminar.`
  return `Inicio: ${formatDateTime(row.fecha_asistencia)} · Cierre: ${formatDateTime(row.fecha_cierre)}`
}

/** Closing is only offered after attendance (docs/product/learning.md 5.1). */
function Step({ row, actions }: { row: Row; actions: Actions }) {
  if (row?.fecha_cierre)
    return (
      <Tag icon={IconCircleCheck} tone="good">
        Completa
      </Tag>
    )
  const [Mark, text, act] = row
    ? ([IconDoorExit, 'Registrar cierre', actions.close] as const)
    : ([IconDoorEnter, 'Registrar asistencia', actions.start] as const)
  return (
    <Button variant="default" loading={actions.busy} onClick={act} leftSection={<Mark size={18} aria-hidden />}>
      {text}
    </Button>
  )
}

function AutoComplete() {
  const { autoComplete, toggle } = useLessonSettings()
  return (
    <label className={classes.setting}>
      <input type="checkbox" checked={autoComplete} onChange={() => toggle('autoComplete')} />
      {TEXTS.autoComplete}
    </label>
  )
}

/** Attendance in its three states: none, recorded, closed. Its height is the same in all of them. */
export function Attendance({ lesson }: { lesson: DetailedLesson }) {
  const actions = useAttendance(lesson.id)
  const isStudent = useUser().tipo_cliente === 'Alumno'
  const row = lesson.asistencia
  const now = useNow()
  const opening = attendanceOpens(lesson.sesiones)
  const opens = opening !== null && opening > now ? opening : null
  if (!isStudent) return null
  return (
    <section className={classes.panel} aria-labelledby="asistencia">
      <IconUserCheck size={22} stroke={1.7} className={classes.icon} aria-hidden />
      <div className={classes.words}>
        <Title order={2} look={3} id="asistencia">
          Asistencia
        </Title>
        <Text small dimmed>
          {statusOf(row, opens)}
        </Text>
      </div>
      <div className={classes.action}>{(row || opens === null) && <Step row={row} actions={actions} />}</div>
      {lesson.archivos.length > 0 && <AutoComplete />}
    </section>
  )
}
