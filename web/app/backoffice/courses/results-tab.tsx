import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { Button, Group } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { Link } from 'react-router'
import { count } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { resultsPath } from '../attempts/paths'
import { useRows } from '../blocks/use-rows'
import { ExamLine, type ExamNode } from './exam-line'

/** What waits in this course, each leading to its list. */
function Waiting({ course }: { course: number }) {
  const answers = useRows('/api/gestion/calificar', { query: { curso: course } }).data?.data.total ?? 0
  const questions = useRows('/api/gestion/preguntas', { query: { curso: course } }).data?.data.total ?? 0
  if (answers + questions === 0) return null
  return (
    <Group gap="sm" mb="md">
      {answers > 0 && (
        <Button component={Link} to={`/gestion/calificar?curso=${course}`} variant="light">
          {`${count(answers, 'respuesta', 'respuestas')} por calificar`}
        </Button>
      )}
      {questions > 0 && (
        <Button component={Link} to={`/gestion/preguntas?curso=${course}`} variant="light">
          {`${count(questions, 'pregunta', 'preguntas')} sin responder`}
        </Button>
      )}
    </Group>
  )
}

/** How students do: each exam and survey leads to its results. */
export function ResultsTab({ desk }: { desk: CourseDesk }) {
  const places = new Map<number | null, number>(desk.modulos.map(({ id }, at) => [id, at]))
  const placeOf = ({ id_modulo }: ExamNode) => places.get(id_modulo) ?? places.size
  return (
    <>
      <Waiting course={desk.id} />
      {desk.evaluaciones.length === 0 && (
        <EmptyState
          icon={IconChecklist}
          title="Todavía no hay evaluaciones."
          text="Créalas en Contenido: sin examen no hay nota ni certificado."
        />
      )}
      {desk.evaluaciones
        .toSorted((one, other) => placeOf(one) - placeOf(other))
        .map((exam) => (
          <ExamLine key={exam.id} exam={exam} to={resultsPath(exam.id)} />
        ))}
    </>
  )
}
