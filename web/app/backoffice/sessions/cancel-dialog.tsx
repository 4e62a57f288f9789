import type { SessionRow } from '@campus/contract/catalogue.staff'
import { Checkbox } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { staleCopy } from '../blocks/stale'
import { tellText } from './session-dialog'

type CancelProps = { session: SessionRow; onSaved: () => void; onClose: () => void }

export function CancelDialog({ session, onSaved, onClose }: CancelProps) {
  const [now, setNow] = useState(session)
  const [tell, setTell] = useState(session.alumnos > 0)
  const cancel = api.useMutation('post', '/api/gestion/sesiones/{id}/cancelar', {
    meta: { handled: true },
    onSuccess: () => {
      notifications.show({ color: 'teal', message: 'La clase está cancelada.' })
      onSaved()
      onClose()
    },
    onError: (error) => setNow((last) => staleCopy<SessionRow>(error)?.datos ?? last),
  })
  return (
    <Confirm
      opened
      title="Cancelar la clase"
      action="Cancelar la clase"
      cancel="Volver"
      busy={cancel.isPending}
      failure={
        <>
          {now.alumnos > 0 && (
            <Checkbox
              mt="md"
              label={tellText(now.alumnos)}
              checked={tell}
              onChange={(event) => setTell(event.currentTarget.checked)}
            />
          )}
          <Failure mt="md" error={cancel.error} />
        </>
      }
      onConfirm={() =>
        cancel.mutate({
          params: { path: { id: String(now.id) } },
          body: { avisar: tell, version: now.version },
        })
      }
      onClose={onClose}
    >
      {`«${now.nombre}», del ${formatDateTime(now.inicio)}, ` +
        'seguirá en los calendarios marcada como cancelada. Puedes volver a programarla.'}
    </Confirm>
  )
}
