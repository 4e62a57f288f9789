import type { FlatPost } from '@campus/contract/forums'
import { createContext, useContext } from 'react'
import type { PostActions } from './use-post-actions'

/** What every post of a page needs to know of where it stands; the same object as long as none of it changes. */
export type ForumFacts = {
  id: number
  /** Who reads. */
  me: number
  /** Who opened the forum. */
  author: number
  moderates: boolean
  /** The first post that was unread when the page was opened; null when there was none. */
  freshFrom: number | null
  actions: PostActions
  answer: (post: FlatPost | null) => void
  /** Leads to a post of the page that is open. */
  goTo: (id: number) => void
  /** Watches a post's element, to know when it was read; the way to stop. */
  watch: (element: HTMLElement) => () => void
  /** Counts posts as read that somebody put away. */
  see: (ids: readonly number[]) => void
}

export const ForumContext = createContext<ForumFacts | null>(null)

export function useForumFacts(): ForumFacts {
  const facts = useContext(ForumContext)
  if (!facts) throw new Error('posts must stand inside a forum')
  return facts
}

/** The name of a post's author. */
export const nameOf = ({ usuario }: Pick<FlatPost, 'usuario'>): string =>
  usuario ? `${usuario.nombres} ${usuario.apellidos}` : 'una respuesta eliminada'
