import { AcceptOrderBody, type ReviewedOrder } from '@campus/contract/orders'
import { useState } from 'react'
import { api } from '../../lib/api'
import { formatDateTime, formatMoney } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Facts } from '../../ui/facts'
import { AnswerForm } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { Buyer, moneyOf } from './order-sheet'

const approved = ({ pagos }: ReviewedOrder) => pagos.filter(({ estado }) => estado === 'approved')
const cameOf = (order: ReviewedOrder) =>
  approved(order)
    .map(({ monto, moneda }) => moneyOf(monto, moneda))
    .join(' y ') || 'ningún pago aprobado'

function Asked({ order }: { order: ReviewedOrder }) {
  const { comprador, total, numero, cursos, creada_en, pagos } = order
  return (
    <>
      <Buyer comprador={comprador} />
      <Facts
        facts={[
          ['Se pidió', formatMoney(total)],
          ['Llegó', cameOf(order)],
          ['Cursos', cursos.join(', ')],
          ['Orden', `${numero} · ${formatDateTime(creada_en)}`],
          ['Pagos', pagos.map(({ id_pago }) => id_pago).join(', ') || 'Ninguno'],
        ]}
      />
    </>
  )
}

/** What was asked and what came; accepting it opens the courses. */
export function AcceptForm({ order, next }: { order: ReviewedOrder; next: string | null }) {
  const refresh = useRefresh('/api/ordenes/en-revision', '/api/gestion/ordenes/{numero}', '/api/gestion/bandeja')
  const [motivo, setMotivo] = useState('')
  const accept = api.useMutation('put', '/api/ordenes/{numero}/aceptar', {
    meta: { handled: true },
    onSuccess: () => {
      toast(
        `Aceptaste un pago de ${cameOf(order)} por una orden de ${formatMoney(order.total)}. Los cursos ya están abiertos.`,
      )
      return refresh()
    },
  })
  return (
    <div className={item.form}>
      <Asked order={order} />
      <AnswerForm
        label="Por qué se acepta el pago"
        description="Queda en el historial. Para no aceptarlo, devuélvelo en la pasarela."
        schema={AcceptOrderBody.shape.motivo}
        maxLength={500}
        minRows={3}
        text={motivo}
        onText={setMotivo}
        action="Aceptar el pago"
        onSend={(reason) => accept.mutate({ params: { path: { numero: order.numero } }, body: { motivo: reason } })}
        busy={accept.isPending}
        error={accept.error}
        next={next}
      />
    </div>
  )
}
