import type { SessionRow } from '@campus/contract/catalogue.staff'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { staleCopy } from '../blocks/stale'
import classes from './sessions.module.css'
import { TellField } from './tell-field'
import { tellsByDefault } from './telling'

type CancelProps = { session: SessionRow; onSaved: () => void; onClose: () => void }

export function CancelDialog({ session, onSaved, onClose }: CancelProps) {
  const [now, setNow] = useState(session)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const cancelled = { ...now, cancelada: true }
  const tell = chosen ?? tellsByDefault(now, cancelled)
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
          <div className={classes.after}>
            <TellField before={now} now={cancelled} checked={tell} onChange={setChosen} />
          </div>
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
