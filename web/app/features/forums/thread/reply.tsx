import type { ForumDetail } from '@campus/contract/forums'
import { IconPencil } from '@tabler/icons-react'
import { type ComponentProps, createContext, lazy, useContext, useEffect } from 'react'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { preloadRichEditor } from '../editor/preload'
import classes from './forum.module.css'
import { useForumFacts, useThread } from './forum-context'
import { News, type NewsState } from './news'
import { TEXTS } from './texts'
import type { ReplyForm } from './use-reply'

const loadComposer = () => import('./write-form').then(({ Composer }) => ({ default: Composer }))
const Composer = lazy(loadComposer)

export function preloadComposer(): void {
  preloadRichEditor()
  void loadComposer().catch(() => undefined)
}

function LateComposer(props: ComponentProps<typeof Composer>) {
  return (
    <Late fallback={<div className={classes.editor} />}>
      <Composer {...props} />
    </Late>
  )
}

/** The one answer that is being written on a page. */
export const ReplyContext = createContext<ReplyForm | null>(null)

function Here() {
  const { store } = useForumFacts()
  const form = useContext(ReplyContext)
  useEffect(() => {
    store.setState({ beside: true })
    return () => store.setState({ beside: false })
  }, [store])
  return form && <LateComposer form={form} />
}

/** The form to answer a post, directly below it. */
export function InlineReply({ id }: { id: number }) {
  const here = useThread((state) => state.answering === id)
  return here && <Here />
}

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

type BarProps = {
  forum: ForumDetail
  /** Whether the posts are here. */
  ready: boolean
  reply: ReplyForm
  news: NewsState
}

/** Where the forum is answered, at the end of its posts; until it is pressed its button stays in reach. */
export function ReplyBar({ forum, ready, reply, news }: BarProps) {
  return (
    <div className={classes.bar} data-sticky={!reply.opened || undefined}>
      <News forum={forum} news={news} />
      {ready && (
        <Panel>
          <ForumReply form={reply} />
        </Panel>
      )}
    </div>
  )
}
