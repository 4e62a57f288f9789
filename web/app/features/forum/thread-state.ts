import { createContext, useContext, useSyncExternalStore } from 'react'

/** What happens among the posts of a page. Each row hears only of what it asks for: hundreds of them stand in a list. */
export type ThreadState = {
  /** The post that is answered, or null. */
  answering: number | null
  /** Whether the answer is written beside that post, which is on this page. */
  beside: boolean
  /** The post that is edited, or null. */
  editing: number | null
  /** The post that is led to, and how many times somebody was led. */
  target: number | null
  arrival: number
  /** Whether it comes to the top of the window, or just into it. */
  block: 'start' | 'nearest'
  /** Posts whose replies are put away. */
  collapsed: ReadonlySet<number>
}

/** Holds {@link ThreadState} outside of React's tree. */
export function createThreadState() {
  let state: ThreadState = {
    answering: null,
    beside: false,
    editing: null,
    target: null,
    arrival: 0,
    block: 'start',
    collapsed: new Set(),
  }
  const listeners = new Set<() => void>()
  return {
    get: () => state,
    set(part: Partial<ThreadState>): void {
      state = { ...state, ...part }
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export type ThreadStore = ReturnType<typeof createThreadState>

export const ThreadContext = createContext<ThreadStore | null>(null)

export function useThreadStore(): ThreadStore {
  const store = useContext(ThreadContext)
  if (!store) throw new Error('posts must stand inside a thread')
  return store
}

/** One thing of the state; its row draws again only when that changes. */
export function useThread<Value>(pick: (state: ThreadState) => Value): Value {
  const store = useThreadStore()
  return useSyncExternalStore(store.subscribe, () => pick(store.get()))
}

/** Leads to a post, or to none. */
export function lead(store: ThreadStore, target: number | null, block: ThreadState['block'] = 'start'): void {
  store.set({ target, block, arrival: store.get().arrival + 1 })
}

/** Puts the replies of a post away, or brings them back. */
export function toggleReplies(store: ThreadStore, id: number): void {
  const collapsed = new Set(store.get().collapsed)
  if (!collapsed.delete(id)) collapsed.add(id)
  store.set({ collapsed })
}

/** Brings back what stands above a post. */
export function reveal(store: ThreadStore, above: readonly number[]): void {
  const { collapsed } = store.get()
  if (!above.some((id) => collapsed.has(id))) return
  store.set({ collapsed: new Set([...collapsed].filter((id) => !above.includes(id))) })
}
