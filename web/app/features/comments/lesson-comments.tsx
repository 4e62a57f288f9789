import type { Comment } from '@campus/contract/comments'
import { Button, Skeleton, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { formatNumber } from '../../platform/format'
import { useUser } from '../../platform/session'
import { Loaded, State } from '../../ui/states'
import { Face } from './author'
import classes from './comments.module.css'
import { COMMENT_FIELD, Composer } from './composer'
import { targetOf, useArrival } from './deep-link'
import { type Draft, useDraft } from './draft'
import { commentsOf, holds, type Pages } from './pages'
import { T } from './texts'
import { Thread } from './thread'
import { useComments } from './use-comments'

type Query = ReturnType<typeof useComments>
type Change = (part: Partial<Draft>) => void

function CommentsSkeleton() {
  return ['a', 'b', 'c'].map((key) => (
    <div key={key} className={classes.item}>
      <Skeleton circle height={44} />
      <div>
        <Skeleton height={18} width="40%" mb={10} />
        <Skeleton height={14} mb={8} />
        <Skeleton height={14} width="70%" mb={24} />
      </div>
    </div>
  ))
}

function Empty() {
  return (
    <State
      icon={IconMessages}
      title={T.emptyTitle}
      text={T.emptyText}
      action={
        <Button variant="light" mt="xs" onClick={() => document.getElementById(COMMENT_FIELD)?.focus()}>
          {T.emptyAction}
        </Button>
      }
    />
  )
}

function More({ label, busy, onClick }: { label: string; busy: boolean; onClick: () => void }) {
  return (
    <Button variant="light" fullWidth loading={busy} onClick={onClick}>
      {label}
    </Button>
  )
}

type ListProps = { query: Query; pages: Pages; target: number | null; draft: Draft; onDraft: Change }

function List({ query, pages, target, draft, onDraft }: ListProps) {
  const there = target !== null && holds(pages, target)
  useArrival(target, there)
  const comments = commentsOf(pages)
  if (comments.length === 0) return <Empty />
  const failed = query.isFetchNextPageError || query.isFetchPreviousPageError
  return (
    <>
      {target !== null && !there && !query.isFetching && (
        <p className={classes.note} role="status">
          {T.gone}
        </p>
      )}
      {query.hasPreviousPage && (
        <More label={T.newer} busy={query.isFetchingPreviousPage} onClick={() => query.fetchPreviousPage()} />
      )}
      <ul className={classes.list}>
        {comments.map((comment) => (
          <Thread
            key={comment.id}
            comment={comment}
            target={target}
            answer={draft.respuesta}
            onAnswer={(respuesta) => onDraft({ respuesta })}
          />
        ))}
      </ul>
      {failed && (
        <p className={classes.note} role="alert">
          {T.moreError}
        </p>
      )}
      {query.hasNextPage && (
        <More label={T.more} busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} />
      )}
    </>
  )
}

/** The comments in sight: the newest, or those around the last comment that the address asked for and they lacked. */
function useShown(lesson: number, near: boolean) {
  const target = targetOf(useLocation().hash)
  const [around, setAround] = useState(target)
  const [seen, setSeen] = useState(target)
  const query = useComments(lesson, around, near || around !== null)
  if (target !== seen) {
    setSeen(target)
    if (target && !(query.data && holds(query.data, target))) setAround(target)
  }
  return { query, target, around, toNewest: () => setAround(null) }
}

function Comments({ lesson }: { lesson: number }) {
  const user = useUser()
  const navigate = useNavigate()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [near, setNear] = useState(false)
  if (entry?.isIntersecting && !near) setNear(true)
  const { query, target, around, toNewest } = useShown(lesson, near)
  const [draft, change] = useDraft(user.id, lesson)
  const published = (comment: Comment) => {
    change({ texto: '' })
    if (around === null || comment.parent_id) return
    // The newest page is not the one in sight: the student is taken to where their comment stands.
    toNewest()
    navigate({ hash: '' }, { replace: true, preventScrollReset: true })
  }
  const total = query.data?.pages[0]?.total
  return (
    <section ref={ref} className={classes.comments} aria-labelledby="comentarios">
      <Title order={2} id="comentarios">
        {T.title}
        {total ? ` (${formatNumber(total)})` : ''}
      </Title>
      <div className={classes.write}>
        <Face nombre={`${user.nombres} ${user.apellidos}`} imagen={user.foto_perfil} />
        <Composer lesson={lesson} value={draft.texto} onChange={(texto) => change({ texto })} onPublished={published} />
      </div>
      <Loaded query={query} skeleton={<CommentsSkeleton />} errorTitle={T.loadError}>
        {(pages) => <List query={query} pages={pages} target={target} draft={draft} onDraft={change} />}
      </Loaded>
    </section>
  )
}

/** The conversation under a lesson (campus.md section 2); a route of its own inside the lesson's. */
export default function LessonComments() {
  const { idleccion = '' } = useParams()
  return <Comments key={idleccion} lesson={Number(idleccion)} />
}
