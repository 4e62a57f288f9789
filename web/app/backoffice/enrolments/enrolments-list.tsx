import type { AudienceBody } from '@campus/contract/course-messages'
import { ORIGIN_NAMES } from '@campus/contract/enrolment-names'
import type { EnrolmentRow, EnrolmentsExport } from '@campus/contract/enrolments.staff'
import { Button } from '@mantine/core'
import { IconDownload, IconListCheck, IconMessage, IconUserPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { answerOf } from '../blocks/answer-of'
import { ChoiceBar, type Choosing, useChoosing } from '../blocks/choosing'
import type { Filter } from '../blocks/filter-bar'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRefresh } from '../blocks/use-refresh'
import { useRows } from '../blocks/use-rows'
import { groupFilters } from '../groups/filter'
import { useGroups } from '../groups/use-groups'
import { RunningJob } from '../jobs/running-job'
import { isAllowed, useStaff } from '../shell/staff'
import { enrolmentFilters } from '../students/filters'
import { studentPath } from '../students/paths'
import { StudentName } from '../students/student-parts'
import { BatchActs } from './batch-acts'
import { EnrolmentMenu } from './enrolment-menu'
import classes from './enrolments.module.css'
import { activityOf, hasRisk, Progress, Risk, StateAndGroup } from './following-parts'
import { enrolPath } from './paths'

const WriteDialog = lazy(() => import('./write-dialog'))
const DownloadDialog = lazy(() => import('./download-dialog'))

/** `30 nov 2026`, as the date beside it. */
const lastDay = (day: string): string => formatDate(`${day}T12:00:00Z`)

type Columns = ListConfig<EnrolmentRow>['columns']

const NAME: Columns[number] = {
  key: 'nombre',
  label: 'Alumno',
  cell: (row) => <StudentName student={row} detail={row.correo} />,
}

const PLACE: Columns = [
  { key: 'estado', label: 'Matrícula', cell: (row) => <StateAndGroup row={row} />, steady: true },
  { key: 'fecha', label: 'Desde', cell: ({ desde }) => formatDate(desde), steady: true, sorts: true },
  { key: 'vence', label: 'Último día', cell: ({ vence }) => (vence ? lastDay(vence) : 'Sin último día'), steady: true },
]

const COLUMNS: Columns = [
  NAME,
  { key: 'curso', label: 'Curso', cell: ({ curso }) => curso },
  ...PLACE,
  { key: 'avance', label: 'Avance', cell: ({ avance }) => `${avance} %`, align: 'right', steady: true },
  { key: 'origen', label: 'Origen', cell: ({ origen }) => origen && ORIGIN_NAMES[origen], steady: true },
]

/** Of one course: how each student does. */
const COURSE_COLUMNS: Columns = [
  NAME,
  { key: 'riesgo', label: 'Riesgo', cell: (row) => (hasRisk(row) ? <Risk row={row} /> : null) },
  { key: 'avance', label: 'Avance', cell: (row) => <Progress row={row} />, steady: true },
  { key: 'actividad', label: 'Última actividad', cell: activityOf, steady: true },
  ...PLACE,
]

const AT_RISK: Filter = {
  key: 'riesgo',
  label: 'Riesgo',
  all: 'Con o sin riesgo',
  options: [{ value: '1', label: 'En riesgo' }],
}

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

type ActsProps = {
  /** Of all rows. */
  course: number | null
  choosing: Choosing
  total: number
  /** What the list is narrowed to. */
  filters: AudienceBody['filtros'] & object
  onStarted: (job: number) => void
}

