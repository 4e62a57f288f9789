import type { ForumPost, TopPost } from '@campus/contract/forums'
import { REPLIES_PER_POST } from '@campus/contract/rules'
import { useQueries } from '@tanstack/react-query'
import { memo, useCallback, useEffect, useMemo, useState } from 'react'
import { api } from '../../../lib/api'
import { count } from '../../../lib/format'
import { Button } from '../../../ui/button'
import { nameOf, useForumFacts, useThread } from './forum-context'
import { PostRow } from './post'
import classes from './post.module.css'
import { InlineReply } from './reply'
import { TEXTS } from './texts'
import { reveal, toggleReplies } from './thread-state'
import { countOf, flatten, grow, pathTo } from './tree'

/** From this depth on the indentation ends (post.module.css), so a reply says who it answers. */
const NAMED_DEPTH = 4
const DEEPEST = 7

type BranchProps = { post: ForumPost; depth: number; parent?: string | undefined }

const Branch = memo(function Branch({ post, depth, parent }: BranchProps) {
  const { store, reader } = useForumFacts()
  const collapsed = useThread((state) => state.collapsed.has(post.id))
  const { id, replies } = post
  const toggle = useCallback(() => {
    // Collapsed replies count as read.
    if (!store.getState().collapsed.has(id)) reader.see(flatten(replies).map((reply) => reply.id))
    toggleReplies(store, id)
  }, [store, reader, id, replies])
  const name = nameOf(post)
  return (
    <li className={classes.branch} data-depth={Math.min(depth, DEEPEST)}>
      <PostRow
        post={post}
        below={countOf(replies)}
        onToggle={toggle}
        answers={depth >= NAMED_DEPTH ? parent : undefined}
      />
      <InlineReply id={id} />
      {replies.length > 0 && !collapsed && (
        <div className={classes.below}>
          {/* A second way to collapse the replies; the button in the post serves the keyboard. */}
          <button type="button" className={classes.guide} tabIndex={-1} aria-hidden="true" onClick={toggle} />
          <ul className={classes.replies} aria-label={`Respuestas a ${name}`}>
            {replies.map((reply) => (
              <Branch key={reply.id} post={reply} depth={depth + 1} parent={name} />
            ))}
          </ul>
        </div>
      )}
    </li>
  )
})

/** Whether the server cut the replies because the page would have been too large. */
const isCut = ({ replies, replies_restantes: left }: TopPost) => left > 0 && countOf(replies) < REPLIES_PER_POST

/** Further pages of replies; the first may have come with the post in part. */
function useMore(id: number, cut: boolean) {
  const [pages, setPages] = useState<readonly number[]>([])
  const queries = useQueries({
    queries: pages.map((page) =>
      api.queryOptions(
        'get',
        '/api/posts-foro/{id}/respuestas',
        { params: { path: { id: String(id) }, query: { page } } },
        { refetchOnWindowFocus: false, refetchOnReconnect: false },
      ),
    ),
    combine: (all) => ({
      posts: all.flatMap(({ data }) => data?.data.data ?? []),
      busy: all.some(({ isFetching }) => isFetching),
      failed: all.some(({ isError }) => isError),
      retry: () => {
        for (const query of all) if (query.isError) void query.refetch()
      },
    }),
  })
  const add = useCallback(
    (page: number) => setPages((loaded) => (loaded.includes(page) ? loaded : [...loaded, page].sort((a, b) => a - b))),
    [],
  )
  let next = cut ? 1 : 2
  while (pages.includes(next)) next += 1
  return { ...queries, add, more: () => (queries.failed ? queries.retry() : add(next)) }
}

type ThreadProps = {
  top: TopPost
  /** The page of its replies that holds the linked post, 1 for those that came with it; 0 for none. */
  wanted: number
}

/** A top-level post with its replies, the rest of them by pages. */
export const Thread = memo(function Thread({ top, wanted }: ThreadProps) {
  const { store, reader } = useForumFacts()
  const cut = isCut(top)
  const more = useMore(top.id, cut)
  const { add, posts } = more
  const grown = useMemo(() => grow(top, posts), [top, posts])
  const post = useMemo(() => ({ ...top, replies: grown.replies }), [top, grown])
  const target = useThread((state) => state.target)
  useEffect(() => {
    if (wanted > 1 || (wanted === 1 && cut)) add(wanted)
  }, [wanted, cut, add])
  useEffect(() => reader.loaded(top.id, grown), [reader, top.id, grown])
  useEffect(() => {
    if (target !== null) reveal(store, pathTo([post], target) ?? [])
  }, [store, post, target])
  return (
    <>
      <ul className={classes.replies}>
        <Branch post={post} depth={0} />
      </ul>
      {more.failed && (
        <p className={classes.note} role="alert">
          {TEXTS.moreError}
        </p>
      )}
      {grown.left > 0 && (
        <Button variant="light" fullWidth below loading={more.busy} onClick={more.more}>
          {`Ver ${count(grown.left, 'respuesta más', 'respuestas más')}`}
        </Button>
      )}
    </>
  )
})
