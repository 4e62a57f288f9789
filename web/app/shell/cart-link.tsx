import { IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useCart } from '../platform/cart'
import { count } from '../platform/format'
import classes from './header.module.css'

/** More than so many are not counted out in the little badge. */
const MOST_SHOWN = 9

/** The way to the cart, with how many courses are in it. */
export function CartLink() {
  const courses = useCart()?.length ?? 0
  const label = courses > 0 ? `Carrito, ${count(courses, 'curso', 'cursos')}` : 'Carrito'
  return (
    <Link to="/carrito" className={classes.cart} aria-label={label}>
      <IconShoppingCart size={24} stroke={1.7} aria-hidden />
      {courses > 0 && (
        <span className={classes.cartCount} aria-hidden>
          {courses > MOST_SHOWN ? `${MOST_SHOWN}+` : courses}
        </span>
      )}
    </Link>
  )
}
