import { IconBell, IconSearch, IconShoppingCart } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useBrand } from '../lib/brand'
import { IconLink } from '../ui/icon-button'
import classes from './header.module.css'

/** As the search box looks, so that nothing moves when it arrives. */
export function SearchPlace({ typed = '' }: { typed?: string }) {
  return (
    <span className={classes.searchPlace} aria-hidden>
      <IconSearch size={20} stroke={1.7} />
      <span data-typed={typed || undefined}>{typed || 'Busca cursos, lecciones, foros…'}</span>
    </span>
  )
}

/** Its number is the browser's alone: lib/pre-paint-script.ts keeps it, for scripts and without them. */
export function CartLink() {
  const { cobra_en_linea } = useBrand()
  const cart = (
    <>
      <IconShoppingCart size={24} stroke={1.7} aria-hidden />
      <span className={`${classes.cartName} visually-hidden`}>Carrito</span>
      <span className={`${classes.cartCount} in-cart`} aria-hidden />
    </>
  )
  if (cobra_en_linea)
    return (
      <Link to="/carrito" className={classes.cart}>
        {cart}
      </Link>
    )
  // Without payments it shows only while something is in the cart, free courses too.
  return (
    // biome-ignore lint/a11y/useValidAnchor: lib/pre-paint-script.ts gives it its address
    <a data-to="/carrito" className={`${classes.cart} in-cart`} suppressHydrationWarning>
      {cart}
    </a>
  )
}

/** The fallback while the bell loads, or when it cannot. */
export function BellLink() {
  return (
    <IconLink to="/notificaciones" aria-label="Notificaciones">
      <IconBell size={24} stroke={1.7} />
    </IconLink>
  )
}
