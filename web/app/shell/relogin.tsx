import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { QueriesLater } from '../platform/queries-later'
import { loginPath } from '../platform/redirect'
import { registerRelogin } from '../platform/relogin'

type Done = (again: boolean) => void
type Question = { Dialog: ComponentType<{ onDone: Done }>; answer: Done }

/** Its form asks the API: both or neither. */
async function loadDialog(): Promise<Question['Dialog']> {
  const [{ default: Dialog }] = await Promise.all([
    import('../features/accounts/relogin-dialog'),
    import('../platform/queries-here'),
  ])
  return Dialog
}

/** Opens login in place when the session ends in the middle of work (contract section 3). */
export function Relogin() {
  const [question, setQuestion] = useState<Question | null>(null)
  // The calls that were refused live outside of React and ask through here.
  useEffect(
    () =>
      registerRelogin(async () => {
        const loaded = await loadDialog().catch(() => undefined)
        if (loaded) return new Promise<boolean>((answer) => setQuestion({ Dialog: loaded, answer }))
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
    <Suspense>
      <QueriesLater>
        <question.Dialog onDone={done} />
      </QueriesLater>
    </Suspense>
  )
}
