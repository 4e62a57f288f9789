import { shortNumber } from '@campus/contract/order-rules'
import type { ReviewedOrder } from '@campus/contract/orders'
import { Anchor, Button, Group, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatDateTime, formatMoney } from '../../lib/format'
import { Facts } from '../../ui/facts'
import { NextButton } from '../blocks/inbox'
import item from '../blocks/inbox-item.module.css'
import { isAllowed, useStaff } from '../shell/staff'
import { studentPath } from '../students/paths'
import { OrderTag } from './order-tag'
import classes from './orders.module.css'

type Payment = ReviewedOrder['pagos'][number]

export const moneyOf = (amount: number, currency: string): string =>
  currency === 'PEN' ? formatMoney(amount) : `${amount} ${currency}`

const PAYMENT_WORDS: Record<string, string> = {
  approved: 'cobrado',
  pending: 'en camino',
  rejected: 'rechazado',
  cancelled: 'cancelado',
  refunded: 'devuelto',
  charged_back: 'retirado por el banco',
}

function paymentText({ monto, moneda, estado, devuelto }: Payment): string {
  const part = devuelto > 0 && devuelto < monto ? `, se devolvieron ${moneyOf(devuelto, moneda)}` : ''
  return `${moneyOf(monto, moneda)}, ${PAYMENT_WORDS[estado] ?? estado}${part}`
}

export function Buyer({ comprador }: Pick<ReviewedOrder, 'comprador'>) {
  return (
    <>
      <h2 className={item.name}>
        <Anchor component={Link} to={studentPath(comprador.id)} inherit c="inherit" underline="hover">
          {`${comprador.nombres} ${comprador.apellidos}`}
        </Anchor>
      </h2>
      <Text c="dimmed">
        <Anchor href={`mailto:${comprador.correo}`}>{comprador.correo}</Anchor>
      </Text>
    </>
  )
}

/** An order that waits for no decision, as it is now. */
export function OrderSheet({ order, next }: { order: ReviewedOrder; next: string | null }) {
  const staff = useStaff()
  const { comprador, total, cursos, creada_en, pagada_en: paid, pagos, numero } = order
  const payments = (
    <ul className={classes.list}>
      {pagos.map((payment) => (
        <li key={payment.id_pago}>
          <span>{paymentText(payment)}</span>
          <span className={classes.id}>{payment.id_pago}</span>
        </li>
      ))}
      {pagos.length === 0 && <li>Ninguno</li>}
    </ul>
  )
  const sheet = useRef<HTMLDivElement>(null)
  // The form of an order that was accepted takes the focus with it.
  useEffect(() => {
    if (document.activeElement === document.body) sheet.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={sheet} tabIndex={-1} className={classes.sheet}>
      <Group align="flex-start" gap="md">
        <div>
          <Buyer comprador={comprador} />
        </div>
        <OrderTag estado={order.estado} />
      </Group>
      <Facts
        facts={[
          ['Orden', `${shortNumber(numero)} · ${formatDateTime(creada_en)}`],
          ['Total', formatMoney(total)],
          paid && ['Pagada', formatDateTime(paid)],
          [cursos.length === 1 ? 'Curso' : 'Cursos', cursos.join('\n')],
          ['Pagos', payments],
        ]}
      />
      {isAllowed(staff, 'devoluciones') && (
        <p className={classes.note}>
          El dinero se devuelve en la pasarela, con el número del pago. Sus cursos se abren y cierran en su ficha.
        </p>
      )}
      <Group gap="sm" mt="md">
        <Button component={Link} to={studentPath(comprador.id, 'cursos')} variant="default">
          Ver sus cursos
        </Button>
        <NextButton to={next} variant="default" />
      </Group>
    </div>
  )
}
