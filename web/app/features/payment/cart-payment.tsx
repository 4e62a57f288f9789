import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconLock, IconShoppingCart, IconTag } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { type CartItem, readCart, useCart } from '../../platform/cart'
import { useCartCheck } from '../../platform/cart-check'
import { formatMoney } from '../../platform/format'
import { startPurchase } from '../../platform/purchase'
import { loginPath } from '../../platform/redirect'
import { useSession } from '../../platform/session'
import { Failure } from '../../ui/failure'
import { Panel } from '../../ui/panel'
import { Picture } from '../../ui/picture'
import { State } from '../../ui/states'
import classes from './payment.module.css'
import { T } from './texts'

/** Pays what the cart holds: looks once more at the prices, and only at what was seen leaves for the place to pay. */
function usePurchase(check: ReturnType<typeof useCartCheck>) {
  const [leaving, setLeaving] = useState(false)
  useEffect(() => {
    const shown = (event: PageTransitionEvent) => event.persisted && setLeaving(false)
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      const { hindrance, changed, code } = await check.recheck()
      if (hindrance || changed) return
      await startPurchase(readCart(), code)
      setLeaving(true)
    },
  })
  return { pay: () => pay.mutate(), busy: pay.isPending || leaving, error: pay.error }
}

function Items({ items }: { items: CartItem[] }) {
  return (
    <ul className={classes.lines}>
      {items.map(({ id, nombre, imagen, costo }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a course may stand in the cart twice
        <li key={`${id}-${at}`} className={classes.line}>
          <div className={classes.picture}>
            <Picture src={imagen} alt="" ratio={16 / 9} sizes="96px" />
          </div>
          <div className={classes.course}>
            <span className={classes.name}>{nombre}</span>
          </div>
          <span className={classes.price}>{formatMoney(costo)}</span>
        </li>
      ))}
    </ul>
  )
}

function Summary({ items }: { items: CartItem[] }) {
  const session = useSession()
  const location = useLocation()
  const check = useCartCheck(items)
  const purchase = usePurchase(check)
  const { totals, hindrance, changes, referral } = check
  return (
    <div className={classes.narrow}>
      <Panel>
        <h2 className={classes.heading}>Tu compra</h2>
        <Items items={items} />
        <dl className={classes.sums}>
          {totals.referral > 0 && referral && (
            <div>
              <dt>
                Referido {referral.codigo} (−{referral.porcentaje} %)
              </dt>
              <dd>−{formatMoney(totals.referral)}</dd>
            </div>
          )}
          <div className={classes.total}>
            <dt>Total</dt>
            <dd>{formatMoney(totals.total)}</dd>
          </div>
        </dl>
        <div role="status">
          {changes.length > 0 && (
            <Alert color="yellow" icon={<IconTag aria-hidden />} role="group" mb="md">
              {changes.map(({ id, nombre, before, now }) => (
                <p key={id} className={classes.note}>
                  <strong>El precio de {nombre} cambió</strong>: antes {formatMoney(before)}, ahora {formatMoney(now)}.
                </p>
              ))}
            </Alert>
          )}
        </div>
        {hindrance ? (
          <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} mb="md">
            Hay algo que corregir en tu carrito antes de pagar: un curso que ya tienes, repetido o que ya no se vende.
          </Alert>
        ) : (
          <Failure text={purchase.error?.message} />
        )}
        <div className={classes.pay}>
          {session && !hindrance && (
            <Button
              size="lg"
              fullWidth
              loading={purchase.busy || check.pending}
              leftSection={<IconLock size={20} aria-hidden />}
              onClick={purchase.pay}
            >
              {T.pay} {formatMoney(totals.total)}
            </Button>
          )}
          {!session && (
            <Button component={Link} to={loginPath(location)} size="lg" fullWidth>
              Iniciar sesión para pagar
            </Button>
          )}
          <Button component={Link} to="/carrito" variant={hindrance ? 'filled' : 'subtle'} fullWidth>
            {hindrance ? 'Corregir el carrito' : 'Volver al carrito'}
          </Button>
        </div>
        <p className={classes.terms}>
          Al comprar aceptas los{' '}
          <Link to="/terminos" className={classes.termsLink}>
            términos y condiciones
          </Link>{' '}
          y la{' '}
          <Link to="/reembolsos" className={classes.termsLink}>
            política de reembolsos
          </Link>
          .
        </p>
      </Panel>
    </div>
  )
}

/** `/pago` without an order, once the browser knows its cart: what the cart holds and the button that pays it, or the way there. */
export function CartPayment() {
  const items = useCart()
  const session = useSession()
  if (!items?.length)
    return (
      <State
        icon={IconShoppingCart}
        title="No hay productos en el carrito."
        text="Aquí verás los datos de tu pago cuando compres un curso."
        action={
          <div className={classes.ways}>
            <Button component={Link} to="/cursos">
              Ver los cursos
            </Button>
            {session && (
              <Button component={Link} to="/compras" variant="default">
                {T.purchases}
              </Button>
            )}
          </div>
        }
      />
    )
  return <Summary items={items} />
}
