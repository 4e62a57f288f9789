import type { SessionRow } from '@campus/contract/catalogue.staff'
import { Stack } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../lib/api'
import { formatDateTime } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Confirm } from '../../ui/confirm'
import { Failure } from '../../ui/failure'
import { staleCopy } from '../blocks/stale'
import { seenOf } from './series'
import { CancelledList, SeriesScope, useSeries } from './series-scope'
import { TellField } from './tell-field'
import { heardBy, tellsByDefault } from './telling'

const ONE_TEXT = 'seguirá en los calendarios marcada como cancelada. Puedes volver a programarla.'
const SERIES_TEXT = 'Seguirán en los calendarios marcadas como canceladas. Puedes volver a programarlas.'

type CancelProps = { session: SessionRow; onSaved: () => void; onClose: () => void }

export function CancelDialog({ session, onSaved, onClose }: CancelProps) {
  const [now, setNow] = useState(session)
  const [chosen, setChosen] = useState<boolean | null>(null)
  const series = useSeries(session)
  const { following } = series
  const before = heardBy(now, following)
  const cancelled = { ...before, cancelada: true }
  const tell = chosen ?? tellsByDefault(before, cancelled)
  const cancel = api.useMutation('post', '/api/gestion/sesiones/{id}/cancelar', {
    meta: { handled: true },
    onSuccess: () => {
      toast(following.length > 0 ? `${following.length + 1} clases canceladas.` : 'La clase está cancelada.')
      onSaved()
      onClose()
    },
    onError: (error) => {
      setNow((last) => staleCopy<SessionRow>(error)?.datos ?? last)
      onSaved()
    },
  })
  return (
    <Confirm
      title="Cancelar la clase"
      action={following.length > 0 ? `Cancelar ${following.length + 1} clases` : 'Cancelar la clase'}
      cancel="Volver"
      busy={cancel.isPending}
      failure={
        <>
          <Stack mt="md">
            <SeriesScope state={series} legend="¿Qué clases cancelas?">
              <CancelledList rows={[now, ...following]} />
            </SeriesScope>
            <TellField before={before} now={cancelled} more={following.length} checked={tell} onChange={setChosen} />
          </Stack>
          <Failure mt="md" error={cancel.error} />
        </>
      }
      onConfirm={() =>
        cancel.mutate({
          params: { path: { id: String(now.id) } },
          body: { avisar: tell, version: now.version, siguientes: seenOf(following) },
        })
      }
      onClose={onClose}
    >
      {following.length > 0 ? SERIES_TEXT : `«${now.nombre}», del ${formatDateTime(now.inicio)}, ${ONE_TEXT}`}
    </Confirm>
  )
}
