import { splitChecks } from '@campus/contract/check-blocks'
import { lazy } from 'react'
import { Html } from '../../../ui/html'
import { Late } from '../../../ui/late'
import { Skeleton } from '../../../ui/skeleton'

const Check = lazy(() => import('./check.island'))

/** About the height of a check with three options. */
const CHECK_PX = 340

/** A lesson's text with its checks between the paragraphs. */
export function LessonText({ lesson: { id, contenido } }: { lesson: { id: number; contenido: string } }) {
  return splitChecks(contenido).map(({ place, isCheck, text }) =>
    isCheck ? (
      <Late key={place} fallback={<Skeleton height={CHECK_PX} />}>
        <Check escaped={text} lesson={id} place={place} />
      </Late>
    ) : (
      <Html key={place} html={text} />
    ),
  )
}
