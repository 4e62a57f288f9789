import type { AttemptRow, ExamHead } from '@campus/contract/grading'
import { isExam } from '@campus/contract/rules'
import { Button } from '@mantine/core'
import { IconChecklist, IconClockPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link, Navigate, useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { LoadedScreen } from '../blocks/loaded-screen'
import { useRows } from '../blocks/use-rows'
import { examPath } from '../courses/paths'
import { AttemptState, STATE_OPTIONS } from './attempt-state'
import { gradeText, timeTaken } from './attempt-texts'
import classes from './attempts.module.css'
import { ExamScreenHead } from './exam-screen-head'
import { attemptPath, resultsPath } from './paths'

const GroupExtrasDialog = lazy(() => import('./group-extras-dialog'))
const ExtrasDialog = lazy(() => import('./extras-dialog'))

const emptyOf = (exam: ExamHead) =>
  exam.preguntas > 0 ? (
    <EmptyState icon={IconChecklist} title="Todavía no lo dio ningún alumno." />
  ) : (
    <EmptyState
      icon={IconChecklist}
      title="Este examen todavía no tiene preguntas."
      text="Cuando las publiques, tus alumnos podrán darlo y verás aquí sus intentos."
      action={
        <Button component={Link} to={examPath(exam.id_curso, exam.id)} variant="default">
          Escribir las preguntas
        </Button>
      }
    />
  )

const configOf = (exam: ExamHead, onGive: (student: number) => void): ListConfig<AttemptRow> => ({
  label: 'Intentos',
  id: ({ id }) => id,
  href: ({ id }) => attemptPath(id),
  sort: '-inicio',
  search: 'Busca por nombre o correo',
  filters: [{ key: 'estado', label: 'Estado', all: 'Todos los estados', options: STATE_OPTIONS }],
  columns: [
    { key: 'alumno', label: 'Alumno', cell: ({ alumno }) => alumno, sorts: true },
    { key: 'numero', label: 'Intento', cell: ({ numero }) => numero, align: 'right' },
    { key: 'inicio', label: 'Empezó', cell: ({ inicio }) => formatDateTime(inicio), steady: true, sorts: true },
    {
      key: 'enviado',
      label: 'Envió',
      cell: ({ enviado_en: sent }) => (sent ? formatDateTime(sent) : null),
      steady: true,
    },
    { key: 'tiempo', label: 'Tiempo', cell: timeTaken, align: 'right', steady: true },
    { key: 'nota', label: 'Nota', cell: gradeText, align: 'right', steady: true },
    { key: 'estado', label: 'Estado', cell: (attempt) => <AttemptState attempt={attempt} />, steady: true },
    {
      key: 'accion',
      label: 'Acción',
      cell: ({ id_alumno, alumno }) => (
        <Button
          variant="subtle"
          className={classes.above}
          leftSection={<IconClockPlus size={16} aria-hidden />}
          onClick={() => onGive(id_alumno)}
        >
          Dar más
          <span className="visually-hidden">{` intentos o tiempo a ${alumno}`}</span>
        </Button>
      ),
      steady: true,
    },
  ],
  errorTitle: 'No pudimos cargar los intentos',
  empty: emptyOf(exam),
})

function Attempts({ exam }: { exam: ExamHead }) {
  const [given, setGiven] = useState<number | null>(null)
  const state = useListState(['estado'])
  const query = useRows('/api/gestion/evaluaciones/{id}/intentos', {
    path: { id: String(exam.id) },
    query: state.params,
  })
  return (
    <>
      <StaffList config={configOf(exam, setGiven)} state={state} query={query} />
      <Late>{given !== null && <ExtrasDialog exam={exam.id} student={given} onClose={() => setGiven(null)} />}</Late>
    </>
  )
}

function Acts({ exam }: { exam: ExamHead }) {
  const [giving, setGiving] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconClockPlus size={16} aria-hidden />} onClick={() => setGiving(true)}>
        Dar a varios
      </Button>
      <Late>{giving && <GroupExtrasDialog exam={exam} onClose={() => setGiving(false)} />}</Late>
    </>
  )
}

/** Who took an exam, how often and with which result. */
export default function AttemptsPage() {
  const { id = '' } = useParams()
  const query = api.useQuery('get', '/api/gestion/evaluaciones/{id}', { params: { path: { id } } })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos abrir el examen">
      {({ data }) =>
        isExam(data) ? (
          <>
            <ExamScreenHead exam={data} screen="Intentos" action={<Acts exam={data} />} />
            <Attempts key={data.id} exam={data} />
          </>
        ) : (
          // A survey is anonymous.
          <Navigate to={resultsPath(data.id)} replace />
        )
      }
    </LoadedScreen>
  )
}
