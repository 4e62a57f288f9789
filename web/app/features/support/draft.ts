import { useState } from 'react'

/** A message that is being written, kept on this device for this person until it is sent. */
export function useDraft(usuario: number): [text: string, write: (text: string) => void] {
  const key = `soporte-${usuario}`
  const [text, setText] = useState(() => localStorage.getItem(key) ?? '')
  const write = (next: string) => {
    setText(next)
    try {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    } catch {
      // A full or forbidden store: the draft lives as long as the page.
    }
  }
  return [text, write]
}
