import type { Student, StudentAttempt } from '@campus/contract/students.staff'
import { Anchor, Button, Group } from '@mantine/core'
import { IconChecklist, IconClockPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { formatDateTime } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { AttemptState } from '../attempts/attempt-state'
import { gradeText } from '../attempts/attempt-texts'
import { attemptPath } from '../attempts/paths'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useRows } from '../blocks/use-rows'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './students.module.css'

const ExtrasDialog = lazy(() => import('../attempts/extras-dialog'))

function Result({ attempt }: { attempt: StudentAttempt }) {
  const { calificable, por_calificar } = attempt
  if (!calificable || !por_calificar) return <AttemptState attempt={attempt} />
  return (
    <Anchor component={Link} to={`/gestion/calificar/${por_calificar}`} inherit className={classes.above}>
      Calificar
    </Anchor>
  )
}

const CONFIG: ListConfig<StudentAttempt> = {
  label: 'Intentos',
  id: ({ id }) => id,
  href: ({ id, calificable }) => (calificable ? attemptPath(id) : null),
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
    { key: 'nota', label: 'Nota', cell: gradeText, align: 'right', steady: true },
    { key: 'resultado', label: 'Resultado', cell: (attempt) => <Result attempt={attempt} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar los intentos',
  empty: <EmptyState icon={IconChecklist} title="Todavía no dio ningún examen." />,
}

/** Also before the student's first attempt. */
function Give({ student }: { student: Student }) {
  const [opened, setOpened] = useState(false)
  const grades = isAllowed(useStaff(), 'calificar')
  if (!grades || student.cursos.length === 0) return null
  return (
    <>
      <Group justify="flex-end" mb="md">
        <Button variant="default" leftSection={<IconClockPlus size={18} aria-hidden />} onClick={() => setOpened(true)}>
          Dar intentos o tiempo
        </Button>
      </Group>
      <Late>{opened && <ExtrasDialog exam={null} student={student.id} onClose={() => setOpened(false)} />}</Late>
    </>
  )
}

export function AttemptsTab({ student }: { student: Student }) {
  const state = useListState()
  const query = useRows('/api/gestion/alumnos/{id}/intentos', { path: { id: String(student.id) }, query: state.params })
  return (
    <>
      <Give student={student} />
      <StaffList config={CONFIG} state={state} query={query} />
    </>
  )
}
