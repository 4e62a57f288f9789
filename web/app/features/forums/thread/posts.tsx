import type { ForumDetail } from '@campus/contract/forums'
import { IconMessages } from '@tabler/icons-react'
import { memo, useDeferredValue } from 'react'
import { formatNumber } from '../../../lib/format'
import { EmptyState } from '../../../ui/empty-state'
import { Loaded } from '../../../ui/loaded'
import { Pager } from '../../../ui/pager'
import { Panel } from '../../../ui/panel'
import { Skeleton } from '../../../ui/skeleton'
import { Stack } from '../../../ui/stack'
import { Title } from '../../../ui/title'
import classes from './forum.module.css'
import { Unread } from './news'
import { POST_PARAM, POSTS_ANCHOR, type PostAddress } from './post-address'
import { TEXTS } from './texts'
import { Thread } from './thread'
import { countOf, type PostPage } from './tree'
import type { usePosts } from './use-posts'

/** A screenful of posts is rendered at once; the rest follows without blocking the page. */
const RENDERED_AT_ONCE = 4
/** The estimated height of a post before it is rendered, in pixels. */
const ESTIMATED_HEIGHT = 160

const skeleton = (
  <div className={classes.threads}>
    {['a', 'b', 'c'].map((key) => (
      <Panel key={key}>
        <Stack gap="sm">
          <div className={classes.ghost}>
            <Skeleton height={36} width={36} />
            <Skeleton height={16} width="40%" />
          </div>
          <Skeleton height={14} />
          <Skeleton height={14} width="80%" />
          <Skeleton height={36} width="50%" />
        </Stack>
      </Panel>
    ))}
  </div>
)

/** How many of the first threads are rendered at once. */
function firstOf({ data }: PostPage): number {
  let posts = 0
  const index = data.findIndex((top) => {
    posts += 1 + countOf(top.replies)
    return posts > RENDERED_AT_ONCE
  })
  return index < 0 ? data.length : index + 1
}

type ListProps = Pick<PostAddress, 'target' | 'wanted'> & { page: PostPage }

/** Not drawn again with each letter of an answer. */
const List = memo(function List({ page, target, wanted }: ListProps) {
  // A link to one post needs all of them, otherwise its element might not exist yet.
  const all = useDeferredValue(true, target !== null)
  const drawn = all ? page.data.length : firstOf(page)
  return (
    <ul className={classes.threads}>
      {page.data.map((top, at) => (
        <li key={top.id}>
          <Panel>
            {at < drawn ? (
              <Thread top={top} wanted={wanted?.top === top.id ? Math.max(1, wanted.page) : 0} />
            ) : (
              <div style={{ height: ESTIMATED_HEIGHT * (1 + countOf(top.replies)) }} />
            )}
          </Panel>
        </li>
      ))}
    </ul>
  )
})

type PostsProps = {
  forum: ForumDetail
  address: PostAddress
  posts: ReturnType<typeof usePosts>
  /** Whether an answer is being written. */
  opened: boolean
}

export function Posts({ forum, address, posts, opened }: PostsProps) {
  const total = forum.total_posts
  return (
    <section aria-labelledby={POSTS_ANCHOR} className={classes.posts}>
      <div className={classes.postsHead}>
        <Title order={2} id={POSTS_ANCHOR} tabIndex={-1}>
          {`${TEXTS.answers}${total > 0 ? ` (${formatNumber(total)})` : ''}`}
        </Title>
        <Unread forum={forum} />
      </div>
      {address.gone && (
        <p className={classes.note} role="status">
          {TEXTS.gone}
        </p>
      )}
      <div aria-busy={posts.isPlaceholderData || undefined} data-stale={posts.isPlaceholderData || undefined}>
        <Loaded query={posts} skeleton={skeleton} errorTitle={TEXTS.postsError}>
          {({ data: page }) => (
            <>
              {page.total === 0 ? (
                !opened && <EmptyState icon={IconMessages} title={TEXTS.emptyTitle} text={TEXTS.emptyText} />
              ) : (
                <List key={page.current_page} page={page} target={address.target} wanted={address.wanted} />
              )}
              <Pager
                page={page.current_page}
                last={page.last_page}
                label={TEXTS.pages}
                without={POST_PARAM}
                anchor={POSTS_ANCHOR}
              />
            </>
          )}
        </Loaded>
      </div>
    </section>
  )
}
