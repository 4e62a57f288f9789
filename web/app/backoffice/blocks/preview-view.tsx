import type { Preview } from '@campus/contract/documents/documents'
import type { GeneratedPrompt } from '@campus/contract/prompts'
import { Skeleton } from '@mantine/core'
import type { MouseEvent } from 'react'
import { PrizesPreview } from '../../features/awards/awards'
import { LandingPreview } from '../../features/catalogue/catalogue'
import { ExamPreview } from '../../features/exams/exams'
import { CoursePreview, LessonPreview } from '../../features/learning/learning'
import { PagePreview } from '../../features/pages/pages'
import { TopicPreview } from '../../features/prompts/prompts'
import { Late } from '../../ui/late'
import classes from './document.module.css'

type ViewProps = { shown: Preview; onTry: (answers: Record<string, string>) => Promise<GeneratedPrompt[]> }

function View({ shown, onTry }: ViewProps) {
  switch (shown.tipo) {
    case 'curso':
      return <CoursePreview course={shown.curso} />
    case 'leccion':
      return <LessonPreview lesson={shown.leccion} />
    case 'evaluacion':
      return <ExamPreview evaluation={shown.evaluacion} questions={shown.preguntas} />
    case 'portada':
      return <LandingPreview data={shown.portada} />
    case 'pagina':
      return <PagePreview page={shown.pagina} />
    case 'premios':
      return <PrizesPreview prizes={shown.premios} />
    case 'tema':
      return <TopicPreview topic={shown.tema} generate={onTry} />
  }
}

/** Links and searches lead out of the preview, so they do nothing. */
const stay = (event: MouseEvent) => {
  if ((event.target as Element).closest('a')) event.preventDefault()
}

export function PreviewView(props: ViewProps) {
  return (
    <div className={classes.preview} onClickCapture={stay} onSubmitCapture={(event) => event.preventDefault()}>
      <Late fallback={<Skeleton h={320} radius="md" />}>
        <View {...props} />
      </Late>
    </div>
  )
}
