import { UnstyledButton } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useOffline } from '../platform/network'
import classes from './layout.module.css'

/** A calm line while nothing can be reached; what is on the screen stays readable. */
export function OfflineNote() {
  const offline = useOffline()
  const queries = useQueryClient()
  return (
    <div role="status" data-shell>
      {offline && (
        <div className={classes.offline}>
          <IconCloudOff size={18} aria-hidden />
          <span>Sin conexión. Puedes seguir leyendo lo que ya está en pantalla.</span>
          <UnstyledButton className={classes.retry} onClick={() => queries.refetchQueries({ type: 'active' })}>
            Reintentar
          </UnstyledButton>
        </div>
      )}
    </div>
  )
}
