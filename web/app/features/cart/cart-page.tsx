import { Button, Skeleton, Stack } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCart } from '../../platform/cart'
import { seo } from '../../platform/seo'
import { NeedsScript } from '../../ui/needs-script'
import { PageHead } from '../../ui/page-head'
import { LoadError, Loading, State } from '../../ui/states'
import type { Route } from './+types/cart-page'
import classes from './cart.module.css'
import { FullCart } from './full-cart'
import { T } from './texts'
import { useAddFromAddress } from './use-add-from-address'

export const meta: Route.MetaFunction = (args) =>
  seo(args, { title: T.title, description: 'Los cursos que vas a comprar.', index: false })

// The cart lives in the browser: nothing of the address is the server's business.
export const shouldRevalidate = () => false

function CartSkeleton() {
  return (
    <Loading>
      <div className={classes.columns}>
        <Skeleton height={260} radius="lg" />
        <Skeleton height={340} radius="lg" />
      </div>
    </Loading>
  )
}

function EmptyCart() {
  return (
    <State
      icon={IconShoppingCart}
      title={T.empty}
      text="Explora el catálogo y agrega el curso que quieras aprender."
      action={
        <Button component={Link} to="/cursos">
          Ver los cursos
        </Button>
      }
    />
  )
}

function Contents() {
  const items = useCart()
  const adding = useAddFromAddress()
  if (adding.error) return <LoadError error={adding.error} title="No se pudo agregar el curso" onRetry={adding.retry} />
  if (items === undefined || adding.pending) return <CartSkeleton />
  if (items.length === 0) return <EmptyCart />
  return <FullCart items={items} />
}

/** The cart of this device (storefront.md section 2): what is in it, what it costs, and the way to pay. */
export default function CartPage() {
  return (
    <>
      <PageHead title={T.title} documentTitle={null} />
      <Stack gap="md">
        <NeedsScript what="El carrito se guarda en este dispositivo: para comprar," />
        <Contents />
      </Stack>
    </>
  )
}
