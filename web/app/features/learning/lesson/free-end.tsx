import { useBrand } from '../../../lib/brand'
import { ASK_TEXT, ENROL_FREE_TEXT, enrolContacts } from '../../../lib/contact'
import { formatMoney } from '../../../lib/format'
import { useGo } from '../../../lib/way'
import { Button } from '../../../ui/button'
import { ContactButton } from '../../../ui/contact-button'
import { addToCart, type CartItem } from '../../orders/orders'
import classes from './stage-faces.module.css'

/** From the player, which is out of reach now, and from nowhere else. */
const takeFocus = (card: HTMLElement | null) => {
  if (/^(BODY|IFRAME)$/.test(document.activeElement?.tagName ?? '')) card?.focus({ preventScroll: true })
}

function Buy({ sale }: { sale: CartItem }) {
  const go = useGo()
  const brand = useBrand()
  const [contact] = enrolContacts(brand, [sale.nombre])
  if (!brand.cobra_en_linea && sale.costo > 0)
    return (
      contact && (
        <ContactButton contact={contact} size="sm">
          {ASK_TEXT}
        </ContactButton>
      )
    )
  const buy = () => {
    addToCart(sale)
    go('/carrito')
  }
  return (
    <Button size="sm" onClick={buy}>
      {brand.cobra_en_linea ? '¡Comprar ahora!' : ENROL_FREE_TEXT}
    </Button>
  )
}

/** After a free lesson: the course, at the price of its page. */
export default function FreeEnd({ sale, onReplay }: { sale: CartItem; onReplay: () => void }) {
  const { costo, precio_regular } = sale
  return (
    <section className={classes.face} aria-label="Fin de la lección gratis" tabIndex={-1} ref={takeFocus}>
      <p className={classes.title}>
        <span>{costo > 0 ? `Sigue por ${formatMoney(costo)}` : 'Sigue gratis'}</span>
        {typeof precio_regular === 'number' && (
          <span>
            <span className="visually-hidden">. Precio regular:</span> <s>{formatMoney(precio_regular)}</s>
          </span>
        )}
      </p>
      <div className={classes.acts}>
        <Buy sale={sale} />
        <Button size="sm" variant="default" onClick={onReplay}>
          Ver otra vez
        </Button>
      </div>
    </section>
  )
}