/** What is done with the list, or with the rows that are chosen. */
function Acts({ course, choosing, total, filters, onStarted }: ActsProps) {
  const staff = useStaff()
  const [manages, writes] = [isAllowed(staff, 'alumnos.gestionar'), isAllowed(staff, 'comunicados')]
  const [audience, setAudience] = useState<AudienceBody | null>(null)
  const [asked, setAsked] = useState<EnrolmentsExport | null>(null)
  const { chosen, start, stop } = choosing
  const ids = [...(chosen ?? [])]
  const started = (job: number) => {
    stop()
    onStarted(job)
  }
  const findAll = async () => {
    const params = { query: filters }
    return (await answerOf(client.GET('/api/gestion/matriculas/ids', { params }))).ids
  }
  const write = writes && (
    <Button
      variant={chosen ? 'default' : 'subtle'}
      leftSection={<IconMessage size={18} aria-hidden />}
      disabled={chosen !== null && ids.length === 0}
      onClick={() => setAudience(chosen ? { ids } : { filtros: filters })}
    >
      Escribir
    </Button>
  )
  return (
    <>
      {chosen ? (
        <ChoiceBar choosing={choosing} total={total} findAll={findAll}>
          {write}
          {manages && <BatchActs ids={ids} course={course} onStarted={started} />}
        </ChoiceBar>
      ) : (
        <div className={classes.acts}>
          {(manages || writes) && (
            <Button variant="subtle" leftSection={<IconListCheck size={18} aria-hidden />} onClick={start}>
              Elegir varias
            </Button>
          )}
          {write}
          <Button
            variant="subtle"
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => setAsked(filters)}
          >
            Descargar
          </Button>
        </div>
      )}
      <Late>
        {audience && <WriteDialog audience={audience} onStarted={started} onClose={() => setAudience(null)} />}
        {asked && <DownloadDialog asked={asked} onClose={() => setAsked(null)} />}
      </Late>
    </>
  )
}

function filterBar(
  course: number | undefined,
  courses: Parameters<typeof enrolmentFilters>[0],
  groups: Parameters<typeof groupFilters>[0],
  state: ReturnType<typeof useListState>,
): Filter[] {
  return [
    ...enrolmentFilters(courses, 'estado', 'Todas las matrículas').filter(({ key }) => !course || key === 'estado'),
    ...groupFilters(groups),
    ...(course ? [AT_RISK] : []),
    ...(state.value('periodo') ? [OF_THIS_MONTH] : []),
  ]
}

/** What the address narrows the list to, as the server reads it. */
function filtersOf({ params }: ReturnType<typeof useListState>, course: number | undefined): ActsProps['filters'] {
  const { desde: _, orden: __, curso, grupo, ...filters } = params
  const of = course ?? (curso ? Number(curso) : undefined)
  return { ...filters, ...(of && { curso: of }), ...(grupo && { grupo: Number(grupo) }) }
}

/** Who is or was in a course, or in all that the caller may see, the newest first. */
export function EnrolmentsList({ course }: { course?: number }) {
  const staff = useStaff()
  const manages = isAllowed(staff, 'alumnos.gestionar')
  const state = useListState(course ? ['estado', 'grupo', 'riesgo'] : ['curso', 'grupo', 'estado', 'periodo'])
  const courses = api.useQuery('get', '/api/gestion/alumnos/cursos', {}, { enabled: !course }).data?.data ?? []
  const query = useRows('/api/gestion/matriculas', { query: { ...state.params, ...(course && { curso: course }) } })
  const inCourse = course ?? (Number(state.value('curso')) || null)
  const groups = useGroups(inCourse)
  const choosing = useChoosing(state)
  const [job, setJob] = useState<number | null>(null)
  const refresh = useRefresh('/api/gestion/matriculas', '/api/gestion/alumnos', '/api/gestion/grupos')
  const columns = course ? COURSE_COLUMNS : COLUMNS
  const config: ListConfig<EnrolmentRow> = {
    label: 'Matrículas',
    id: ({ id }) => id,
    href: ({ id_usuario }) => studentPath(id_usuario),
    sort: '-fecha',
    search: manages ? 'Busca por nombre, correo o DNI' : 'Busca por nombre o correo',
    filters: filterBar(course, courses, groups, state),
    columns: manages && !choosing.chosen ? [...columns, ACTS] : columns,
    ...((manages || isAllowed(staff, 'comunicados')) && { choosing }),
    above: (total) => (
      <Acts course={inCourse} choosing={choosing} total={total} filters={filtersOf(state, course)} onStarted={setJob} />
    ),
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
