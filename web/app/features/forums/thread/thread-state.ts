import { createStore, type StoreApi } from 'zustand'

/** The shared state of a page of posts: hundreds of rows read it, so each one subscribes only to what it needs. */
export type ThreadState = {
  /** The post that is being answered. */
  answering: number | null
  /** Whether the form of the answer is below that post. */
  beside: boolean
  /** The post that is being edited. */
  editing: number | null
  /** The post to scroll to, and how many times that was requested. */
  target: number | null
  scrolls: number
  block: 'start' | 'nearest'
  collapsed: ReadonlySet<number>
}

export type ThreadStore = StoreApi<ThreadState>

export const createThreadStore = (): ThreadStore =>
  createStore(() => ({
    answering: null,
    beside: false,
    editing: null,
    target: null,
    scrolls: 0,
    block: 'start',
    collapsed: new Set<number>(),
  }))

export const scrollToPost = (store: ThreadStore, target: number | null, block: ThreadState['block'] = 'start'): void =>
  store.setState(({ scrolls }) => ({ target, block, scrolls: scrolls + 1 }))

/** Collapses or expands the replies of a post. */
export function toggleReplies(store: ThreadStore, id: number): void {
  const collapsed = new Set(store.getState().collapsed)
  if (!collapsed.delete(id)) collapsed.add(id)
  store.setState({ collapsed })
}

/** Expands the posts above one. */
export function reveal(store: ThreadStore, above: readonly number[]): void {
  const { collapsed } = store.getState()
  if (!above.some((id) => collapsed.has(id))) return
  store.setState({ collapsed: new Set([...collapsed].filter((id) => !above.includes(id))) })
}
