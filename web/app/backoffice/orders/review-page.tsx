import { shortNumber } from '@campus/contract/order-rules'
import type { ReviewedOrder } from '@campus/contract/orders'
import { Skeleton, Stack } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { api } from '../../lib/api'
import { formatMoney } from '../../lib/format'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { PageHead } from '../../ui/page-head'
import { Pager, usePage } from '../../ui/pager'
import { Panel } from '../../ui/panel'
import { Inbox } from '../blocks/inbox'
import { INBOX_PAGE, inboxHref, useNextItem } from '../blocks/inbox-page'
import { AcceptForm } from './accept-form'
import { OpenOrder } from './open-order'

function Orders({ orders, page }: { orders: ReviewedOrder[]; page: number }) {
  const { numero } = useParams()
  const href = inboxHref('/gestion/ordenes', page)
  const numbers = orders.map((order) => order.numero)
  const chosen = orders.find((order) => order.numero === numero)
  const next = useNextItem(numbers, numero ?? '')
  return (
    <Inbox
      label="Pagos en revisión"
      items={orders.map(({ numero: id, comprador, total, creada_en }) => ({
        id,
        title: `${comprador.nombres} ${comprador.apellidos}`,
        text: `Pedido de ${formatMoney(total)}`,
        since: creada_en,
      }))}
      selected={numero ?? null}
      href={href}
    >
      {chosen ? (
        <AcceptForm key={numero} order={chosen} next={next ? href(next) : null} />
      ) : (
        <OpenOrder key={numero} numero={numero ?? ''} next={next ? href(next) : null} />
      )}
    </Inbox>
  )
}

/** Orders that were paid with another amount, one at a time. */
export default function ReviewPage() {
  const { numero } = useParams()
  const page = usePage()
  const orders = api.useQuery(
    'get',
    '/api/ordenes/en-revision',
    { params: { query: { page, per_page: INBOX_PAGE } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <>
      {numero && orders.data && !orders.data.data.data.some((order) => order.numero === numero) ? (
        <PageHead title={`Orden ${shortNumber(numero)}`} />
      ) : (
        <PageHead title="Pagos en revisión" lead="Llegó otro monto que el del pedido: los cursos siguen cerrados." />
      )}
      <Loaded
        query={orders}
        skeleton={
          <Stack gap="sm">
            <Skeleton height={72} />
            <Skeleton height={72} />
          </Stack>
        }
        errorTitle="No pudimos cargar los pagos"
      >
        {({ data }) => {
          if (data.total === 0)
            return numero ? (
              <Panel>
                <OpenOrder key={numero} numero={numero} next={null} />
              </Panel>
            ) : (
              <EmptyState icon={IconCashOff} color="teal" title="Todo al día. No hay nada por atender." />
            )
          return (
            <>
              <Orders orders={data.data} page={page} />
              <Pager page={data.current_page} last={data.last_page} label="Páginas de pagos" />
            </>
          )
        }}
      </Loaded>
    </>
  )
}
