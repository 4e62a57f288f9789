import type { Student, StudentAttempt } from '@campus/contract/students.staff'
import { Anchor } from '@mantine/core'
import { IconChecklist, IconCircleCheck, IconClock, IconHourglass, IconX } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime, formatNumber } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Tag } from '../../ui/tag'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useScreenPath } from '../shell/staff'

function Result({ attempt }: { attempt: StudentAttempt }) {
  const grading = useScreenPath('calificar')
  const { estado, aprobado, por_calificar } = attempt
  if (estado === 'abierto')
    return (
      <Tag icon={IconClock} tone="plain">
        Sin enviar
      </Tag>
    )
  if (estado === 'calificado')
    return aprobado ? (
      <Tag icon={IconCircleCheck} tone="good">
        Aprobado
      </Tag>
    ) : (
      <Tag icon={IconX} tone="bad">
        Desaprobado
      </Tag>
    )
  if (grading && por_calificar)
    return (
      <Anchor component={Link} to={`${grading}/${por_calificar}`} inherit>
        Calificar
      </Anchor>
    )
  return (
    <Tag icon={IconHourglass} tone="wait">
      Por calificar
    </Tag>
  )
}

const gradeOf = ({ nota, nota_maxima }: StudentAttempt) =>
  nota === null ? null : `${formatNumber(nota)} de ${formatNumber(nota_maxima)}`

const CONFIG: ListConfig<StudentAttempt> = {
  label: 'Intentos',
  id: ({ id }) => id,
  sort: '-inicio',
  columns: [
    { key: 'evaluacion', label: 'Evaluación', cell: ({ evaluacion }) => evaluacion },
    { key: 'curso', label: 'Curso', cell: ({ curso }) => curso },
    { key: 'numero', label: 'Intento', cell: ({ numero }) => numero, align: 'right' },
    { key: 'inicio', label: 'Empezó', cell: ({ inicio }) => formatDateTime(inicio), steady: true },
    {
      key: 'enviado',
      label: 'Envió',
      cell: ({ enviado_en: sent }) => (sent ? formatDateTime(sent) : null),
      steady: true,
    },
    { key: 'nota', label: 'Nota', cell: gradeOf, align: 'right', steady: true },
    { key: 'resultado', label: 'Resultado', cell: (attempt) => <Result attempt={attempt} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar los intentos',
  empty: <EmptyState icon={IconChecklist} title="Todavía no dio ningún examen." />,
}

export function AttemptsTab({ student }: { student: Student }) {
  const state = useListState()
  const query = api.useQuery(
    'get',
    '/api/gestion/alumnos/{id}/intentos',
    { params: { path: { id: String(student.id) }, query: state.params } },
    { placeholderData: keepPreviousData },
  )
  return <StaffList config={CONFIG} state={state} query={query} />
}
