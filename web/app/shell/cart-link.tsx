import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCart } from '../features/orders/orders'
import { useBrand } from '../lib/brand'
import { count } from '../lib/format'
import classes from './header.module.css'

const MAX_COUNT = 9

export function CartLink() {
  const courses = useCart()?.length ?? 0
  // Without payments the link shows only while something is in the cart, free courses too.
  const { cobra_en_linea } = useBrand()
  if (!cobra_en_linea && courses === 0) return null
  const label = courses > 0 ? `Carrito, ${count(courses, 'curso', 'cursos')}` : 'Carrito'
  return (
    <Link to="/carrito" className={classes.cart} aria-label={label}>
      <IconShoppingCart size={24} stroke={1.7} aria-hidden />
      {courses > 0 && (
        <span className={classes.cartCount} aria-hidden>
          {courses > MAX_COUNT ? `${MAX_COUNT}+` : courses}
        </span>
      )}
    </Link>
  )
}
