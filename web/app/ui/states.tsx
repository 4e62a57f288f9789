import { IconCloudOff, IconMoodSad, IconRefresh } from '@tabler/icons-react'
import { type ComponentType, type CSSProperties, type ReactNode, useEffect, useState } from 'react'
import { OfflineError } from '../platform/errors'
import { usePresent } from '../platform/present'
import { LightButton } from './light-button'
import { LOOKS, names } from './mantine-looks'
import classes from './states.module.css'

type Icon = ComponentType<{ size?: number | string; stroke?: number | string }>

type Color = 'brand' | 'gray' | 'red' | 'teal'

const tint = (color: Color): CSSProperties & Record<string, string> => ({
  '--ti-bg': `var(--mantine-color-${color}-light)`,
  '--ti-color': `var(--mantine-color-${color}-light-color)`,
})

type StateProps = { icon: Icon; title: string; text?: ReactNode; action?: ReactNode; role?: string; color?: Color }

/** A drawing, one sentence, the one action that helps. */
export function State({ icon: Drawing, title, text, action, role, color = 'brand' }: StateProps) {
  return (
    <div className={classes.state} role={role}>
      <div className={classes.words}>
        <div className={names(LOOKS.ThemeIcon.root, classes.drawing)} style={tint(color)} aria-hidden>
          <Drawing size={44} stroke={1.5} />
        </div>
        <h2 className={names(LOOKS.Title.root, classes.title)}>{title}</h2>
        {text && <p className={names(LOOKS.Text.root, classes.text)}>{text}</p>}
        {action}
      </div>
    </div>
  )
}

/** A load that failed: what happened, and Retry. Never shown as "empty". */
export function LoadError({ error, title, onRetry }: { error: unknown; title: string; onRetry: () => void }) {
  const offline = error instanceof OfflineError
  return (
    <State
      role="alert"
      color={offline ? 'gray' : 'red'}
      icon={offline ? IconCloudOff : IconMoodSad}
      title={offline ? 'Sin conexión' : title}
      text={
        offline
          ? 'No se pudo conectar con el servidor. Revisa tu internet y vuelve a intentarlo.'
          : (error as Error).message
      }
      action={
        <LightButton variant="light" icon={<IconRefresh size={18} aria-hidden />} onClick={onRetry}>
          Reintentar
        </LightButton>
      }
    />
  )
}

/** A skeleton that is only drawn when the wait is felt (150 ms), and says so to screen readers. */
export function Loading({ children }: { children: ReactNode }) {
  const [felt, setFelt] = useState(false)
  // The wait is measured from when the skeleton would first be drawn.
  useEffect(() => {
    const timer = setTimeout(() => setFelt(true), 150)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div aria-busy="true" style={{ visibility: felt ? 'visible' : 'hidden' }}>
      <span className="visually-hidden" role="status">
        Cargando…
      </span>
      <div aria-hidden="true">{children}</div>
    </div>
  )
}

type QueryLike<Data> = { data: Data | undefined; error: unknown; isPending: boolean; refetch: () => unknown }

/** The five faces in one place: skeleton, error with Retry, and otherwise the data (also while a refresh fails). */
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
  const data = usePresent(query.data)
  if (data !== undefined) return children(data)
  if (query.error && !query.isPending)
    return <LoadError error={query.error} title={errorTitle} onRetry={() => query.refetch()} />
  return <Loading>{skeleton}</Loading>
}
