import type { ForumDetail } from '@campus/contract/forums'
import { Panel } from '../../../ui/panel'
import { ForumReply } from './composer'
import classes from './forum.module.css'
import { News } from './news'
import type { ForumPageState } from './use-forum-page'

/** The answer to the forum, at the end of its posts; until it is pressed its button stays in reach. */
export function ReplyBar({ forum, state }: { forum: ForumDetail; state: ForumPageState }) {
  const { posts, reply, news, showNews } = state
  const total = posts.data?.data.total ?? 0
  return (
    <div className={classes.bar} data-sticky={!reply.opened || undefined}>
      <News forum={forum} count={news.count} onShow={showNews} />
      {posts.data && (total > 0 || reply.opened) && (
        <Panel>
          <ForumReply form={reply} />
        </Panel>
      )}
    </div>
  )
}
