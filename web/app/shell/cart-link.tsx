import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCart } from '../features/orders/orders'
import { useBrand } from '../lib/brand'
import { count } from '../lib/format'
import { CART_KEY } from '../lib/storage'
import classes from './header.module.css'

const MAX_COUNT = 9

export function CartLink() {
  const cart = useCart()
  const courses = cart?.length ?? 0
  // Without payments the link shows only while something is in the cart, free courses too.
  const { cobra_en_linea } = useBrand()
  if (!cobra_en_linea && courses === 0) return cart ? null : <span hidden data-wake={CART_KEY} />
  const label = courses > 0 ? `Carrito, ${count(courses, 'curso', 'cursos')}` : 'Carrito'
  return (
    <Link to="/carrito" className={classes.cart} aria-label={label}>
      <IconShoppingCart size={24} stroke={1.7} aria-hidden />
      {/* Until hydration only pre-paint-script.ts knows the number. */}
      {!cart && <span className={`${classes.cartCount} ${classes.stored}`} aria-hidden />}
      {courses > 0 && (
        <span className={classes.cartCount} aria-hidden>
          {courses > MAX_COUNT ? `${MAX_COUNT}+` : courses}
        </span>
      )}
    </Link>
  )
}
