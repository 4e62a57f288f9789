import { ReceiptNumberBody, type StaffReceipt } from '@campus/contract/receipts'
import { TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'

type ReceiptDialogProps = { numero: string; receipt: StaffReceipt; onDone: () => unknown; onClose: () => void }

const repeated = (error: unknown): Record<string, string> =>
  error instanceof ApiError && error.code === 'COMPROBANTE_REPETIDO' ? { numero: error.message } : {}

/** The number of what was issued for the sale; once it is there, the data stay as they are. */
export default function ReceiptNumberDialog({ numero, receipt, onDone, onClose }: ReceiptDialogProps) {
  return (
    <NewDialog
      title={receipt.numero ? 'Cambiar número' : 'Escribir número'}
      action="Guardar"
      values={{ numero: receipt.numero ?? '' }}
      schema={ReceiptNumberBody}
      body={(values) => values}
      send={(body) =>
        client.PUT('/api/gestion/ordenes/{numero}/comprobante/numero', { params: { path: { numero } }, body })
      }
      onDone={async (order) => {
        toast(order.comprobante?.numero ? `Guardado: ${order.comprobante.numero}.` : 'El comprobante quedó sin número.')
        await onDone()
        onClose()
      }}
      refused={repeated}
      onClose={onClose}
    >
      {(form) => (
        <TextInput
          label="Número del comprobante"
          description={receipt.numero ? 'Bórralo para poder cambiar sus datos.' : 'Como está impreso: F001-25.'}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          data-autofocus
          {...form.getInputProps('numero')}
        />
      )}
    </NewDialog>
  )
}
