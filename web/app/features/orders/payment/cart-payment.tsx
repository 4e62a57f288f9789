import { IconAlertTriangle, IconLock, IconShoppingCart } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { lazy } from 'react'
import { Link, useLocation } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { ENROL_FREE_TEXT } from '../../../lib/contact'
import { ApiError } from '../../../lib/errors'
import { formatMoney } from '../../../lib/format'
import { loginPath } from '../../../lib/redirect'
import { type Session, useSession } from '../../../lib/session'
import { Alert } from '../../../ui/alert'
import { Button, LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Failure } from '../../../ui/failure'
import { Late } from '../../../ui/late'
import { Panel } from '../../../ui/panel'
import { Picture } from '../../../ui/picture'
import { Skeleton } from '../../../ui/skeleton'
import { Group } from '../../../ui/stack'
import { Unpaid, useBuyable, useCartCheck } from '../cart/cart-check'
import { isCounted } from '../cart/cart-lines'
import { DroppedNote, PriceChanges } from '../cart/dropped-courses'
import { codeLabel, TOO_MANY_TEXT } from '../cart/texts'
import { type CartItem, PurchaseAssurances, useCart } from '../orders'
import { checkReceipt, isOfReceipt, showRefusedReceipt } from '../receipt-draft'
import classes from './payment.module.css'
import { CouponGone, startPurchase } from './purchase'
import { TEXTS } from './texts'
import { useLeaving } from './use-leaving'

const ReceiptChoice = lazy(() => import('../receipt/receipt-choice'))

/** Refreshes the prices and leaves for the payment only when they are what was shown. */
function usePurchase(check: ReturnType<typeof useCartCheck>) {
  const [leaving, setLeaving] = useLeaving()
  const pay = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      const charged = check.totals.total > 0
      if (charged && !(await checkReceipt())) return
      const { tooMany, changed, items, ...codes } = await check.refreshCart()
      if (tooMany || changed || items.length === 0) return
      await startPurchase(items, { ...codes, charged })
      setLeaving(true)
    },
    onError: async (error) => {
      showRefusedReceipt(error instanceof ApiError ? error.errors : {})
      if (error instanceof CouponGone) await check.refreshCart().catch(() => undefined)
    },
  })
  const shown = pay.error instanceof ApiError && isOfReceipt(pay.error.errors) ? null : pay.error
  return { pay: () => pay.mutate(), busy: pay.isPending || leaving, error: shown }
}

function Terms() {
  return (
    <p className={classes.terms}>
      Al comprar aceptas los <Link to="/terminos">términos y condiciones</Link> y la{' '}
      <Link to="/reembolsos">política de reembolsos</Link>.
    </p>
  )
}

function Items({ items }: { items: CartItem[] }) {
  return (
    <ul>
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

function NothingToPay({ session }: { session: Session | null | undefined }) {
  return (
    <EmptyState
      icon={IconShoppingCart}
      title="No hay productos en el carrito."
      text="Aquí verás los datos de tu pago cuando compres un curso."
      action={
        <Group gap="sm" justify="center">
          <LinkButton to="/cursos">Ver los cursos</LinkButton>
          {session && (
            <LinkButton to="/compras" variant="default">
              {TEXTS.purchases}
            </LinkButton>
          )}
        </Group>
      }
    />
  )
}

type ActionsProps = {
  check: ReturnType<typeof useCartCheck>
  items: CartItem[]
  purchase: ReturnType<typeof usePurchase>
}

/** Paying, logging in for it, or asking the academy where it takes no payments. */
function Actions({ check, items, purchase }: ActionsProps) {
  const { cobra_en_linea } = useBrand()
  const session = useSession()
  const location = useLocation()
  const { tooMany, totals } = check
  const buyable = useBuyable(check)
  return (
    <div className={classes.pay}>
      {!buyable && (
        <Late>
          <Unpaid items={items} />
        </Late>
      )}
      {buyable && session && !tooMany && (
        <Button
          size="lg"
          fullWidth
          loading={purchase.busy || check.pending}
          leftSection={<IconLock size={20} aria-hidden />}
          onClick={purchase.pay}
        >
          {cobra_en_linea ? `${TEXTS.pay} ${formatMoney(totals.total)}` : ENROL_FREE_TEXT}
        </Button>
      )}
      {buyable && !session && (
        <LinkButton to={loginPath(location)} size="lg" fullWidth>
          {cobra_en_linea ? 'Iniciar sesión para pagar' : 'Iniciar sesión para matricularte'}
        </LinkButton>
      )}
      <LinkButton to="/carrito" variant={tooMany ? 'filled' : 'subtle'} fullWidth>
        {tooMany ? 'Corregir el carrito' : 'Volver al carrito'}
      </LinkButton>
    </div>
  )
}

function Summary({ items }: { items: CartItem[] }) {
  const session = useSession()
  const check = useCartCheck(items)
  const purchase = usePurchase(check)
  const { totals, tooMany, changes, codes } = check
  const sold = check.lines.filter(isCounted).map(({ item }) => item)
  const buyable = useBuyable(check)
  if (sold.length === 0) return <NothingToPay session={session} />
  return (
    <div className={classes.narrow}>
      <Panel>
        <h2 className={classes.heading}>Tu compra</h2>
        <Items items={sold} />
        <dl className={classes.sums}>
          {totals.code > 0 && (
            <div>
              <dt>{codeLabel(totals, codes)}</dt>
              <dd>{`−${formatMoney(totals.code)}`}</dd>
            </div>
          )}
          <div className={classes.total}>
            <dt>Total</dt>
            <dd>{formatMoney(totals.total)}</dd>
          </div>
        </dl>
        {buyable && totals.total > 0 && (
          <div className={classes.note}>
            <Late fallback={<Skeleton height={72} />}>
              <ReceiptChoice />
            </Late>
          </div>
        )}
        <PriceChanges changes={changes} className={classes.note} />
        {tooMany ? (
          <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />} className={classes.note}>
            {TOO_MANY_TEXT}
          </Alert>
        ) : (
          <Failure
            text={purchase.error instanceof CouponGone ? purchase.error.message : undefined}
            error={purchase.error}
          />
        )}
        <Actions check={check} items={sold} purchase={purchase} />
        {buyable && <Terms />}
        <div className={classes.assurances}>
          <Late>
            <PurchaseAssurances price={totals.total} certified={check.certified} />
          </Late>
        </div>
      </Panel>
    </div>
  )
}

function CartContents() {
  const items = useCart()
  const session = useSession()
  return items?.length ? <Summary items={items} /> : <NothingToPay session={session} />
}

/** `/pago` without an order pays the cart. */
export default function CartPayment() {
  return (
    <>
      <DroppedNote />
      <CartContents />
    </>
  )
}
