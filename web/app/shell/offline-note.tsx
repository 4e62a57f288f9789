import { IconCloudOff } from '@tabler/icons-react'
import { useEffect } from 'react'
import { probeNetwork, useOffline } from '../lib/network'
import classes from './layout.module.css'

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
