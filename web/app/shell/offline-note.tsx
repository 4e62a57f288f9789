import { IconCloudOff } from '@tabler/icons-react'
import { retryNetwork, useOffline } from '../platform/network'
import classes from './layout.module.css'

/** A calm line while nothing can be reached; what is on the screen stays readable. */
export function OfflineNote() {
  const offline = useOffline()
  return (
    <div role="status" data-shell>
      {offline && (
        <div className={classes.offline}>
          <IconCloudOff size={18} aria-hidden />
          <span>Sin conexión. Puedes seguir leyendo lo que ya está en pantalla.</span>
          <button type="button" className={classes.retry} onClick={retryNetwork}>
            Reintentar
          </button>
        </div>
      )}
    </div>
  )
}
