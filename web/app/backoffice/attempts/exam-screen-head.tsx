import type { ExamHead } from '@campus/contract/grading'
import { isExam } from '@campus/contract/rules'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { count } from '../../lib/format'
import { PageHead } from '../../ui/page-head'
import { LinkTabs } from '../blocks/link-tabs'
import { WayBack } from '../blocks/way-back'
import { coursePath, examPath } from '../courses/paths'
import { useScreenPath } from '../shell/staff'
import { attemptsPath, resultsPath } from './paths'

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
  const tabs = [
    { to: resultsPath(id), text: 'Resultados' },
    ...(graded ? [{ to: attemptsPath(id), text: 'Intentos' }] : []),
    ...(edits ? [{ to: examPath(id_curso, id), text: 'Preguntas' }] : []),
  ]
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
      <LinkTabs label="De la evaluación" tabs={tabs} />
    </>
  )
}
