import type { ForumDetail } from '@campus/contract/forums'
import { IconPencil } from '@tabler/icons-react'
import { Panel } from '../../../ui/panel'
import classes from './forum.module.css'
import { LateComposer, preloadComposer } from './inline-reply'
import { News } from './news'
import { TEXTS } from './texts'
import { useThread } from './thread-state'
import type { ForumPageState } from './use-forum-page'
import type { ReplyForm } from './use-reply'

/** The answer to the forum, below its posts; a button until the student starts to write. */
function ForumReply({ form }: { form: ReplyForm }) {
  const beside = useThread((state) => state.beside)
  if (form.opened && !beside) return <LateComposer form={form} elsewhere={form.to !== null} />
  return (
    <button
      type="button"
      className={classes.open}
      onPointerEnter={preloadComposer}
      onFocus={preloadComposer}
      onClick={() => form.answer(null)}
    >
      <IconPencil size={20} aria-hidden />
      {TEXTS.open}
    </button>
  )
}

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
