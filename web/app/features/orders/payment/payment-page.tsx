import { IconLogin2, IconReceipt, IconReceiptOff, IconShoppingCart } from '@tabler/icons-react'
import { lazy, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { ApiError } from '../../../lib/errors'
import { loginPath } from '../../../lib/redirect'
import { seo } from '../../../lib/seo'
import { useSession } from '../../../lib/session'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { Loaded } from '../../../ui/loaded'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import type { Route } from './+types/payment-page'
import { Confirming } from './confirming'
import { OrderView } from './order-view'
import classes from './payment.module.css'
import { isOrderNumber, readReturn } from './return-address'
import { TEXTS } from './texts'
import { useOrder } from './use-order'

/** Who comes back from the gateway has an order. */
const CartPayment = lazy(() => import('./cart-payment'))

export const meta: Route.MetaFunction = (args) =>
  seo(args, { title: TEXTS.title, description: 'El estado de tu compra.', index: false })

// The order and the cart are read in the browser, so the server has nothing to reload.
export const shouldRevalidate = () => false

/** What the address alone tells, in the document: before scripts run, and the same for everyone. */
function Arrived() {
  const { cobra_en_linea } = useBrand()
  const [params] = useSearchParams()
  if (params.has('vuelta') || params.has('payment_id')) return <Confirming order={undefined} />
  if (params.has('orden')) return <EmptyState icon={IconReceipt} title="Buscando tu compra…" />
  if (!cobra_en_linea) return null
  return (
    <EmptyState
      icon={IconShoppingCart}
      title="Revisa tu carrito"
      text="Ahí están los cursos que elegiste, con su precio."
      action={<LinkButton to="/carrito">Ir al carrito</LinkButton>}
    />
  )
}

function OrderSkeleton() {
  return (
    <div className={classes.columns}>
      <Skeleton height={280} />
      <Skeleton height={340} />
    </div>
  )
}

/** The same for an unknown order and for another student's. */
function NoOrder() {
  return (
    <EmptyState
      icon={IconReceiptOff}
      title="No encontramos esta compra"
      text="El enlace puede estar mal escrito, o la compra es de otra cuenta."
      action={<LinkButton to="/compras">{TEXTS.purchases}</LinkButton>}
    />
  )
}

type OrderProps = { numero: string; payment: string | null; returned: boolean }

function OwnOrder({ numero, payment, returned }: OrderProps) {
  const { query, ...visit } = useOrder(numero, payment, returned)
  if (query.error instanceof ApiError && query.error.status === 404) return <NoOrder />
  if (visit.confirming) return <Confirming order={query.data?.data} />
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />} errorTitle={TEXTS.orderError}>
      {({ data }) => <OrderView order={data} {...visit} />}
    </Loaded>
  )
}

function AnOrder({ numero, ...rest }: OrderProps) {
  const session = useSession()
  const location = useLocation()
  if (!session)
    return (
      <EmptyState
        icon={IconLogin2}
        title="Inicia sesión para ver tu compra"
        text="Solo quien la hizo puede verla. Volverás aquí al entrar."
        action={<LinkButton to={loginPath(location)}>Iniciar sesión</LinkButton>}
      />
    )
  if (!isOrderNumber(numero)) return <NoOrder />
  return <OwnOrder numero={numero} {...rest} />
}

/** Reads the gateway's parameters once and removes them, so that they are not shared with the address. */
function useReturn() {
  const [params, setParams] = useSearchParams()
  const { numero, pago, vuelta } = readReturn(params)
  const [payment, setPayment] = useState(pago)
  const [returned, setReturned] = useState(vuelta)
  const extra = numero !== null && [...params.keys()].some((key) => key !== 'orden' && key !== 'marca')
  useEffect(() => {
    if (!extra) return
    setPayment(pago)
    setReturned(vuelta)
    const own = new URLSearchParams({ orden: numero })
    setParams(own, { replace: true, preventScrollReset: true })
  }, [extra, numero, pago, vuelta, setParams])
  return { numero, payment, returned }
}

/** The page of an order, and where MercadoPago returns to (docs/product/shop.md 6.8). */
export default function PaymentPage() {
  const { numero, ...back } = useReturn()
  // The server renders it alike for everyone; only the browser knows the order.
  const hydrated = useSession() !== undefined
  return (
    <>
      <PageHead title={TEXTS.title} documentTitle={null} />
      <NeedsScript what="Para ver tu pago," />
      {!hydrated && <Arrived />}
      {hydrated && numero === null && (
        <Late fallback={<Arrived />}>
          <CartPayment />
        </Late>
      )}
      {hydrated && numero !== null && <AnOrder key={numero} numero={numero} {...back} />}
    </>
  )
}
