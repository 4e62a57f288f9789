import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { probeNetwork, useOffline } from '../lib/network'
import classes from './layout.module.css'

export function OfflineNote() {
  const offline = useOffline()
  const queryClient = useQueryClient()
  const retry = () => {
    probeNetwork()
    void queryClient.refetchQueries({ type: 'active' })
  }
  return (
    <div role="status" data-shell>
      {offline && (
        <div className={classes.offline}>
          <IconCloudOff size={18} aria-hidden />
          <span>Sin conexión. Puedes seguir leyendo lo que ya está en pantalla.</span>
          <button type="button" className={classes.retry} onClick={retry}>
            Reintentar
          </button>
        </div>
      )}
    </div>
  )
}
