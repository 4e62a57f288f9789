import { IconCloudOff } from '@tabler/icons-react'
import { lazy, useEffect } from 'react'
import { useNavigation } from 'react-router'
import { probeNetwork, useOffline, whenOnline } from '../lib/network'
import { useSession } from '../lib/session'
import { Late } from '../ui/late'
import classes from './layout.module.css'

export const SkipLink = () => (
  <a className={classes.skip} href="#contenido">
    Saltar al contenido
  </a>
)

/** `waiting` for what the screen itself asks; CSS delays it. */
export function ProgressLine({ waiting = false }: { waiting?: boolean }) {
  const busy = useNavigation().state !== 'idle' || waiting
  return <div className={classes.progress} data-busy={busy || undefined} aria-hidden />
}

/** Not every network that comes back tells the browser. */
const PROBE_MS = 15_000

export function OfflineNote() {
  const offline = useOffline()
  useEffect(() => {
    if (!offline) return
    const timer = setInterval(probeNetwork, PROBE_MS)
    return () => clearInterval(timer)
  }, [offline])
  return (
    <div role="status" data-shell>
      {offline && (
        <div className={classes.offline} data-offline>
          <IconCloudOff size={18} aria-hidden />
          <span>
            Sin conexión. Puedes seguir leyendo<span className={classes.more}> lo que ya está en pantalla</span>.
          </span>
          <button type="button" className={classes.retry} onClick={() => probeNetwork()}>
            Reintentar
          </button>
        </div>
      )}
    </div>
  )
}

const ToastList = lazy(() => whenOnline().then(() => import('../ui/toasts')))

/** After the first paint: what is said before is shown then. */
export const Toasts = () => (
  <Late failed={null}>
    <ToastList />
  </Late>
)

// Guests and staff never need it.
const OpenExam = lazy(() => import('../features/exams/exams').then(({ loadOpenExam }) => loadOpenExam()))

/** A student's exam under way, on every screen (docs/product/exams.md 2.7). */
export function ExamNotice() {
  const user = useSession()?.user
  if (user?.tipo_cliente !== 'Alumno') return null
  return (
    <Late failed={null}>
      <OpenExam key={user.id} />
    </Late>
  )
}
