import { MAX_SUPPORT_MESSAGE } from '@campus/contract/rules'
import { useState } from 'react'
import { useSearchParams } from 'react-router'

/** What another screen fills in comes after an unsent draft, which is not lost. */
function withRequest(draft: string, request: string): string {
  if (draft.includes(request)) return draft
  return (draft ? `${draft}\n\n${request}` : request).slice(0, MAX_SUPPORT_MESSAGE)
}

/** The message is stored per student on this device until it is sent. */
export function useTicketDraft(usuario: number): [text: string, write: (text: string) => void] {
  const key = `soporte-${usuario}`
  const [params] = useSearchParams()
  const [text, setText] = useState(() => withRequest(localStorage.getItem(key) ?? '', params.get('mensaje') ?? ''))
  const write = (next: string) => {
    setText(next)
    try {
      if (next) localStorage.setItem(key, next)
      else localStorage.removeItem(key)
    } catch {
      // Storage full or forbidden: the draft lives as long as the page.
    }
  }
  return [text, write]
}
