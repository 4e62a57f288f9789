import type { FlatPost } from '@campus/contract/forums'
import { isolate } from '@campus/contract/texts'
import { createContext, useContext } from 'react'
import type { Quoted } from './quote'
import type { PostActions } from './use-post-actions'

/** What every post needs to know of its forum; memoized, so that posts do not render again. */
export type ForumFacts = {
  id: number
  /** The student's id. */
  me: number
  author: number
  moderates: boolean
  /** The first unread post when the page was opened. */
  freshFrom: number | null
  actions: PostActions
  /** Null is the forum itself; `quoted` is put before the answer. */
  answer: (post: FlatPost | null, quoted?: Quoted) => void
  /** Navigates to a post of the open page. */
  goTo: (id: number) => void
  /** Observes a post to mark it as read; returns the cleanup. */
  watch: (element: HTMLElement) => () => void
  /** Marks collapsed posts as read. */
  see: (ids: readonly number[]) => void
}

export const ForumContext = createContext<ForumFacts | null>(null)

export function useForumFacts(): ForumFacts {
  const facts = useContext(ForumContext)
  if (!facts) throw new Error('posts must stand inside a forum')
  return facts
}

export const nameOf = ({ usuario }: Pick<FlatPost, 'usuario'>): string =>
  usuario ? isolate(`${usuario.nombres} ${usuario.apellidos}`) : 'una respuesta eliminada'
