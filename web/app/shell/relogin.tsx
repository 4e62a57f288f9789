import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { loginPath } from '../platform/redirect'
import { registerRelogin } from '../platform/relogin'

type Done = (again: boolean) => void
type Parts = { Dialog: ComponentType<{ onDone: Done }>; Queries: ComponentType<{ children: ReactNode }> }
type Question = Parts & { answer: Done }

/** Its form asks the API: both or neither. */
async function loadParts(): Promise<Parts> {
  const [{ default: Dialog }, { default: Queries }] = await Promise.all([
    import('../features/accounts/relogin-dialog'),
    import('../platform/queries-here'),
  ])
  return { Dialog, Queries }
}

/** Opens login in place when the session ends in the middle of work (contract section 3). */
export function Relogin() {
  const [question, setQuestion] = useState<Question | null>(null)
  // The calls that were refused live outside of React and ask through here.
  useEffect(
    () =>
      registerRelogin(async () => {
        const parts = await loadParts().catch(() => undefined)
        if (parts) return new Promise<boolean>((answer) => setQuestion({ ...parts, answer }))
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
  return (
    <question.Queries>
      <question.Dialog onDone={done} />
    </question.Queries>
  )
}
