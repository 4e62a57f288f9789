import type { SuggestionKeyDownProps, SuggestionProps } from '@tiptap/suggestion'

/** The mention that is being typed. */
export type Mentioning = {
  query: string
  rect: DOMRect | null
  choose: (person: { id: string; label: string }) => void
}

/** Connects the editor, which knows what is typed after an @, with the list that React renders. */
export type MentionList = ReturnType<typeof createMentionList>

/** One per editor; the open list handles keys through `keys.current`. */
export function createMentionList() {
  let now: Mentioning | null = null
  const listeners = new Set<() => void>()
  const keys: { current: ((event: KeyboardEvent) => boolean) | null } = { current: null }
  const become = (next: Mentioning | null) => {
    now = next
    for (const listener of listeners) listener()
  }
  const show = ({ query, clientRect, command }: SuggestionProps) =>
    become({ query, rect: clientRect?.() ?? null, choose: command })
  return {
    keys,
    snapshot: () => now,
    close: () => become(null),
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    renderer: {
      onStart: show,
      onUpdate: show,
      onExit: () => become(null),
      onKeyDown: ({ event }: SuggestionKeyDownProps) => keys.current?.(event) ?? false,
    },
  }
}
