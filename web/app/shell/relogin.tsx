import { type ComponentType, useEffect, useState } from 'react'
import { loginPath } from '../platform/redirect'
import { registerRelogin } from '../platform/relogin'

type Done = (again: boolean) => void
type Question = { Dialog: ComponentType<{ onDone: Done }>; answer: Done }

/** Opens login in place when the session ends in the middle of work (contract section 3). */
export function Relogin() {
  const [question, setQuestion] = useState<Question | null>(null)
  // The calls that were refused live outside of React and ask through here.
  useEffect(
    () =>
      registerRelogin(async () => {
        const loaded = await import('../features/accounts/relogin-dialog').catch(() => undefined)
        if (loaded) return new Promise<boolean>((answer) => setQuestion({ Dialog: loaded.default, answer }))
        // Its file is gone since a new release: the login page does as well.
        window.location.assign(loginPath(window.location))
        return false
      }),
    [],
  )
  if (!question) return null
  const done = (again: boolean) => {
    setQuestion(null)
    question.answer(again)
  }
  return <question.Dialog onDone={done} />
}
