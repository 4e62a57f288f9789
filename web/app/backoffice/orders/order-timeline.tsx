import { CURRENCY } from '@campus/contract/order-rules'
import type { SaleEvent, StaffOrder } from '@campus/contract/orders.staff'
import {
  type Icon,
  IconArrowBackUp,
  IconBook2,
  IconCash,
  IconInfoCircle,
  IconMail,
  IconShoppingCart,
} from '@tabler/icons-react'
import { formatDateTime, formatMoney } from '../../lib/format'
import rows from '../blocks/rows.module.css'
import classes from './orders.module.css'

const ICONS: Record<SaleEvent['tipo'], Icon> = {
  pedido: IconShoppingCart,
  cobro: IconCash,
  devolucion: IconArrowBackUp,
  aviso: IconMail,
  curso: IconBook2,
  estado: IconInfoCircle,
}

const PAYMENT_WORDS: Record<string, string> = {
  approved: 'cobrado',
  pending: 'en camino',
  rejected: 'rechazado',
  cancelled: 'cancelado',
  refunded: 'devuelto',
  charged_back: 'retirado por el banco',
}

const moneyOf = (amount: number, currency: string): string =>
  currency === CURRENCY ? formatMoney(amount) : `${amount.toFixed(2)} ${currency}`

/** As the gateway last said it, folded: no figure reads it. */
function Payments({ pagos }: Pick<StaffOrder, 'pagos'>) {
  if (pagos.length === 0) return null
  return (
    <details className={classes.payments}>
      <summary>Lo último que dijo MercadoPago</summary>
      <ul>
        {pagos.map(({ id_pago, monto, moneda, estado, devuelto, detalle }) => (
          <li key={id_pago}>
            <span>
              {`${moneyOf(monto, moneda)}, ${PAYMENT_WORDS[estado] ?? estado}${devuelto > 0 && devuelto < monto ? `, se devolvieron ${moneyOf(devuelto, moneda)}` : ''}`}
            </span>
            <span className={rows.detail}>{[`Pago ${id_pago}`, detalle].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** All that happened, the newest last. */
export function OrderTimeline({ order: { historia, pagos } }: { order: StaffOrder }) {
  return (
    <section aria-labelledby="historia">
      <h2 id="historia" className={classes.heading}>
        Qué pasó
      </h2>
      <ol className={classes.timeline}>
        {historia.map(({ tipo, fecha, texto }) => {
          const Drawing = ICONS[tipo]
          return (
            <li key={`${fecha} ${texto}`}>
              <Drawing size={18} stroke={1.7} aria-hidden className={classes.icon} />
              <span className={rows.words}>
                <span>{texto}</span>
                <time dateTime={fecha} className={rows.detail}>
                  {formatDateTime(fecha)}
                </time>
              </span>
            </li>
          )
        })}
      </ol>
      <Payments pagos={pagos} />
    </section>
  )
}
