import type { ExamHead } from '@campus/contract/grading'
import { isExam } from '@campus/contract/rules'
import type { ReactNode } from 'react'
import { count } from '../../lib/format'
import { Breadcrumbs } from '../../ui/breadcrumbs'
import { PageHead } from '../../ui/page-head'
import { COURSES_PATH, coursePath, examPath } from '../courses/paths'

type HeadProps = { exam: ExamHead; screen: string; action?: ReactNode }

/** The head of a screen about what students did in an exam or a survey. */
export function ExamScreenHead({ exam, screen, action }: HeadProps) {
  const { id, nombre, id_curso, curso, intentos, duracion } = exam
  const name = nombre || 'Evaluación sin nombre'
  const allowed = [
    curso,
    isExam(exam) && count(intentos, 'intento por alumno', 'intentos por alumno'),
    isExam(exam) && duracion !== null && count(duracion, 'minuto', 'minutos'),
  ].filter(Boolean)
  return (
    <>
      <Breadcrumbs
        items={[
          { text: 'Cursos', to: COURSES_PATH },
          { text: curso, to: coursePath(id_curso) },
          { text: 'Evaluaciones', to: coursePath(id_curso, 'evaluaciones') },
          { text: name, to: examPath(id_curso, id) },
          { text: screen },
        ]}
      />
      <PageHead title={`${screen} de «${name}»`} lead={allowed.join(' · ')} action={action} />
    </>
  )
}
