import { shortNumber } from '@campus/contract/order-rules'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { api } from '../../lib/api'
import { PageHead } from '../../ui/page-head'
import { LoadedScreen } from '../blocks/loaded-screen'
import { useScreenPath } from '../shell/staff'
import { studentPath } from '../students/paths'
import { OrderActs } from './order-acts'
import { OrderMoney } from './order-money'
import { OrderTag } from './order-tag'
import { OrderTimeline } from './order-timeline'
import classes from './orders.module.css'

function Head({ order }: { order: StaffOrder }) {
  const { numero, estado, estado_texto, debe, comprador } = order
  const students = useScreenPath('alumnos')
  const name = `${comprador.nombres} ${comprador.apellidos}`
  return (
    <PageHead
      title={`Orden ${shortNumber(numero)}`}
      action={<OrderActs order={order} />}
      lead={
        <div className={classes.buyer}>
          <OrderTag estado={estado} text={estado_texto} debe={debe} />
          {students ? (
            <Anchor component={Link} to={studentPath(comprador.id)} inherit c="inherit" underline="always">
              {name}
            </Anchor>
          ) : (
            <span>{name}</span>
          )}
          <Anchor href={`mailto:${comprador.correo}`} inherit>
            {comprador.correo}
          </Anchor>
        </div>
      }
    />
  )
}

/** An order: its money, its courses, and all that happened to it. */
export default function OrderPage() {
  const { numero = '' } = useParams()
  const query = api.useQuery('get', '/api/gestion/ordenes/{numero}', { params: { path: { numero } } }, { retry: 0 })
  return (
    <LoadedScreen query={query} errorTitle="No pudimos cargar la orden">
      {({ data }) => (
        <>
          <Head order={data} />
          <div className={classes.page}>
            <OrderMoney order={data} />
            <OrderTimeline order={data} />
          </div>
        </>
      )}
    </LoadedScreen>
  )
}
