import type { DetailedLesson } from '@campus/contract/learning'
import { Button, Text, Title } from '@mantine/core'
import { IconCircle, IconCircleCheck, IconDoorEnter, IconDoorExit, IconUserCheck } from '@tabler/icons-react'
import { formatDateTime } from '../../platform/format'
import { IconTile } from '../../ui/icon-tile'
import { Tag } from '../../ui/tag'
import classes from './attendance.module.css'
import { useLessonActions } from './use-lesson-actions'

type Actions = ReturnType<typeof useLessonActions>
type Row = DetailedLesson['asistencia']

function statusOf(row: Row): string {
  if (!row) return 'Regístrala al empezar y ciérrala al terminar.'
  if (!row.fecha_cierre) return `Registrada el ${formatDateTime(row.fecha_asistencia)}. Ciérrala al terminar.`
  return `Inicio: ${formatDateTime(row.fecha_asistencia)} · Cierre: ${formatDateTime(row.fecha_cierre)}`
}

/** The one button of the moment; none when all is done. Closing is only offered after attendance (campus.md section 4). */
function Step({ row, actions }: { row: Row; actions: Actions }) {
  if (row?.fecha_cierre) return null
  if (row) {
    return (
      <Button loading={actions.busy} onClick={actions.close} leftSection={<IconDoorExit size={18} aria-hidden />}>
        Registrar cierre
      </Button>
    )
  }
  return (
    <Button loading={actions.busy} onClick={actions.start} leftSection={<IconDoorEnter size={18} aria-hidden />}>
      Registrar asistencia
    </Button>
  )
}

/** Attendance in its three states: none, recorded, closed. */
export function Attendance({ lesson }: { lesson: DetailedLesson }) {
  const actions = useLessonActions(lesson.id)
  const row = lesson.asistencia
  const closed = Boolean(row?.fecha_cierre)
  return (
    <section className={classes.panel} aria-labelledby="asistencia">
      <IconTile icon={closed ? IconCircleCheck : IconUserCheck} tone={closed ? 'good' : 'brand'} />
      <div className={classes.words}>
        <Title order={2} size="h3" id="asistencia">
          {closed ? 'Asistencia completa' : 'Asistencia'}
        </Title>
        <Text size="sm" c="dimmed">
          {statusOf(row)}
        </Text>
      </div>
      <div className={classes.action}>
        <Step row={row} actions={actions} />
      </div>
    </section>
  )
}

/** The mark "done", for who does not take attendance; once done, it says so. */
export function Completion({ lesson }: { lesson: DetailedLesson }) {
  const actions = useLessonActions(lesson.id)
  if (lesson.completada) {
    return (
      <Tag icon={IconCircleCheck} tone="good">
        Completada
      </Tag>
    )
  }
  return (
    <Button
      variant="subtle"
      size="compact-md"
      className={classes.complete}
      loading={actions.completing}
      onClick={actions.complete}
      leftSection={<IconCircle size={18} aria-hidden />}
    >
      Marcar como completada
    </Button>
  )
}
