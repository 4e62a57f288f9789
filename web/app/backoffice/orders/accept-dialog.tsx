import { AcceptOrderBody } from '@campus/contract/orders'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { Text, Textarea } from '@mantine/core'
import { client } from '../../lib/client'
import { formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'

type AcceptDialogProps = { order: StaffOrder; onDone: () => unknown; onClose: () => void }

/** What was asked and what came; accepting it opens the courses. */
export default function AcceptDialog({ order: { numero, total, cobrado }, onDone, onClose }: AcceptDialogProps) {
  return (
    <NewDialog
      title="Aceptar el pago"
      action="Aceptar el pago"
      values={{ motivo: '' }}
      schema={AcceptOrderBody}
      body={(values) => values}
      send={(body) => client.PUT('/api/ordenes/{numero}/aceptar', { params: { path: { numero } }, body })}
      onDone={async () => {
        toast(`Aceptaste ${formatMoney(cobrado)} por una orden de ${formatMoney(total)}. Los cursos ya están abiertos.`)
        await onDone()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{`Se pidió ${formatMoney(total)} y llegó ${formatMoney(cobrado)}. Al aceptarlo se abren los cursos.`}</Text>
          <Textarea
            label="Por qué se acepta el pago"
            description="Queda en el historial."
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
