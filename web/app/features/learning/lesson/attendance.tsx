import { attendanceOpens } from '@campus/contract/attendance-opening'
import type { DetailedLesson } from '@campus/contract/learning'
import { formatDateTime } from '../../../lib/format'
import { useNow } from '../../../lib/now'
import { useUser } from '../../../lib/session'
import { formatDeadline } from '../../../lib/session-time'
import { Button } from '../../../ui/button'
import { Text } from '../../../ui/text'
import { Title } from '../../../ui/title'
import classes from './attendance.module.css'
import { useLessonSettings } from './settings'
import { TEXTS } from './texts'
import { useAttendance } from './use-lesson-actions'

type Actions = ReturnType<typeof useAttendance>
type Row = DetailedLesson['asistencia']

function statusOf(row: Row, opens: number | null): string {
  if (row) return formatDateTime(row.fecha_asistencia)
  if (opens === null) return 'Regístrala al empezar.'
  return `Se abre el ${formatDeadline(new Date(opens).toISOString())}.`
}

/** Closing is only offered after attendance (docs/product/learning.md 5.1). */
function Step({ row, actions }: { row: Row; actions: Actions }) {
  return (
    <Button variant="light" size="compact" loading={actions.busy} onClick={row ? actions.close : actions.start}>
      {row ? 'Registrar cierre' : 'Registrar asistencia'}
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

/** Attendance in its three states: none, recorded, closed. A closed one is a line, with nothing left to choose. */
export function Attendance({ lesson }: { lesson: DetailedLesson }) {
  const actions = useAttendance(lesson.id)
  const isStudent = useUser().tipo_cliente === 'Alumno'
  const row = lesson.asistencia
  const now = useNow()
  const opening = attendanceOpens(lesson.sesiones)
  const opens = opening !== null && opening > now ? opening : null
  const closed = Boolean(row?.fecha_cierre)
  if (!isStudent) return null
  return (
    <section className={classes.panel} aria-labelledby="asistencia">
      <div className={classes.words} data-closed={closed || undefined}>
        <Title order={2} look={3} id="asistencia">
          {closed ? 'Asistencia completa' : 'Asistencia'}
        </Title>
        <Text small dimmed>
          {statusOf(row, opens)}
        </Text>
      </div>
      {!closed && (row || opens === null) && <Step row={row} actions={actions} />}
      {!closed && lesson.archivos.length > 0 && <AutoComplete />}
    </section>
  )
}
