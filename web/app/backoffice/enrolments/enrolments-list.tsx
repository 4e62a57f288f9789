import type { EnrolmentRow } from '@campus/contract/enrolments.staff'
import { Button } from '@mantine/core'
import { IconListCheck, IconUserPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { answerOf } from '../blocks/answer-of'
import { ChoiceBar, type Choosing, useChoosing } from '../blocks/choosing'
import type { Filter } from '../blocks/filter-bar'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRefresh } from '../blocks/use-refresh'
import { useRows } from '../blocks/use-rows'
import { RunningJob } from '../jobs/running-job'
import { isAllowed, useStaff } from '../shell/staff'
import { enrolmentFilters } from '../students/filters'
import { studentPath } from '../students/paths'
import { EnrolmentState, StudentName } from '../students/student-parts'
import { BatchActs } from './batch-acts'
import { EnrolmentMenu } from './enrolment-menu'
import { enrolPath } from './paths'

const ORIGINS: Record<NonNullable<EnrolmentRow['origen']>, string> = {
  compra: 'Compra',
  a_mano: 'A mano',
}

/** `30 nov 2026`, as the date beside it. */
const lastDay = (day: string): string => formatDate(`${day}T12:00:00Z`)

const COLUMNS: ListConfig<EnrolmentRow>['columns'] = [
  { key: 'nombre', label: 'Alumno', cell: (row) => <StudentName student={row} detail={row.correo} /> },
  { key: 'curso', label: 'Curso', cell: ({ curso }) => curso },
  { key: 'estado', label: 'Matrícula', cell: ({ estado }) => <EnrolmentState state={estado} />, steady: true },
  { key: 'fecha', label: 'Desde', cell: ({ desde }) => formatDate(desde), steady: true, sorts: true },
  {
    key: 'vence',
    label: 'Último día',
    cell: ({ vence }) => (vence ? lastDay(vence) : 'Sin fecha de fin'),
    steady: true,
  },
  { key: 'avance', label: 'Avance', cell: ({ avance }) => `${avance} %`, align: 'right', steady: true },
  { key: 'origen', label: 'Origen', cell: ({ origen }) => origen && ORIGINS[origen], steady: true },
]

/** Set by the figure of *Bandeja* alone. */
const OF_THIS_MONTH: Filter = {
  key: 'periodo',
  label: 'Cuándo',
  all: 'De cualquier fecha',
  options: [{ value: 'mes', label: 'De este mes' }],
}

const ACTS: ListConfig<EnrolmentRow>['columns'][number] = {
  key: 'accion',
  label: 'Acción',
  cell: (row) => <EnrolmentMenu enrolment={{ ...row, alumno: `${row.nombres} ${row.apellidos}`.trim() }} />,
  steady: true,
  align: 'right',
}

/** *Matricular*, with the course chosen; for who may. */
export function EnrolButton({ course }: { course?: number }) {
  if (!isAllowed(useStaff(), 'alumnos.gestionar')) return null
  return (
    <Button component={Link} to={enrolPath(course)} leftSection={<IconUserPlus size={18} aria-hidden />}>
      Matricular
    </Button>
  )
}

type ChoiceProps = {
  choosing: Choosing
  total: number
  findAll: () => Promise<number[]>
  onStarted: (job: number) => void
}

/** *Elegir varias*, and then what is done with them. */
function Choice({ choosing, total, findAll, onStarted }: ChoiceProps) {
  const { chosen, start, stop } = choosing
  if (!chosen)
    return (
      <Button variant="subtle" mb="xs" leftSection={<IconListCheck size={18} aria-hidden />} onClick={start}>
        Elegir varias
      </Button>
    )
  const started = (job: number) => {
    stop()
    onStarted(job)
  }
  return (
    <ChoiceBar choosing={choosing} total={total} findAll={findAll}>
      <BatchActs ids={[...chosen]} onStarted={started} />
    </ChoiceBar>
  )
}

/** Who is or was in a course, or in all that the caller may see, the newest first. */
export function EnrolmentsList({ course }: { course?: number }) {
  const manages = isAllowed(useStaff(), 'alumnos.gestionar')
  const state = useListState(course ? ['estado'] : ['curso', 'estado', 'periodo'])
  const courses = api.useQuery('get', '/api/gestion/alumnos/cursos', {}, { enabled: !course }).data?.data ?? []
  const query = useRows('/api/gestion/matriculas', { query: { ...state.params, ...(course && { curso: course }) } })
  const choosing = useChoosing(state)
  const [job, setJob] = useState<number | null>(null)
  const refresh = useRefresh('/api/gestion/matriculas', '/api/gestion/alumnos')
  const columns = course ? COLUMNS.filter(({ key }) => key !== 'curso') : COLUMNS
  const findAll = async () => {
    const { desde: _, orden: __, ...filters } = state.params
    const query = { ...filters, ...(course && { curso: course }) }
    return (await answerOf(client.GET('/api/gestion/matriculas/ids', { params: { query } }))).ids
  }
  const config: ListConfig<EnrolmentRow> = {
    label: 'Matrículas',
    id: ({ id }) => id,
    href: ({ id_usuario }) => studentPath(id_usuario),
    sort: '-fecha',
    search: manages ? 'Busca por nombre, correo o DNI' : 'Busca por nombre o correo',
    filters: [
      ...enrolmentFilters(courses, 'estado', 'Todas las matrículas').filter(({ key }) => !course || key === 'estado'),
      ...(state.value('periodo') ? [OF_THIS_MONTH] : []),
    ],
    columns: manages && !choosing.chosen ? [...columns, ACTS] : columns,
    ...(manages && { choosing }),
    above: (total) => manages && <Choice choosing={choosing} total={total} findAll={findAll} onStarted={setJob} />,
    errorTitle: 'No pudimos cargar las matrículas',
    empty: (
      <EmptyState
        icon={IconUserPlus}
        title="Todavía no hay matrículas."
        text="Llegan con cada compra, o con una lista que pegas en Matricular."
      />
    ),
  }
  return (
    <>
      {job !== null && <RunningJob key={job} id={job} onEnd={() => void refresh()} onClose={() => setJob(null)} />}
      <StaffList config={config} state={state} query={query} />
    </>
  )
}
