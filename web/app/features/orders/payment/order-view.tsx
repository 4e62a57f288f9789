import { shortNumber } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { isReturnedCourse } from '@campus/contract/returned'
import { lazy } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatMoney } from '../../../lib/format'
import { LinkButton } from '../../../ui/button'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { Picture } from '../../../ui/picture'
import { Skeleton } from '../../../ui/skeleton'
import { receiptBuyer, receiptName } from '../receipt/receipt-text'
import { Celebration } from './celebration'
import { MoneyBack } from './money-back'
import { OrderStatus } from './order-state'
import classes from './payment.module.css'
import { Refund } from './refund'
import { TEXTS } from './texts'

const InstalmentStatus = lazy(() => import('./instalments'))

function Lines({ order }: { order: Order }) {
  return (
    <ul>
      {order.lineas.map(({ id_curso, nombre, imagen, precio, grupo }) => (
        <li key={id_curso} className={classes.line}>
          <div className={classes.picture}>
            <Picture src={imagen} alt="" ratio={16 / 9} sizes="96px" />
          </div>
          <div className={classes.course}>
            <span className={classes.name}>{nombre}</span>
            {grupo && <span>{grupo}</span>}
            {order.estado === 'pagada' && !isReturnedCourse(order, id_curso) && (
              <Link to={`/miscursos/${id_curso}/modulos`} aria-label={`${TEXTS.toCourse} ${nombre}`}>
                {TEXTS.toCourse}
              </Link>
            )}
          </div>
          <span className={classes.price}>{formatMoney(precio)}</span>
        </li>
      ))}
    </ul>
  )
}

function Sums({ order }: { order: Order }) {
  return (
    <dl className={classes.sums}>
      {(order.descuento > 0 || order.codigo_referido) && (
        <div>
          <dt>Subtotal</dt>
          <dd>{formatMoney(order.subtotal)}</dd>
        </div>
      )}
      {order.codigo_cupon && (
        <div>
          <dt>{`Cupón ${order.codigo_cupon}`}</dt>
          <dd>{`−${formatMoney(order.descuento)}`}</dd>
        </div>
      )}
      {order.codigo_referido && (
        <div>
          <dt>{`Referido ${order.codigo_referido}`}</dt>
          <dd>{order.descuento > 0 ? `−${formatMoney(order.descuento)}` : 'Gracias por la invitación'}</dd>
        </div>
      )}
      <div className={classes.total}>
        <dt>Total</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
      {order.debe > 0 && (
        <div>
          <dt>Te falta pagar</dt>
          <dd>{formatMoney(order.debe)}</dd>
        </div>
      )}
    </dl>
  )
}

const State = (props: { order: Order; returned: boolean }) =>
  props.order.estado === 'pagada' && props.order.cuotas.length > 0 ? (
    <Late fallback={<Skeleton height={380} />}>
      <InstalmentStatus {...props} />
    </Late>
  ) : (
    <OrderStatus {...props} />
  )

type OrderViewProps = { order: Order; returned: boolean; paidNow: boolean }

export function OrderView({ order, returned, paidNow }: OrderViewProps) {
  return (
    <div className={classes.columns}>
      {paidNow ? (
        <div className={classes.done}>
          <Refund order={order} />
          <Celebration order={order} />
        </div>
      ) : (
        <State order={order} returned={returned} />
      )}
      <Panel>
        <section aria-labelledby="orden">
          <h2 id="orden" className={classes.heading}>
            {`Orden ${shortNumber(order.numero)}`}
          </h2>
          {!paidNow && <Lines order={order} />}
          <Sums order={order} />
          {!paidNow && <MoneyBack order={order} />}
          <dl className={classes.facts}>
            <div>
              <dt>Número de orden</dt>
              <dd>{order.numero}</dd>
            </div>
            <div>
              <dt>Fecha</dt>
              <dd>{formatDateTime(order.creada_en)}</dd>
            </div>
            {order.pagada_en && (
              <div>
                <dt>Pagada</dt>
                <dd>{formatDateTime(order.pagada_en)}</dd>
              </div>
            )}
            {order.medio && (
              <div>
                <dt>Medio de pago</dt>
                <dd>{order.medio}</dd>
              </div>
            )}
            {order.comprobante && (
              <div>
                <dt>Comprobante</dt>
                <dd>
                  <span>{receiptName(order.comprobante)}</span>
                  {order.comprobante.documento && (
                    <span className={classes.receipt}>{receiptBuyer(order.comprobante)}</span>
                  )}
                </dd>
              </div>
            )}
          </dl>
          <LinkButton to="/compras" variant="subtle" fullWidth className={classes.all}>
            Ver todas mis compras
          </LinkButton>
        </section>
      </Panel>
    </div>
  )
}
