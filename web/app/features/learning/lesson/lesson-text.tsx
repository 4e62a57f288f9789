import { splitChecks } from '@campus/contract/check-blocks'
import { lazy } from 'react'
import { Html } from '../../../ui/html'
import { Island } from '../../../ui/island'
import { Late } from '../../../ui/late'

const Check = lazy(() => import('./check.island'))

/** A lesson's text with its checks between the paragraphs. */
export default function LessonText({ lesson: { id, contenido } }: { lesson: { id: number; contenido: string } }) {
  return splitChecks(contenido).map(({ place, isCheck, text }) =>
    isCheck ? (
      <Late key={place}>
        <Island name="features/learning/lesson/check" part={Check} props={{ escaped: text, lesson: id, place }} />
      </Late>
    ) : (
      <Html key={place} html={text} />
    ),
  )
}
