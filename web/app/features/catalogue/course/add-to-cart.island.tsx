import { IconShoppingCart, IconShoppingCartCheck } from '@tabler/icons-react'
import { Button, LinkButton } from '../../../ui/button'
import { addToCart, type CartItem, useCart } from '../../orders/orders'
import { TEXTS } from './texts'

/** Needs the browser's storage, so it is hidden without JavaScript. */
export default function AddToCart({ item }: { item: CartItem }) {
  const added = useCart()?.some(({ id }) => id === item.id) ?? false
  return (
    <>
      {added ? (
        <LinkButton
          to="/carrito"
          variant="subtle"
          fullWidth
          leftSection={<IconShoppingCartCheck size={20} aria-hidden />}
        >
          {TEXTS.inCart}
        </LinkButton>
      ) : (
        <Button
          variant="subtle"
          fullWidth
          leftSection={<IconShoppingCart size={20} aria-hidden />}
          onClick={() => addToCart(item)}
        >
          {TEXTS.add}
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {added && TEXTS.added}
      </span>
    </>
  )
}
