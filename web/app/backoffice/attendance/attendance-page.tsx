import type { AttendanceRow, AttendedClass } from '@campus/contract/attendance.staff'
import { attendanceOpens } from '@campus/contract/attendance-opening'
import { quoted } from '@campus/contract/texts'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowBackUp, IconChecks, IconClock, IconUsers } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { count, formatDateTime } from '../../lib/format'
import { formatDeadline, limaTime } from '../../lib/session-time'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { formatCounted } from '../blocks/counted'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { LoadedScreen } from '../blocks/loaded-screen'
import { useRows } from '../blocks/use-rows'
import { WayBack } from '../blocks/way-back'
import { coursePath } from '../courses/paths'
import { useScreenPath } from '../shell/staff'
import classes from './attendance.module.css'
import type { MarkState } from './mark-store'
import { moreAttending, withMarks } from './marks'
import { StateButtons } from './state-buttons'
import { useAttendance } from './use-attendance'

const EVERY_MS = 20_000

function Student({ row: { nombres, apellidos, foto_perfil, estado, fecha_asistencia } }: { row: AttendanceRow }) {
  return (
    <Group component="span" gap="sm" wrap="nowrap" mih={48}>
      <Avatar nombres={nombres} apellidos={apellidos} imagen={foto_perfil} size={44} />
      <span>
        <span>{[apellidos, nombres].filter(Boolean).join(', ')}</span>
        {estado === 'abierta' && fecha_asistencia && (
          <span
            className={classes.arrived}
          >{`Registró su llegada a las ${limaTime(Date.parse(fecha_asistencia))}`}</span>
        )}
      </span>
    </Group>
  )
}

const configOf = (
  mark: (row: AttendanceRow) => (estado: AttendanceRow['estado']) => void,
): ListConfig<AttendanceRow> => ({
  label: 'Alumnos',
  id: ({ id_usuario }) => id_usuario,
  sort: 'alumno',
  search: 'Busca por nombre o correo',
  columns: [
    { key: 'alumno', label: 'Alumno', cell: (row) => <Student row={row} />, sorts: true },
    {
      key: 'asistencia',
      label: 'Asistencia',
      cell: (row) => <StateButtons row={row} onMark={mark(row)} />,
      align: 'right',
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar a los alumnos',
  empty: (
    <EmptyState
      icon={IconUsers}
      title="Todavía no hay alumnos en este curso."
      text="Aparecen aquí en cuanto tienen una matrícula vigente."
    />
  ),
})

function saveText({ save, marks }: MarkState): string {
  if (save.kind === 'saving') return 'Guardando…'
  if (save.kind === 'saved') return `Guardado ${limaTime(save.at)}`
  if (save.kind === 'offline')
    return `Sin conexión: ${count(marks.length, 'marca guardada', 'marcas guardadas')} en este equipo`
  return ''
}

/** What the server refused, in whole words. */
function Refused({ state: { refused }, rows }: { state: MarkState; rows: readonly AttendanceRow[] }) {
  if (!refused) return null
  const row = refused.now ?? rows.find(({ id_usuario }) => id_usuario === refused.id_usuario)
  const name = row ? `${row.nombres} ${row.apellidos}` : 'un alumno'
  const stands = { no: 'No asistió', abierta: 'Registró su llegada', cerrada: 'Asistió' }[row?.estado ?? 'no']
  return (
    <Alert role="alert" color="yellow" icon={<IconUsers aria-hidden />} mb="md">
      {refused.now
        ? `${refused.por ?? 'Otra persona'} cambió la asistencia de ${name} mientras marcabas. Quedó en «${stands}».`
        : `No se guardó la asistencia de ${name}. ${refused.text}`}
    </Alert>
  )
}

function Attendance({ id, found, begun }: { id: string; found: AttendedClass; begun: boolean }) {
  const state = useListState()
  const query = useRows(
    '/api/gestion/sesiones/{id}/asistencias',
    { path: { id }, query: state.params },
    { refetchInterval: EVERY_MS },
  )
  const attendance = useAttendance(id)
  const { marks } = attendance.state
  const rows = query.data?.data.data ?? []
  const shown = query.data && { data: { ...query.data.data, data: withMarks(rows, marks) } }
  const config = configOf((row) => (estado) => attendance.mark(row, estado))
  const { undo } = attendance
  return (
    <>
      <div className={classes.bar}>
        <Text span role="status" className={classes.count}>
          {`${formatCounted(found.asistieron + moreAttending(marks))} de ${formatCounted(found.alumnos)}`}
        </Text>
        <Text span role="status" size="sm" c="dimmed" flex={1} miw={120}>
          {saveText(attendance.state)}
        </Text>
        {undo && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconArrowBackUp size={18} aria-hidden />}
            onClick={undo.run}
            loading={attendance.busy}
          >
            {`Deshacer: ${undo.text}`}
          </Button>
        )}
        {found.alumnos > 0 && begun && (
          <Button
            variant="default"
            leftSection={<IconChecks size={18} aria-hidden />}
            onClick={attendance.markAll}
            loading={attendance.busy}
          >
            Marcar a todos
          </Button>
        )}
      </div>
      <Refused state={attendance.state} rows={rows} />
      <StaffList config={config} state={state} query={{ ...query, data: shown }} />
    </>
  )
}

const leadOf = ({ leccion, grupo, inicio, clases }: AttendedClass) =>
  `${formatDateTime(inicio)}${grupo ? ` · Grupo ${quoted(grupo)}` : ''}${
    clases > 1 ? `. La lección «${leccion}» tiene ${clases} clases y una sola asistencia.` : ''
  }`

/** What was marked too early, or in an earlier class of the lesson, can still be seen and taken back. */
function Body({ id, found }: { id: string; found: AttendedClass }) {
  if (found.cancelada)
    return (
      <EmptyState
        icon={IconUsers}
        color="gray"
        title="Esta clase está cancelada."
        text="Si la vuelves a programar, podrás tomar asistencia."
      />
    )
  const opens = attendanceOpens([found]) ?? 0
  const begun = opens <= Date.now()
  const title = 'Esta clase todavía no empieza.'
  const text = `Podrás tomar asistencia desde el ${formatDeadline(new Date(opens).toISOString())}.`
  if (!begun && found.asistieron === 0) return <EmptyState icon={IconClock} color="gray" title={title} text={text} />
  return (
    <>
      {!begun && (
        <Alert color="yellow" icon={<IconClock aria-hidden />} title={title} mb="md">
          {`${text} Hasta entonces solo puedes quitar la que ya está marcada.`}
        </Alert>
      )}
      <Attendance key={id} id={id} found={found} begun={begun} />
    </>
  )
}

/** Who came to a live class; each mark is saved at once. */
export default function AttendancePage() {
  const { id = '' } = useParams()
  const edits = useScreenPath('cursos') !== null
  const query = api.useQuery(
    'get',
    '/api/gestion/sesiones/{id}/asistencia',
    { params: { path: { id } } },
    { refetchInterval: EVERY_MS },
  )
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar la clase">
      {({ data }) => (
        <>
          {edits && <WayBack to={coursePath(data.id_curso, 'clases')} text={`Clases de ${data.curso}`} />}
          <PageHead title={`Asistencia: ${data.nombre}`} lead={leadOf(data)} />
          <Body id={id} found={data} />
        </>
      )}
    </LoadedScreen>
  )
}
