import { Button } from '@mantine/core'
import { IconCloudOff, IconCompass, IconMoodSad, IconRefresh } from '@tabler/icons-react'
import { isRouteErrorResponse, Link, useLocation, useRevalidator } from 'react-router'
import { OfflineError } from '../platform/errors'
import { safeRedirect } from '../platform/redirect'
import { PageHead } from './page-head'
import { State } from './states'

type Missing = { title: string; text: string; to: string; action: string }

type PageFailureProps = {
  error: unknown
  /** The failed load, as the error catalogue says it. */
  title: string
  /** What is said when there is no such thing, and the way on. */
  missing: Missing
}

/** There is no such thing: what it was, and the way on. */
export function PageMissing({ title, text, to, action }: Missing) {
  return (
    <>
      <PageHead title={title} hidden />
      <State
        icon={IconCompass}
        title={title}
        text={text}
        action={
          <Button component={Link} to={to} mt="xs">
            {action}
          </Button>
        }
      />
    </>
  )
}

/** Whether the browser could not reach the server: each engine says it in its own words. */
const isOffline = (error: unknown) =>
  error instanceof OfflineError || (error instanceof TypeError && /fetch|network|load failed/i.test(error.message))

/** Asks for the page again; without JavaScript it is a link to where one is. */
function Retry() {
  const { revalidate, state } = useRevalidator()
  const { pathname, search } = useLocation()
  return (
    <Button
      component="a"
      href={safeRedirect(pathname + search, '/')}
      variant="light"
      leftSection={<IconRefresh size={18} aria-hidden />}
      loading={state === 'loading'}
      onClick={(event) => {
        event.preventDefault()
        revalidate()
      }}
    >
      Reintentar
    </Button>
  )
}

/** In the place of a page that is rendered on the server: it is not there, or it could not be loaded. Never "empty". */
export function PageFailure({ error, title, missing }: PageFailureProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PageMissing {...missing} />
  const offline = isOffline(error)
  return (
    <>
      <PageHead title={title} hidden />
      <State
        role="alert"
        color={offline ? 'gray' : 'red'}
        icon={offline ? IconCloudOff : IconMoodSad}
        title={offline ? 'Sin conexión' : title}
        text={
          offline
            ? 'No se pudo conectar con el servidor. Revisa tu internet y vuelve a intentarlo.'
            : 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'
        }
        action={<Retry />}
      />
    </>
  )
}
