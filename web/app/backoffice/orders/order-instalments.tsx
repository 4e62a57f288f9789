import type { StaffOrder } from '@campus/contract/orders.staff'
import { Button } from '@mantine/core'
import { lazy, useState } from 'react'
import { formatMoney } from '../../lib/format'
import { instalmentText, nextOf } from '../../lib/instalments'
import { useNow } from '../../lib/now'
import { limaDay } from '../../lib/session-time'
import { Late } from '../../ui/late'
import rows from '../blocks/rows.module.css'
import { isAllowed, useStaff } from '../shell/staff'
import classes from './orders.module.css'

const RegisterDialog = lazy(() => import('./instalment-dialog'))

/** What was agreed, what is owed, and the next one to take the money of. */
export function OrderInstalments({ order }: { order: StaffOrder }) {
  const today = limaDay(useNow())
  const registers = isAllowed(useStaff(), 'ventas.registrar')
  const [asking, setAsking] = useState(false)
  const next = nextOf(order.cuotas)
  if (order.cuotas.length === 0) return null
  return (
    <section aria-labelledby="cuotas" className={classes.apart}>
      <h2 id="cuotas" className={classes.apartName}>
        Cuotas
      </h2>
      <ol className={rows.rows} aria-labelledby="cuotas">
        {order.cuotas.map((one) => (
          <li key={one.numero} className={rows.row}>
            <span className={rows.words}>
              <span className={rows.name}>{`Cuota ${one.numero}`}</span>
              <span className={rows.detail} data-late={one.estado === 'vencida' || undefined}>
                {instalmentText(one, today)}
              </span>
            </span>
            <span className={rows.amount}>{formatMoney(one.monto)}</span>
          </li>
        ))}
      </ol>
      {next && registers && (
        <Button variant="light" onClick={() => setAsking(true)}>
          {`Registrar cuota ${next.numero}`}
        </Button>
      )}
      {next && asking && (
        <Late fallback={null}>
          <RegisterDialog order={order} next={next} onClose={() => setAsking(false)} />
        </Late>
      )}
    </section>
  )
}
