import { isNumbered } from '@campus/contract/media'
import { AnnulBody, type StaffOrder } from '@campus/contract/orders.staff'
import { quoted } from '@campus/contract/texts'
import { Text, Textarea } from '@mantine/core'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { type Annulled, annulledText } from './annulled'

const listed = new Intl.ListFormat('es')

/** What follows, in one sentence, and whose number is free. */
function follows(movement: Annulled): string {
  const { tipo, medio, operacion, anulable } = movement
  const courses = listed.format(anulable.map(quoted))
  const [one, many] = tipo === 'cobro' ? ['se cierra', 'se cierran'] : ['se abre otra vez', 'se abren otra vez']
  const access = anulable.length === 0 ? '' : ` y ${anulable.length === 1 ? one : many} ${courses}`
  const number = tipo === 'cobro' && operacion && isNumbered(medio) ? ` El número ${operacion} queda libre.` : ''
  return `Se quita ${annulledText(movement)}${access}.${number}`
}

type AnnulDialogProps = { order: StaffOrder; movement: Annulled; onDone: () => unknown; onClose: () => void }

/** Takes back what staff registered by mistake; the buyer is told. */
export default function AnnulDialog({ order: { numero }, movement, onDone, onClose }: AnnulDialogProps) {
  const what = movement.tipo === 'cobro' ? 'El cobro está anulado.' : 'La devolución está anulada.'
  return (
    <NewDialog
      title={`Anular ${annulledText(movement)}`}
      action="Anular"
      values={{ motivo: '' }}
      schema={AnnulBody}
      body={(values) => ({ ...values, id_movimiento: movement.id })}
      send={(body) => client.PUT('/api/gestion/ordenes/{numero}/anular', { params: { path: { numero } }, body })}
      onDone={async () => {
        toast(movement.medio === 'cortesia' ? 'La cortesía está anulada.' : what)
        await onDone()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{follows(movement)}</Text>
          <Textarea
            label="Por qué se anula"
            description="Queda en el historial. Al alumno le decimos que se registró por error."
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps('motivo')}
          />
        </>
      )}
    </NewDialog>
  )
}
