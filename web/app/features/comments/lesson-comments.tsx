import { Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { lazy, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { formatNumber } from '../../lib/format'
import { Late } from '../../ui/late'
import classes from './comments.module.css'
import { CommentsSkeleton } from './comments-skeleton'
import { COMMENTS, targetOf } from './deep-link'
import { TEXTS } from './texts'
import { useCount } from './use-count'

const Discussion = lazy(() => import('./discussion'))

/** True from the moment when the section is near the screen, or the address names one of its comments. */
function useNear() {
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const named = targetOf(useLocation().hash) !== null
  const [near, setNear] = useState(named)
  if ((entry?.isIntersecting || named) && !near) setNear(true)
  return { ref, near }
}

function Comments({ lesson }: { lesson: number }) {
  const { ref, near } = useNear()
  const { count } = useCount()
  return (
    <section ref={ref} className={classes.comments} aria-labelledby={COMMENTS}>
      <Title order={2} id={COMMENTS} tabIndex={-1}>
        {`${TEXTS.title}${count > 0 ? ` (${formatNumber(count)})` : ''}`}
      </Title>
      {near ? (
        <Late fallback={<CommentsSkeleton />}>
          <Discussion lesson={lesson} />
        </Late>
      ) : (
        <CommentsSkeleton />
      )}
    </section>
  )
}

/** The comments of a lesson (docs/product/community.md 1); a route of its own inside the lesson's. */
export default function LessonComments() {
  const { idleccion = '' } = useParams()
  return <Comments key={idleccion} lesson={Number(idleccion)} />
}
