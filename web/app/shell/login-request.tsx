import { lazy, useEffect, useState } from 'react'
import { loginPath } from '../lib/redirect'
import { registerLoginHandler } from '../lib/request-login'
import { Late } from '../ui/late'

const Dialog = lazy(() => import('./login-dialog'))

type Resolve = (again: boolean) => void

/** The fallback when the dialog's files fail to load. */
function LoginPage() {
  useEffect(() => window.location.assign(loginPath(window.location)), [])
  return null
}

export function LoginRequest() {
  const [resolve, setResolve] = useState<Resolve | null>(null)
  // The failed requests live outside of React, and wait no longer than the screen stands.
  useEffect(() => {
    let pending: Resolve | undefined
    const ask = (resolve: Resolve) => {
      pending = resolve
      setResolve(() => resolve)
    }
    const unregister = registerLoginHandler(() => new Promise<boolean>(ask))
    return () => {
      unregister()
      pending?.(false)
    }
  }, [])
  if (!resolve) return null
  const done = (again: boolean) => {
    setResolve(null)
    resolve(again)
  }
  return (
    <Late failed={<LoginPage />}>
      <Dialog onDone={done} />
    </Late>
  )
}
