import type { Comment } from '@campus/contract/comments'
import { Button, Skeleton, Title } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconMessages } from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router'
import { formatNumber } from '../../platform/format'
import { useUser } from '../../platform/session'
import { Face } from '../../ui/author'
import { Loaded, State } from '../../ui/states'
import classes from './comments.module.css'
import { COMMENT_FIELD, Composer } from './composer'
import { COMMENTS, targetOf, useArrival } from './deep-link'
import { type Change, type Draft, useDraft } from './draft'
import { commentsOf, holds, type Pages } from './pages'
import { T } from './texts'
import { isAnswered, Thread } from './thread'
import { useComments } from './use-comments'

type Query = ReturnType<typeof useComments>

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

type ListProps = {
  query: Query
  pages: Pages
  target: number | null
  answer: Draft['respuesta']
  onDraft: (change: Change) => void
}

function List({ query, pages, target, answer, onDraft }: ListProps) {
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
            answer={isAnswered(comment, answer) ? answer : null}
            onDraft={onDraft}
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
  const toNewest = useCallback(() => setAround(null), [])
  return { query, target, around, toNewest }
}

type NewCommentProps = {
  lesson: number
  text: string
  onDraft: (change: Change) => void
  onPublished: (to: Comment) => void
}

/** Where a comment is written; its field measures itself each time that it is drawn. */
const NewComment = memo(function NewComment({ lesson, text, onDraft, onPublished }: NewCommentProps) {
  const user = useUser()
  return (
    <div className={classes.write}>
      <Face nombre={`${user.nombres} ${user.apellidos}`} imagen={user.foto_perfil} />
      <Composer lesson={lesson} value={text} onChange={(texto) => onDraft({ texto })} onPublished={onPublished} />
    </div>
  )
})

function Comments({ lesson }: { lesson: number }) {
  const user = useUser()
  const navigate = useNavigate()
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const [near, setNear] = useState(false)
  if (entry?.isIntersecting && !near) setNear(true)
  const { query, target, around, toNewest } = useShown(lesson, near)
  const [draft, change] = useDraft(user.id, lesson)
  const published = useCallback(
    (comment: Comment) => {
      change({ texto: '' })
      if (around === null || comment.parent_id) return
      // The newest page is not the one in sight: the student is taken to where their comment stands.
      toNewest()
      navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    },
    [around, change, navigate, toNewest],
  )
  const total = query.data?.pages[0]?.total
  return (
    <section ref={ref} className={classes.comments} aria-labelledby={COMMENTS}>
      <Title order={2} id={COMMENTS} tabIndex={-1}>
        {T.title}
        {total ? ` (${formatNumber(total)})` : ''}
      </Title>
      <NewComment lesson={lesson} text={draft.texto} onDraft={change} onPublished={published} />
      <Loaded query={query} skeleton={<CommentsSkeleton />} errorTitle={T.loadError}>
        {(pages) => <List query={query} pages={pages} target={target} answer={draft.respuesta} onDraft={change} />}
      </Loaded>
    </section>
  )
}

/** The conversation under a lesson (campus.md section 2); a route of its own inside the lesson's. */
export default function LessonComments() {
  const { idleccion = '' } = useParams()
  return <Comments key={idleccion} lesson={Number(idleccion)} />
}
