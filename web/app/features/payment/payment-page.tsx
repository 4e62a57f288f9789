import { Button, Skeleton } from '@mantine/core'
import { IconLogin2, IconReceiptOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'react-router'
import { ApiError } from '../../platform/errors'
import { loginPath } from '../../platform/redirect'
import { seo } from '../../platform/seo'
import { useSession } from '../../platform/session'
import { NeedsScript } from '../../ui/needs-script'
import { PageHead } from '../../ui/page-head'
import { Loaded, Loading, State } from '../../ui/states'
import type { Route } from './+types/payment-page'
import { CartPayment } from './cart-payment'
import { OrderView } from './order-view'
import classes from './payment.module.css'
import { isNumber, readReturn } from './return-address'
import { T } from './texts'
import { useOrder } from './use-order'

export const meta: Route.MetaFunction = (args) =>
  seo(args, { title: T.title, description: 'El estado de tu compra.', index: false })

// The order is the student's and the cart lives in the browser: nothing of the address is the server's business.
export const shouldRevalidate = () => false

function OrderSkeleton() {
  return (
    <div className={classes.columns}>
      <Skeleton height={280} radius="lg" />
      <Skeleton height={340} radius="lg" />
    </div>
  )
}

/** An unknown order and a stranger's are told alike. */
function NoOrder() {
  return (
    <State
      icon={IconReceiptOff}
      title="No encontramos esta compra"
      text="El enlace puede estar mal escrito, o la compra es de otra cuenta."
      action={
        <Button component={Link} to="/compras">
          {T.purchases}
        </Button>
      }
    />
  )
}

function OwnOrder({ numero, payment }: { numero: string; payment: string | null }) {
  const query = useOrder(numero, payment)
  if (query.error instanceof ApiError && query.error.status === 404) return <NoOrder />
  return (
    <Loaded query={query} skeleton={<OrderSkeleton />} errorTitle={T.orderError}>
      {({ data }) => <OrderView order={data} />}
    </Loaded>
  )
}

function AnOrder({ numero, payment }: { numero: string; payment: string | null }) {
  const session = useSession()
  const location = useLocation()
  if (!session)
    return (
      <State
        icon={IconLogin2}
        title="Inicia sesión para ver tu compra"
        text="Solo quien la hizo puede verla. Volverás aquí al entrar."
        action={
          <Button component={Link} to={loginPath(location)}>
            Iniciar sesión
          </Button>
        }
      />
    )
  if (!isNumber(numero)) return <NoOrder />
  return <OwnOrder numero={numero} payment={payment} />
}

/** What the address said when the page was opened; MercadoPago's own words then leave it, so that nobody shares them. */
function useReturn() {
  const [params, setParams] = useSearchParams()
  const { numero, pago } = readReturn(params)
  const [payment, setPayment] = useState(pago)
  const extra = numero !== null && [...params.keys()].some((key) => key !== 'orden' && key !== 'marca')
  useEffect(() => {
    if (!extra) return
    setPayment(pago)
    const kept = new URLSearchParams({ orden: numero })
    setParams(kept, { replace: true, preventScrollReset: true })
  }, [extra, numero, pago, setParams])
  return { numero, payment }
}

/** Where a buyer comes back to, and what an order is about (storefront.md section 2, contract section 4). */
export default function PaymentPage() {
  const { numero, payment } = useReturn()
  // The page is rendered for everyone alike: which order it is about is the browser's to know.
  const known = useSession() !== undefined
  return (
    <>
      <PageHead title={T.title} documentTitle={null} />
      <NeedsScript what="Para ver tu pago," />
      {!known && (
        <Loading>
          <OrderSkeleton />
        </Loading>
      )}
      {known && numero === null && <CartPayment />}
      {known && numero !== null && <AnOrder key={numero} numero={numero} payment={payment} />}
    </>
  )
}
