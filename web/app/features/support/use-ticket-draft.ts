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

/** A text that this device stores until it is empty. */
function useStored(key: string, initial: (stored: string) => string): [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => initial(deviceStore.getItem(key) ?? ''))
  const write = (next: string) => {
    setText(next)
    if (next) deviceStore.setItem(key, next)
    else deviceStore.removeItem(key)
  }
  return [text, write]
}

/** Topic and message are stored per student on this device until they are sent. */
export function useTicketDraft(usuario: number) {
  const [params] = useSearchParams()
  const [topic, writeTopic] = useStored(`soporte-tema-${usuario}`, (stored) => params.get('tema') ?? stored)
  const [text, write] = useStored(`soporte-${usuario}`, (stored) => withRequest(stored, params.get('mensaje') ?? ''))
  return { topic, writeTopic, text, write }
}
