import { createContext, useContext, useEffect } from 'react'
import { Composer } from './composer'
import { useThread, useThreadStore } from './thread-state'
import type { ReplyForm } from './use-reply'

/** The one answer that is being written on a page. */
export const ReplyContext = createContext<ReplyForm | null>(null)

function Here() {
  const store = useThreadStore()
  const form = useContext(ReplyContext)
  useEffect(() => {
    store.setState({ beside: true })
    return () => store.setState({ beside: false })
  }, [store])
  return form && <Composer form={form} />
}

/** The form to answer a post, directly below it. */
export function InlineReply({ id }: { id: number }) {
  const here = useThread((state) => state.answering === id)
  return here && <Here />
}
