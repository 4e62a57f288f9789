import type { StudentRow } from '@campus/contract/students.staff'
import { Button } from '@mantine/core'
import { IconFileUpload, IconSchool } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { formatDate } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { PageHead } from '../../ui/page-head'
import { CountLink } from '../blocks/count-link'
import type { Filter } from '../blocks/filter-bar'
import { dayFilter } from '../blocks/filters'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { liveEnrolmentsPath } from '../enrolments/paths'
import { IMPORT_PATH } from '../imports/paths'
import { isAllowed, useStaff } from '../shell/staff'
import { enrolmentFilters } from './filters'
import { studentPath } from './paths'
import { agoOrNever, StudentName, StudentState } from './student-parts'

const FILTERS = ['curso', 'matricula', 'activos', 'inactivo', 'falta_nombre']

const filtersOf = (courses: Parameters<typeof enrolmentFilters>[0]): Filter[] => [
  ...enrolmentFilters(courses, 'matricula', 'Con o sin matrícula'),
  dayFilter('inactivo', 'Sin actividad desde'),
  {
    key: 'falta_nombre',
    label: 'Nombre',
    all: 'Con o sin nombre',
    options: [{ value: '1', label: 'Falta el nombre' }],
  },
]

/** Set by the figure of *Bandeja* alone. */
const ACTIVE: Filter = {
  key: 'activos',
  label: 'Actividad',
  all: 'Con o sin actividad',
  options: [{ value: '1', label: 'Activos en los últimos 7 días' }],
}

const columnsOf = (withDocument: boolean): ListConfig<StudentRow>['columns'] => [
  { key: 'nombre', label: 'Alumno', cell: (student) => <StudentName student={student} />, sorts: true },
  { key: 'correo', label: 'Correo', cell: ({ correo }) => correo },
  ...(withDocument
    ? [{ key: 'documento', label: 'Documento', cell: (row: StudentRow) => row.numero_documento, steady: true }]
    : []),
  {
    key: 'cursos',
    label: 'Cursos vigentes',
    cell: ({ cursos_vigentes, correo, nombres }) =>
      cursos_vigentes > 0 ? (
        <CountLink
          to={liveEnrolmentsPath(correo)}
          text={String(cursos_vigentes)}
          of={`${cursos_vigentes === 1 ? 'curso vigente' : 'cursos vigentes'} de ${nombres}`}
        />
      ) : null,
    align: 'right',
  },
  {
    key: 'avance',
    label: 'Avance',
    cell: ({ avance }) => (avance === null ? null : `${avance} %`),
    align: 'right',
    steady: true,
  },
  {
    key: 'actividad',
    label: 'Última actividad',
    cell: ({ ultima_actividad }) => agoOrNever(ultima_actividad),
    steady: true,
  },
  { key: 'alta', label: 'Alta', cell: ({ creado_en }) => formatDate(creado_en), steady: true, sorts: true },
  {
    key: 'estado',
    label: 'Cuenta',
    cell: ({ estado }) => (estado === 'activa' ? 'Activa' : <StudentState state={estado} />),
    steady: true,
  },
]

/** The students of the academy; a teacher's are those of their courses. */
export default function StudentsPage() {
  const staff = useStaff()
  const manages = isAllowed(staff, 'alumnos.gestionar')
  const state = useListState(FILTERS)
  const courses = api.useQuery('get', '/api/gestion/alumnos/cursos').data?.data ?? []
  const query = useRows('/api/gestion/alumnos', { query: state.params })
  const config: ListConfig<StudentRow> = {
    label: 'Alumnos',
    id: ({ id }) => id,
    href: ({ id }) => studentPath(id),
    sort: '-alta',
    search: manages ? 'Busca por nombre, correo o DNI' : 'Busca por nombre o correo',
    filters: [...filtersOf(courses), ...(state.value('activos') ? [ACTIVE] : [])],
    columns: columnsOf(manages),
    errorTitle: 'No pudimos cargar los alumnos',
    empty: (
      <EmptyState
        icon={IconSchool}
        title="Todavía no hay alumnos."
        text="Llegan al registrarse, al comprar o con una lista."
      />
    ),
  }
  return (
    <>
      <PageHead
        title="Alumnos"
        action={
          manages && (
            <Button
              component={Link}
              to={IMPORT_PATH}
              variant="default"
              leftSection={<IconFileUpload size={18} aria-hidden />}
            >
              Importar una lista
            </Button>
          )
        }
      />
      <StaffList config={config} state={state} query={query} />
    </>
  )
}
