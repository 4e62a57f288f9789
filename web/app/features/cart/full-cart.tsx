import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft, IconCloudOff, IconTag } from '@tabler/icons-react'
import { Link } from 'react-router'
import { type CartItem, writeCart } from '../../platform/cart'
import { type CartCheck, useCartCheck } from '../../platform/cart-check'
import { type PriceChange, withoutGone, withoutRepeated } from '../../platform/cart-lines'
import { count, formatMoney } from '../../platform/format'
import { Panel } from '../../ui/panel'
import { AuthDialogs } from './auth-dialogs'
import classes from './cart.module.css'
import { CartRow } from './cart-row'
import { Summary } from './summary'
import { HELD, T } from './texts'
import { HINDRANCE_ID, useBuy } from './use-buy'
import { useReferralField } from './use-referral-field'
import { useRemove } from './use-remove'

/** Told politely, once: a price may change while the cart is open. */
function Changes({ changes }: { changes: PriceChange[] }) {
  return (
    <div role="status">
      {changes.length > 0 && (
        <Alert role="group" color="yellow" icon={<IconTag aria-hidden />}>
          {changes.map(({ id, nombre, before, now }) => (
            <p key={id} className={classes.change}>
              <strong>El precio de {nombre} cambió</strong>: antes {formatMoney(before)}, ahora {formatMoney(now)}.
            </p>
          ))}
        </Alert>
      )}
    </div>
  )
}

function Hindrances({ check: { hindrance, lines } }: { check: CartCheck }) {
  if (!hindrance) return null
  const has = (...states: string[]) => lines.some(({ state }) => states.includes(state))
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} id={HINDRANCE_ID} tabIndex={-1}>
      <p className={classes.change}>{HELD[hindrance]}</p>
      <div className={classes.mend}>
        {has('repeated', 'owned') && (
          <Button variant="default" onClick={() => writeCart(withoutRepeated(lines))}>
            {T.removeRepeated}
          </Button>
        )}
        {has('gone') && (
          <Button variant="default" onClick={() => writeCart(withoutGone(lines))}>
            {T.removeGone}
          </Button>
        )}
      </div>
    </Alert>
  )
}

/** A cart with something in it. */
export function FullCart({ items }: { items: CartItem[] }) {
  const check = useCartCheck(items)
  const referral = useReferralField(check)
  const buy = useBuy(check, referral)
  const { list, remove } = useRemove()
  return (
    <div className={classes.columns}>
      <div className={classes.items}>
        <Changes changes={check.changes} />
        <Hindrances check={check} />
        {check.error && (
          <Alert color="gray" icon={<IconCloudOff aria-hidden />} role="status">
            {T.unchecked}
          </Alert>
        )}
        <Panel>
          <h2 className={classes.count}>{count(items.length, 'curso', 'cursos')}</h2>
          <ul className={classes.list} ref={list}>
            {check.lines.map((line) => (
              <CartRow key={line.key} line={line} onRemove={() => remove(line)} />
            ))}
          </ul>
        </Panel>
        <Button
          component={Link}
          to="/cursos"
          variant="subtle"
          className={classes.more}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          Seguir viendo cursos
        </Button>
      </div>
      <Summary check={check} referral={referral} buy={buy} />
      <AuthDialogs buy={buy} />
    </div>
  )
}
