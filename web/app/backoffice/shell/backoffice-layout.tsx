import './shell.css'
import { type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router'
import { api } from '../../lib/api'
import { useBrandRedirect } from '../../lib/brand-redirect'
import { ApiError } from '../../lib/errors'
import { loginPath } from '../../lib/redirect'
import { useSession } from '../../lib/session'
import { STYLE_FILES } from '../../lib/waiting-scripts'
import { LoginRequest } from '../../shell/login-request'
import { OfflineNote, ProgressLine, SkipLink } from '../../shell/notes'
import { ErrorPage } from '../../ui/error-page'
import { LoadError } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Skeleton } from '../../ui/skeleton'
import { Stack } from '../../ui/stack'
import type { Route } from './+types/backoffice-layout'
import { Frame } from './frame'
import { NotFound } from './not-found'
import { preload } from './screens'
import classes from './shell.module.css'
import { StaffProvider } from './staff'

export const handle = STYLE_FILES

export const meta: Route.MetaFunction = () => [{ title: 'Gestión' }, { name: 'robots', content: 'noindex' }]

function Main({ children }: { children: ReactNode }) {
  return (
    <main id="contenido" tabIndex={-1}>
      {children}
    </main>
  )
}

/** Until hydration the session is unknown; shown on slow connections only. */
function Waiting() {
  return (
    <Main>
      <PageHead title="Gestión" hidden />
      <Stack gap="lg" className={classes.waiting} aria-busy>
        <Skeleton height={32} width="min(320px, 80%)" />
        <Skeleton height={240} />
      </Stack>
    </Main>
  )
}

function Desk() {
  const { pathname } = useLocation()
  // Beside the person's rights, not after them.
  useEffect(() => preload(pathname), [pathname])
  const query = api.useQuery('get', '/api/gestion/yo', {}, { staleTime: 300_000 })
  if (query.data)
    return (
      <StaffProvider value={query.data.data}>
        <Frame />
      </StaffProvider>
    )
  if (!query.error) return <Waiting />
  if (query.error instanceof ApiError && query.error.status === 403)
    return (
      <Main>
        <NotFound />
      </Main>
    )
  return (
    <Main>
      <PageHead title="Gestión" hidden />
      <LoadError error={query.error} title="No pudimos abrir la gestión" onRetry={() => query.refetch()} />
    </Main>
  )
}

/** Redirects to the login and back. Cosmetic: the API decides. */
function Guard() {
  const session = useSession()
  const location = useLocation()
  const leaving = useBrandRedirect()
  if (session === null) return <Navigate to={loginPath(location)} replace />
  if (session === undefined || leaving) return <Waiting />
  if (session.user.tipo_cliente === 'Alumno')
    return (
      <Main>
        <NotFound />
      </Main>
    )
  return <Desk key={session.user.id} />
}

export default function BackofficeLayout() {
  return (
    <>
      <SkipLink />
      <ProgressLine />
      <div className={classes.root} data-gestion>
        <Guard />
      </div>
      <OfflineNote />
      <LoginRequest />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Main>
      <ErrorPage error={error} />
    </Main>
  )
}
