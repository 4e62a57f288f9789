import type { Comment } from '@campus/contract/comments'
import { IconMessages } from '@tabler/icons-react'
import { memo, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '../../lib/session'
import { Avatar } from '../../ui/avatar'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { commentsOf, hasComment, type Pages } from './comment-pages'
import classes from './comments.module.css'
import { CommentsSkeleton } from './comments-skeleton'
import { Composer } from './composer'
import { targetOf, useArrival } from './deep-link'
import { type Change, type Draft, useDraft, withoutRecipient } from './draft'
import { TEXTS } from './texts'
import { isAnswered, Thread } from './thread'
import { useComments } from './use-comments'

type Query = ReturnType<typeof useComments>

function Empty() {
  return <EmptyState icon={IconMessages} title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
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
  const loaded = target !== null && hasComment(pages, target)
  useArrival(target, loaded)
  const comments = commentsOf(pages)
  const orphaned = comments.find(({ id, eliminado }) => eliminado && id === answer?.a)?.id
  useEffect(() => {
    if (orphaned !== undefined) onDraft(withoutRecipient(orphaned))
  }, [orphaned, onDraft])
  if (comments.length === 0) return <Empty />
  const failed = query.isFetchNextPageError || query.isFetchPreviousPageError
  return (
    <>
      {target !== null && !loaded && !query.isFetching && (
        <p className={classes.note} role="status">
          {TEXTS.gone}
        </p>
      )}
      {query.hasPreviousPage && (
        <More label={TEXTS.newer} busy={query.isFetchingPreviousPage} onClick={() => query.fetchPreviousPage()} />
      )}
      <ul>
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
          {TEXTS.moreError}
        </p>
      )}
      {query.hasNextPage && (
        <More label={TEXTS.more} busy={query.isFetchingNextPage} onClick={() => query.fetchNextPage()} />
      )}
    </>
  )
}

/** The newest comments, or those around the comment in the address when it is not among them. */
function useShown(lesson: number) {
  const target = targetOf(useLocation().hash)
  const [around, setAround] = useState(target)
  const [seen, setSeen] = useState(target)
  const query = useComments(lesson, around)
  if (target !== seen) {
    setSeen(target)
    if (target && !(query.data && hasComment(query.data, target))) setAround(target)
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

const NewComment = memo(function NewComment({ lesson, text, onDraft, onPublished }: NewCommentProps) {
  const user = useUser()
  return (
    <div className={classes.write}>
      <Avatar nombres={user.nombres} apellidos={user.apellidos} imagen={user.foto_perfil} />
      <Composer lesson={lesson} value={text} onChange={(texto) => onDraft({ texto })} onPublished={onPublished} />
    </div>
  )
})

/** The field for a new comment and the list; loaded when the reader comes near. */
export default function Discussion({ lesson }: { lesson: number }) {
  const user = useUser()
  const navigate = useNavigate()
  const { query, target, around, toNewest } = useShown(lesson)
  const [draft, change] = useDraft(user.id, lesson)
  const published = useCallback(
    (comment: Comment) => {
      change({ texto: '' })
      if (around === null || comment.parent_id) return
      // The new comment is on the newest page, not on the one shown.
      toNewest()
      navigate({ hash: '' }, { replace: true, preventScrollReset: true })
    },
    [around, change, navigate, toNewest],
  )
  return (
    <>
      <NewComment lesson={lesson} text={draft.texto} onDraft={change} onPublished={published} />
      <Loaded query={query} skeleton={<CommentsSkeleton />} errorTitle={TEXTS.loadError}>
        {(pages) => <List query={query} pages={pages} target={target} answer={draft.respuesta} onDraft={change} />}
      </Loaded>
    </>
  )
}
