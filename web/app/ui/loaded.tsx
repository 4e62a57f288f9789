import { IconCloudOff, IconMoodSad, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue } from 'react'
import { failureText, OfflineError } from '../lib/errors'
import { Button } from './button'
import { EmptyState } from './empty-state'
import classes from './loaded.module.css'

/** A failed load with its retry; never shown as "empty". */
export function LoadError({ error, title, onRetry }: { error: unknown; title: string; onRetry: () => void }) {
  const offline = error instanceof OfflineError
  return (
    <EmptyState
      role="alert"
      color={offline ? 'gray' : 'red'}
      icon={offline ? IconCloudOff : IconMoodSad}
      title={offline ? 'Sin conexión' : title}
      text={
        offline ? 'No se pudo conectar con el servidor. Revisa tu internet y vuelve a intentarlo.' : failureText(error)
      }
      action={
        <Button variant="light" leftSection={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          Reintentar
        </Button>
      }
    />
  )
}

/** Hidden for 150 ms, so that fast loads do not flicker; by styles, so that it shows before scripts run. */
export function Loading({ children }: { children: ReactNode }) {
  return (
    <div aria-busy="true" className={classes.loading}>
      <span className="visually-hidden" role="status">
        Cargando…
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

type QueryLike<Data> = { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

/** The faces of a query: skeleton, error with retry, data (also while a refresh fails). */
export function Loaded<Data>({
  query,
  skeleton,
  errorTitle,
  children,
}: {
  query: QueryLike<Data>
  skeleton: ReactNode
  errorTitle: string
  children: (data: Data) => ReactNode
}) {
  // The first content is drawn in slices, between which a phone answers.
  const arrived = useDeferredValue(query.data !== undefined)
  if (query.data !== undefined && arrived) return children(query.data)
  if (query.error && !query.isPending)
    return <LoadError error={query.error} title={errorTitle} onRetry={() => query.refetch()} />
  return <Loading>{skeleton}</Loading>
}
