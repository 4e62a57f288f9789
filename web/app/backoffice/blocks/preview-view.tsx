import type { Preview } from '@campus/contract/documents/documents'
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
import type { Tried } from './document-calls'

type ViewProps = { shown: Preview; onTry: (tried: Tried) => Promise<Preview> }

function View({ shown, onTry }: ViewProps) {
  switch (shown.tipo) {
    case 'curso':
      return <CoursePreview course={shown.curso} />
    case 'leccion':
      return <LessonPreview lesson={shown.leccion} />
    case 'evaluacion':
      return (
        <ExamPreview
          trial={shown}
          send={async (entrega) => {
            const tried = await onTry({ entrega })
            return tried.tipo === 'evaluacion' ? tried : shown
          }}
        />
      )
    case 'portada':
      return <LandingPreview data={shown.portada} />
    case 'pagina':
      return <PagePreview page={shown.pagina} />
    case 'premios':
      return <PrizesPreview prizes={shown.premios} />
    case 'tema':
      return (
        <TopicPreview
          topic={shown.tema}
          generate={async (respuestas) => {
            const tried = await onTry({ respuestas })
            return tried.tipo === 'tema' ? tried.resultados : []
          }}
        />
      )
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
