import { IconCloudOff, IconCompass, IconMoodSad, IconRefresh } from '@tabler/icons-react'
import { isRouteErrorResponse, useLocation, useRevalidator } from 'react-router'
import { isOffline } from '../lib/errors'
import { useOnReconnect } from '../lib/network'
import { safeRedirect } from '../lib/redirect'
import { AnchorButton, LinkButton } from './button'
import { EmptyState } from './empty-state'
import { PageHead } from './page-head'

type Missing = { title: string; text: string; to: string; action: string }

type PageFailureProps = {
  error: unknown
  title: string
  /** The text and link for a 404. */
  missing: Missing
}

export function PageMissing({ title, text, to, action }: Missing) {
  return (
    <>
      <PageHead title={title} hidden />
      <EmptyState
        icon={IconCompass}
        title={title}
        text={text}
        action={
          <LinkButton to={to} below>
            {action}
          </LinkButton>
        }
      />
    </>
  )
}

/** A link, so that it works without JavaScript. */
function Retry() {
  const { revalidate, state } = useRevalidator()
  const { pathname, search } = useLocation()
  useOnReconnect(revalidate)
  return (
    <AnchorButton
      href={safeRedirect(pathname + search, '/')}
      variant="light"
      leftSection={<IconRefresh size={18} aria-hidden />}
      data-loading={state === 'loading' || undefined}
      onClick={(event) => {
        event.preventDefault()
        revalidate()
      }}
    >
      Reintentar
    </AnchorButton>
  )
}

/** Replaces a server-rendered page that was not found or failed to load. */
export function PageFailure({ error, title, missing }: PageFailureProps) {
  if (isRouteErrorResponse(error) && error.status === 404) return <PageMissing {...missing} />
  const offline = isOffline(error)
  return (
    <>
      <PageHead title={title} hidden />
      <EmptyState
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
