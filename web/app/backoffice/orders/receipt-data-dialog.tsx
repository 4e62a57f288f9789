import { ReceiptField, type StaffReceipt } from '@campus/contract/receipts'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { ReceiptFields, type ReceiptValues, receiptIn } from '../sales/receipt-fields'

type ReceiptDialogProps = { numero: string; receipt: StaffReceipt; onDone: () => unknown; onClose: () => void }

function valuesOf({ datos }: StaffReceipt): ReceiptValues {
  const { tipo, tipo_documento, documento, razon_social, direccion } = datos ?? { tipo: 'boleta' as const }
  return {
    comprobante_tipo: tipo,
    comprobante_tipo_documento: tipo_documento ?? '',
    comprobante_documento: documento ?? '',
    comprobante_razon_social: razon_social ?? '',
    comprobante_direccion: direccion ?? '',
  }
}

/** Under one name, so that each problem finds its field. */
const asField = (values: ReceiptValues) => ({ comprobante: receiptIn(values) })

/** Who the receipt is for, until it has a number. */
export default function ReceiptDataDialog({ numero, receipt, onDone, onClose }: ReceiptDialogProps) {
  return (
    <NewDialog
      title="Datos del comprobante"
      action="Guardar"
      values={valuesOf(receipt)}
      schema={ReceiptField}
      body={asField}
      send={({ comprobante }) =>
        client.PUT('/api/gestion/ordenes/{numero}/comprobante', { params: { path: { numero } }, body: comprobante })
      }
      onDone={async () => {
        toast('Guardamos los datos del comprobante.')
        await onDone()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <ReceiptFields document form={{ values: form.getValues(), set: form.setValues, propsOf: form.getInputProps }} />
      )}
    </NewDialog>
  )
}
