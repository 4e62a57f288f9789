import { useBrand } from '../../../lib/brand'
import { useGo } from '../../../lib/way'
import { Button } from '../../../ui/button'
import { addToCart, type CartItem } from '../../orders/orders'
import classes from './buy-card.module.css'
import { TEXTS } from './texts'

/** A GET form, so that it works without scripts. */
export default function Buy({ item }: { item: CartItem }) {
  const go = useGo()
  const { cobra_en_linea } = useBrand()
  return (
    <form
      method="get"
      action="/carrito"
      className={classes.buy}
      onSubmit={(event) => {
        event.preventDefault()
        addToCart(item)
        go('/carrito')
      }}
    >
      <input type="hidden" name="agregar" value={item.id} />
      <Button type="submit" size="lg" fullWidth>
        {cobra_en_linea ? TEXTS.buy : TEXTS.enrolFree}
      </Button>
    </form>
  )
}
