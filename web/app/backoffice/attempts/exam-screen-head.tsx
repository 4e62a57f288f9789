import type { ExamHead } from '@campus/contract/grading'
import { isExam } from '@campus/contract/rules'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/format'
import { PageHead } from '../../ui/page-head'
import { LinkTabs } from '../blocks/link-tabs'
import { WayBack } from '../blocks/way-back'
import { coursePath, examPath } from '../courses/paths'
import { useScreenPath, useStaff } from '../shell/staff'
import { attemptsPath, resultsPath } from './paths'

type TabsProps = { exam: number; course: number; graded: boolean }

/** The screens of one exam, as far as the person may open them. */
export function ExamTabs({ exam, course, graded }: TabsProps) {
  const { permisos } = useStaff()
  const reads = permisos.includes('calificar')
  const tabs = [
    permisos.includes('cursos.editar') && { to: examPath(course, exam), text: 'Preguntas' },
    reads && { to: resultsPath(exam), text: 'Resultados' },
    reads && graded && { to: attemptsPath(exam), text: 'Intentos' },
  ]
  return <LinkTabs label="De la evaluación" tabs={tabs.filter((tab) => tab !== false)} />
}

type HeadProps = { exam: ExamHead; screen: 'Resultados' | 'Intentos'; action?: ReactNode }

/** The head of what students did in an exam, or in a survey, which has no attempts to show. */
export function ExamScreenHead({ exam, screen, action }: HeadProps) {
  const { id, id_curso, curso, intentos, duracion } = exam
  const edits = useScreenPath('cursos') !== null
  const graded = isExam(exam)
  const name = exam.nombre || 'Evaluación sin nombre'
  const allowed = [
    graded && count(intentos, 'intento por alumno', 'intentos por alumno'),
    graded && duracion !== null && count(duracion, 'minuto', 'minutos'),
  ].filter(Boolean)
  return (
    <>
      {edits && <WayBack to={coursePath(id_curso)} text={curso} />}
      <PageHead
        title={name}
        documentTitle={`${screen} de ${name}`}
        action={
          <Group gap="md">
            <Text c="dimmed">{allowed.join(' · ')}</Text>
            {action}
          </Group>
        }
        flush
      />
      <ExamTabs exam={id} course={id_curso} graded={graded} />
    </>
  )
}
