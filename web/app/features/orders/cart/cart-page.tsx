import { IconShoppingCart } from '@tabler/icons-react'
import { useBrand } from '../../../lib/brand'
import { seo } from '../../../lib/seo'
import { LinkButton } from '../../../ui/button'
import { EmptyState } from '../../../ui/empty-state'
import { Late } from '../../../ui/late'
import { LoadError, Loading } from '../../../ui/loaded'
import { NeedsScript } from '../../../ui/needs-script'
import { PageHead } from '../../../ui/page-head'
import { Skeleton } from '../../../ui/skeleton'
import { Group, Stack } from '../../../ui/stack'
import { SuggestedCourses } from '../../catalogue/catalogue'
import { useCart } from '../orders'
import type { Route } from './+types/cart-page'
import classes from './cart.module.css'
import { Unpaid } from './cart-check'
import { DroppedNote, useDropped } from './dropped-courses'
import { FullCart } from './full-cart'
import { TEXTS } from './texts'
import { useAddFromAddress } from './use-add-from-address'

export const meta: Route.MetaFunction = (args) =>
  seo(args, { title: TEXTS.title, description: 'Los cursos que elegiste.', index: false })

// The cart lives in the browser, so the server has nothing to reload.
export const shouldRevalidate = () => false

function CartSkeleton() {
  return (
    <Loading>
      <div className={classes.columns}>
        <Skeleton height={260} />
        <Skeleton height={340} />
      </div>
    </Loading>
  )
}

function EmptyCart() {
  const owned = useDropped().some(({ state }) => state === 'owned')
  return (
    <>
      <EmptyState
        icon={IconShoppingCart}
        title={TEXTS.empty}
        text="Explora el catálogo y agrega el curso que quieras aprender."
        action={
          <Group gap="sm" justify="center">
            {owned && <LinkButton to="/miscursos">{TEXTS.toCourses}</LinkButton>}
            <LinkButton to="/cursos" variant={owned ? 'default' : 'filled'}>
              Ver los cursos
            </LinkButton>
          </Group>
        }
      />
      <Late failed={null}>
        <SuggestedCourses />
      </Late>
    </>
  )
}

function Contents() {
  const items = useCart()
  const adding = useAddFromAddress()
  const { cobra_en_linea } = useBrand()
  if (adding.error) return <LoadError error={adding.error} title="No se pudo agregar el curso" onRetry={adding.retry} />
  // It says all that there is to do, so it waits for no cart.
  if (!cobra_en_linea && !items?.length && !adding.pending)
    return (
      <Late>
        <Unpaid items={null} />
      </Late>
    )
  if (items === undefined || adding.pending) return <CartSkeleton />
  return (
    <>
      <DroppedNote />
      {items.length === 0 ? <EmptyCart /> : <FullCart items={items} />}
    </>
  )
}

/** The cart of this device (docs/product/shop.md 4). */
export default function CartPage() {
  const { cobra_en_linea } = useBrand()
  return (
    <>
      <PageHead title={TEXTS.title} documentTitle={null} />
      <Stack>
        {cobra_en_linea && <NeedsScript what="El carrito se guarda en este dispositivo: para comprar," />}
        <Contents />
      </Stack>
    </>
  )
}
