import { MAX_SUPPORT_MESSAGE } from '@campus/contract/rules'
import { cutText } from '@campus/contract/shorten'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { deviceStore } from '../../lib/storage'

/** What another screen fills in comes after an unsent draft, which is not lost. */
function withRequest(draft: string, request: string): string {
  if (draft.includes(request)) return draft
  return cutText(draft ? `${draft}\n\n${request}` : request, MAX_SUPPORT_MESSAGE)
}

/** The message is stored per student on this device until it is sent. */
export function useTicketDraft(usuario: number): [text: string, write: (text: string) => void] {
  const key = `soporte-${usuario}`
  const [params] = useSearchParams()
  const [text, setText] = useState(() => withRequest(deviceStore.getItem(key) ?? '', params.get('mensaje') ?? ''))
  const write = (next: string) => {
    setText(next)
    if (next) deviceStore.setItem(key, next)
    else deviceStore.removeItem(key)
  }
  return [text, write]
}
