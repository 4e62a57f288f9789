import { useQueryClient } from '@tanstack/react-query'
import { Fragment, lazy, useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useBrand } from '../lib/brand'
import { whenOnline } from '../lib/network'
import { loginPath } from '../lib/redirect'
import { useSession } from '../lib/session'
import { deviceStore, unsentKey } from '../lib/storage'
import { ErrorPage } from '../ui/error-page'
import { Late } from '../ui/late'
import { Skeleton } from '../ui/skeleton'
import { Stack } from '../ui/stack'
import classes from './layout.module.css'
import { LoginRequest } from './login-request'

export const handle = { campus: true }
export type CampusHandle = typeof handle

const VerifyMail = lazy(() => import('../features/accounts/accounts').then(({ loadVerifyMail }) => loadVerifyMail()))

const AskName = lazy(() => import('../features/accounts/accounts').then(({ loadAskName }) => loadAskName()))

/** Until hydration the session is unknown; shown on slow connections only. */
function Waiting() {
  return (
    <Stack gap="lg" className={classes.waiting} aria-hidden>
      <Skeleton height={40} width="min(360px, 80%)" />
      <Skeleton height={200} />
      <Skeleton height={120} />
    </Stack>
  )
}

/** What an earlier visit could not send. */
function useUnsent(user: number | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (!user || deviceStore.getItem(unsentKey(user)) === null) return
    whenOnline()
      .then(() => import('../features/learning/learning'))
      .then(({ loadSendUnsent }) => loadSendUnsent())
      .then(({ sendUnsent }) => sendUnsent(user, queries))
      .catch(() => undefined)
  }, [user, queries])
}

function Screens() {
  const session = useSession()
  const location = useLocation()
  const { envia_correos } = useBrand()
  useUnsent(session?.user.id)
  if (session === null) return <Navigate to={loginPath(location)} replace />
  if (session === undefined) return <Waiting />
  const { correo_verificado, falta_nombre } = session.user
  const inExam = location.pathname.startsWith('/examen/')
  // Another user gets a new screen, without the previous one's state.
  return (
    <Fragment key={session.user.id}>
      {envia_correos && correo_verificado === false && !inExam && (
        // Its place, because the screen below is already in use when it comes.
        <Late failed={null} fallback={<div style={{ height: 56 }} />}>
          <VerifyMail />
        </Late>
      )}
      {falta_nombre !== false && !inExam && (
        <Late failed={null}>
          <AskName />
        </Late>
      )}
      <Outlet />
    </Fragment>
  )
}

/** Redirects to the login and back (docs/product/accounts.md 3.4). Cosmetic: the API decides. */
export default function Guard() {
  return (
    <>
      <Screens />
      <LoginRequest />
    </>
  )
}

/** Inside the shell, so that its navigation stays visible. */
export const ErrorBoundary = ErrorPage
