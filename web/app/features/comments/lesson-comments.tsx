import { lazy, useCallback, useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { formatNumber } from '../../lib/format'
import { Late } from '../../ui/late'
import { Title } from '../../ui/title'
import classes from './comments.module.css'
import { CommentsSkeleton } from './comments-skeleton'
import { COMMENTS, targetOf } from './deep-link'
import { TEXTS } from './texts'
import { useCount } from './use-count'

const Discussion = lazy(() => import('./discussion'))

/** True from the moment when the section is near the screen, or the address names one of its comments. */
function useNear() {
  const named = targetOf(useLocation().hash) !== null
  const [near, setNear] = useState(named)
  if (named && !near) setNear(true)
  const ref = useCallback((place: HTMLElement) => {
    const watch = new IntersectionObserver((seen) => setNear((now) => now || seen.some((one) => one.isIntersecting)), {
      rootMargin: '600px',
    })
    watch.observe(place)
    return () => watch.disconnect()
  }, [])
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
