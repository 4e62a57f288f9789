import type { Instalment } from '@campus/contract/instalments'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { InstalmentBody } from '@campus/contract/sales'
import { Text } from '@mantine/core'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { ApiError } from '../../lib/errors'
import { formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { PaymentFields } from '../sales/payment-fields'
import { numberIn, type PaymentValues, today } from '../sales/sale-draft'
import { useOrderRefresh } from './use-order-refresh'

const repeated = (error: unknown): Record<string, string> =>
  error instanceof ApiError && error.code === 'OPERACION_REPETIDA' ? { operacion: error.message } : {}

type InstalmentDialogProps = { order: StaffOrder; next: Instalment; onClose: () => void }

/** Money that came in for the next instalment. */
export default function InstalmentDialog({ order, next, onClose }: InstalmentDialogProps) {
  const { numero: cuota, monto } = next
  const refresh = useOrderRefresh()
  const { envia_correos } = useBrand()
  return (
    <NewDialog
      title={`Registrar cuota ${cuota}`}
      action={`Registrar ${formatMoney(monto)}`}
      values={{ medio: 'yape', operacion: '', dia: today() } as PaymentValues}
      schema={InstalmentBody}
      // Of a gift nothing is offered here.
      body={(values) => ({
        cuota,
        monto,
        dia: values.dia,
        operacion: numberIn(values),
        medio: values.medio as InstalmentBody['medio'],
      })}
      send={(body) =>
        client.POST('/api/gestion/ordenes/{numero}/cuotas', { params: { path: { numero: order.numero } }, body })
      }
      refused={repeated}
      onDone={async ({ debe }) => {
        toast(
          `Registraste la cuota ${cuota}. ${debe > 0 ? `Quedan ${formatMoney(debe)} por cobrar.` : 'Ya no debe nada.'}`,
        )
        await refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{`Son ${formatMoney(monto)} de ${order.comprador.nombres}.${envia_correos ? ' Le avisamos por correo.' : ''}`}</Text>
          <PaymentFields
            chosen={form.getValues().medio}
            onChoose={(medio) => form.setFieldValue('medio', medio)}
            propsOf={form.getInputProps}
          />
        </>
      )}
    </NewDialog>
  )
}
