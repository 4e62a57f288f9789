import { Skeleton } from '@mantine/core'
import { IconCashOff } from '@tabler/icons-react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { EmptyState } from '../../ui/empty-state'
import { Loaded } from '../../ui/loaded'
import { isAllowed, useStaff } from '../shell/staff'
import { AcceptForm } from './accept-form'
import { OrderSheet } from './order-sheet'

/** An order that the list does not hold: decided, never under review, or further down. */
export function OpenOrder({ numero, next }: { numero: string; next: string | null }) {
  const mayDecide = isAllowed(useStaff(), 'devoluciones')
  const query = api.useQuery('get', '/api/gestion/ordenes/{numero}', { params: { path: { numero } } }, { retry: 0 })
  if (query.error instanceof ApiError && [404, 422].includes(query.error.status))
    return <EmptyState icon={IconCashOff} title="Tu academia no tiene una orden con ese número." />
  return (
    <Loaded query={query} skeleton={<Skeleton height={220} />} errorTitle="No pudimos cargar la orden">
      {({ data }) =>
        data.estado === 'en_revision' && mayDecide ? (
          <AcceptForm order={data} next={next} />
        ) : (
          <OrderSheet order={data} next={next} />
        )
      }
    </Loaded>
  )
}
