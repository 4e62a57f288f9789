import type { FlatPost } from '@campus/contract/forums'
import { isolate } from '@campus/contract/texts'
import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Quoted } from './quote'
import type { ThreadState, ThreadStore } from './thread-state'
import type { PostActions } from './use-post-actions'
import type { Reader } from './use-reading'

/** What every post needs to know of its forum; memoized, so that posts do not render again. */
export type ForumFacts = {
  id: number
  /** The student's id. */
  me: number
  author: number
  moderates: boolean
  /** The first unread post when the page was opened. */
  freshFrom: number | null
  store: ThreadStore
  reader: Reader
  actions: PostActions
  /** Null is the forum itself; `quoted` is put before the answer. */
  answer: (post: FlatPost | null, quoted?: Quoted) => void
  /** Navigates to a post of the open page. */
  goTo: (id: number) => void
}

export const ForumContext = createContext<ForumFacts | null>(null)

export function useForumFacts(): ForumFacts {
  const facts = useContext(ForumContext)
  if (!facts) throw new Error('posts must stand inside a forum')
  return facts
}

/** Renders again only when the selected value changes. */
export const useThread = <Value>(select: (state: ThreadState) => Value): Value =>
  useStore(useForumFacts().store, select)

export const nameOf = ({ usuario }: Pick<FlatPost, 'usuario'>): string =>
  usuario ? isolate(`${usuario.nombres} ${usuario.apellidos}`) : 'una respuesta eliminada'
