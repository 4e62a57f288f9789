import { IconAlertTriangle, IconArrowLeft, IconCloudOff } from '@tabler/icons-react'
import { count } from '../../../lib/format'
import { Alert } from '../../../ui/alert'
import { LinkButton } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import type { CartItem } from '../orders'
import classes from './cart.module.css'
import { useBuyable, useCartCheck } from './cart-check'
import { isCounted } from './cart-lines'
import { CartRow } from './cart-row'
import { PriceChanges } from './dropped-courses'
import { BuyBar, Summary } from './summary'
import { TEXTS, TOO_MANY_TEXT } from './texts'
import { TOO_MANY_ID, useBuy } from './use-buy'
import { useReferralField } from './use-referral-field'
import { useRemove } from './use-remove'

export function FullCart({ items }: { items: CartItem[] }) {
  const check = useCartCheck(items)
  const referral = useReferralField(check)
  const buy = useBuy(check, referral)
  const { list, remove } = useRemove()
  const buyable = useBuyable(check)
  const forSale = check.lines.some(isCounted)
  return (
    <div className={classes.columns}>
      <div className={classes.items}>
        <PriceChanges changes={check.changes} />
        {check.tooMany && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} id={TOO_MANY_ID} tabIndex={-1}>
            {TOO_MANY_TEXT}
          </Alert>
        )}
        {!forSale && (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
            {TEXTS.nothing}
          </Alert>
        )}
        {check.error && (
          <Alert color="gray" icon={<IconCloudOff aria-hidden />} role="status">
            {TEXTS.unchecked}
          </Alert>
        )}
        <Panel>
          <h2 className={classes.count}>{count(new Set(items.map(({ id }) => id)).size, 'curso', 'cursos')}</h2>
          <ul ref={list}>
            {check.lines.map((line) => (
              <CartRow key={line.key} line={line} onRemove={() => remove(line)} />
            ))}
          </ul>
        </Panel>
        <LinkButton
          to="/cursos"
          variant="subtle"
          className={classes.more}
          leftSection={<IconArrowLeft size={18} aria-hidden />}
        >
          Seguir viendo cursos
        </LinkButton>
      </div>
      {forSale && <Summary check={check} referral={referral} buy={buy} />}
      {forSale && buyable && <BuyBar check={check} buy={buy} />}
    </div>
  )
}
