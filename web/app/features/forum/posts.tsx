import type { ForumDetail } from '@campus/contract/forums'
import { Button, Skeleton, Title } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useDeferredValue } from 'react'
import { Navigate } from 'react-router'
import { formatNumber } from '../../platform/format'
import { NumberedPager, PAGE_PARAM } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { Loaded, State } from '../../ui/states'
import { POST_PARAM, POSTS_ANCHOR } from './address'
import { ForumReply } from './composer'
import classes from './forum.module.css'
import { News, Unread } from './news'
import { T } from './texts'
import { Thread } from './thread'
import { countOf, type PostPage } from './tree'
import type { Conversation } from './use-conversation'

/** So many posts are drawn with the page; the rest follows while it can already be used. */
const AT_ONCE = 24
/** From so many posts on, those out of sight are not painted. */
const MANY = 80
/** About how high a post is before it is drawn, in pixels. */
const GUESS = 160

const skeleton = (
  <div className={classes.threads}>
    {['a', 'b', 'c'].map((key) => (
      <Panel key={key}>
        <div className={classes.ghost}>
          <Skeleton circle height={36} />
          <Skeleton height={16} width="40%" />
        </div>
        <Skeleton height={14} mt="md" />
        <Skeleton height={14} mt="xs" width="80%" />
        <Skeleton height={36} mt="md" width="50%" />
      </Panel>
    ))}
  </div>
)

/** How many of the first threads are drawn at once. */
function firstOf({ data }: PostPage): number {
  let posts = 0
  const index = data.findIndex((top) => {
    posts += 1 + countOf(top.replies)
    return posts > AT_ONCE
  })
  return index < 0 ? data.length : index + 1
}

const countAll = ({ data }: PostPage): number => data.reduce((sum, { replies }) => sum + countOf(replies), 0)

type ListProps = { page: PostPage; talk: Conversation }

function List({ page, talk }: ListProps) {
  const { wanted, target } = talk.asked
  // Who comes for one post waits for all of them, or it would not be there to be led to.
  const all = useDeferredValue(true, target !== null)
  const drawn = all ? page.data.length : firstOf(page)
  const many = page.data.length + countAll(page) > MANY
  return (
    <ul className={classes.threads} data-many={many || undefined}>
      {page.data.map((top, at) => (
        <li key={top.id}>
          <Panel>
            {at < drawn ? (
              <Thread
                top={top}
                wanted={wanted?.top === top.id ? Math.max(1, wanted.page) : 0}
                onLoaded={talk.reading.loaded}
              />
            ) : (
              <div style={{ height: GUESS * (1 + countOf(top.replies)) }} />
            )}
          </Panel>
        </li>
      ))}
    </ul>
  )
}

function Empty({ talk }: { talk: Conversation }) {
  if (talk.reply.opened) return null
  return (
    <State
      icon={IconMessages}
      title={T.emptyTitle}
      text={T.emptyText}
      action={
        <Button variant="light" mt="xs" onClick={() => talk.reply.answer(null)}>
          {T.emptyAction}
        </Button>
      }
    />
  )
}

/** A page of posts with its pager and the place to answer. */
export function Posts({ forum, talk }: { forum: ForumDetail; talk: Conversation }) {
  const { asked, posts, news, reading } = talk
  const total = forum.total_posts
  return (
    <section aria-labelledby={POSTS_ANCHOR} className={classes.posts}>
      <div className={classes.postsHead}>
        <Title order={2} id={POSTS_ANCHOR} tabIndex={-1}>
          {T.answers}
          {total > 0 && ` (${formatNumber(total)})`}
        </Title>
        <Unread forum={forum} onReadAll={reading.readAll} />
      </div>
      {asked.gone && (
        <p className={classes.note} role="status">
          {T.gone}
        </p>
      )}
      <div aria-busy={posts.isPlaceholderData || undefined} data-stale={posts.isPlaceholderData || undefined}>
        <Loaded query={posts} skeleton={skeleton} errorTitle={T.postsError}>
          {({ data: page }) => (
            <>
              {page.total > 0 && page.data.length === 0 && <Navigate to={`?${PAGE_PARAM}=${page.last_page}`} replace />}
              {page.total === 0 ? <Empty talk={talk} /> : <List key={page.current_page} page={page} talk={talk} />}
              <NumberedPager
                page={page.current_page}
                last={page.last_page}
                label={T.pages}
                without={POST_PARAM}
                anchor={POSTS_ANCHOR}
              />
              {(page.total > 0 || talk.reply.opened) && (
                <Panel>
                  <ForumReply form={talk.reply} />
                </Panel>
              )}
            </>
          )}
        </Loaded>
      </div>
      <News forum={forum} count={news.count} onShow={talk.showNews} />
    </section>
  )
}
