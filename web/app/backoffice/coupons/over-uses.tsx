import type { Coupon } from '@campus/contract/coupons'
import { shortNumber } from '@campus/contract/order-rules'
import { Anchor, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from 'react-router'
import { api } from '../../lib/api'
import { count, formatDateTime } from '../../lib/format'
import { Alert } from '../../ui/alert'
import { Failure } from '../../ui/failure'
import { orderPath } from '../orders/paths'
import classes from './coupons.module.css'

/** Purchases that were paid when no use was left, until someone says that they were seen. */
export function OverUses({ coupon, onSeen }: { coupon: Coupon; onSeen: () => unknown }) {
  const see = api.useMutation('post', '/api/gestion/cupones/{id}/vistos', {
    meta: { handled: true },
    onSuccess: onSeen,
  })
  const ordenes = coupon.de_mas.map(({ numero }) => numero)
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${count(coupon.pasados, 'compra pasó', 'compras pasaron')} el límite del cupón`}
    >
      <p>El pago llegó tarde, cuando el cupón ya era de otra compra. Se matriculó al precio con descuento.</p>
      <ul className={classes.overList}>
        {coupon.de_mas.map(({ numero, comprador, usado_en }) => (
          <li key={numero}>
            <Anchor component={Link} to={orderPath(numero)} inherit underline="always" c="inherit">
              {`${comprador}, orden ${shortNumber(numero)}`}
            </Anchor>
            <span>{formatDateTime(usado_en)}</span>
          </li>
        ))}
      </ul>
      <Failure error={see.error} mb="sm" />
      <Button
        variant="default"
        loading={see.isPending}
        onClick={() => see.mutate({ params: { path: { id: String(coupon.id) } }, body: { ordenes } })}
      >
        Marcar como visto
      </Button>
    </Alert>
  )
}
