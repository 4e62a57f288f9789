import { createContext, useContext, useEffect } from 'react'
import { Composer } from './composer'
import { useThread, useThreadStore } from './thread-state'
import type { ReplyForm } from './use-reply'

/** The answer that is being written: one per page. */
export const ReplyContext = createContext<ReplyForm | null>(null)

function Here() {
  const store = useThreadStore()
  const form = useContext(ReplyContext)
  useEffect(() => {
    store.set({ beside: true })
    return () => store.set({ beside: false })
  }, [store])
  return form && <Composer form={form} />
}

/** Where the answer to a post is written: right below it. */
export function InlineReply({ id }: { id: number }) {
  const here = useThread((state) => state.answering === id)
  return here && <Here />
}
