import { type ComponentProps, createContext, lazy, useContext, useEffect } from 'react'
import { Late } from '../../../ui/late'
import { preloadRichEditor } from '../editor/preload'
import classes from './forum.module.css'
import { useThread, useThreadStore } from './thread-state'
import type { ReplyForm } from './use-reply'

const loadComposer = () => import('./composer')
const Composer = lazy(loadComposer)

export function preloadComposer(): void {
  preloadRichEditor()
  void loadComposer().catch(() => undefined)
}

export function LateComposer(props: ComponentProps<typeof Composer>) {
  return (
    <Late fallback={<div className={classes.editor} />}>
      <Composer {...props} />
    </Late>
  )
}

/** The one answer that is being written on a page. */
export const ReplyContext = createContext<ReplyForm | null>(null)

function Here() {
  const store = useThreadStore()
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
