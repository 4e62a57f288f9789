import { shortNumber } from '@campus/contract/order-rules'
import { IconCashOff } from '@tabler/icons-react'
import { useParams } from 'react-router'
import { formatMoney } from '../../lib/format'
import { PageHead } from '../../ui/page-head'
import { usePage } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { INBOX_PAGE, InboxPage } from '../blocks/inbox-page'
import { useRows } from '../blocks/use-rows'
import { AcceptForm } from './accept-form'
import { OpenOrder } from './open-order'

const HEAD = { title: 'Pagos en revisión', lead: 'Llegó otro monto que el del pedido: los cursos siguen cerrados.' }

/** Orders that were paid with another amount, one at a time; the address opens any other order too. */
export default function ReviewPage() {
  const { numero } = useParams()
  const orders = useRows('/api/ordenes/en-revision', { query: { page: usePage(), per_page: INBOX_PAGE } })
  const found = orders.data?.data
  const other = numero && found && !found.data.some((order) => order.numero === numero)
  const head = other ? { title: `Orden ${shortNumber(numero)}` } : HEAD
  if (numero && found?.total === 0)
    return (
      <>
        <PageHead {...head} />
        <Panel>
          <OpenOrder key={numero} numero={numero} next={null} />
        </Panel>
      </>
    )
  return (
    <InboxPage
      {...head}
      label="Pagos en revisión"
      path="/gestion/ordenes"
      query={orders}
      errorTitle="No pudimos cargar los pagos"
      icon={IconCashOff}
      item={(order) => ({
        id: order.numero,
        title: `${order.comprador.nombres} ${order.comprador.apellidos}`,
        text: `Pedido de ${formatMoney(order.total)}`,
        since: order.creada_en,
      })}
    >
      {(order, id, next) => (order ? <AcceptForm order={order} next={next} /> : <OpenOrder numero={id} next={next} />)}
    </InboxPage>
  )
}
