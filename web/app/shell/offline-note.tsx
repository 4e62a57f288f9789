import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { probeNetwork, useOffline } from '../lib/network'
import classes from './layout.module.css'

/** Not every network that comes back tells the browser. */
const PROBE_MS = 15_000

export function OfflineNote() {
  const offline = useOffline()
  const queryClient = useQueryClient()
  const retry = useCallback(async () => {
    if (await probeNetwork()) await queryClient.refetchQueries({ type: 'active' })
  }, [queryClient])
  useEffect(() => {
    if (!offline) return
    const timer = setInterval(retry, PROBE_MS)
    return () => clearInterval(timer)
  }, [offline, retry])
  return (
    <div role="status" data-shell>
      {offline && (
        <div className={classes.offline} data-offline>
          <IconCloudOff size={18} aria-hidden />
          <span>
            Sin conexión. Puedes seguir leyendo<span className={classes.more}> lo que ya está en pantalla</span>.
          </span>
          <button type="button" className={classes.retry} onClick={retry}>
            Reintentar
          </button>
        </div>
      )}
    </div>
  )
}
