import { Link, useLocation } from 'react-router'
import { useBrand } from '../platform/brand'
import { loginPath } from '../platform/redirect'
import { useSession } from '../platform/session'
import { LightButton } from '../ui/light-button'
import { Only } from '../ui/only'
import { sourceSet } from '../ui/picture'
import { CartLink } from './cart-link'
import classes from './header.module.css'
import { MobileMenu } from './mobile-menu'
import { BellPlace, SearchPlace, UserPlace } from './signed-tools'

function Brand() {
  const brand = useBrand()
  const session = useSession()
  return (
    <Link to={session ? '/inicio' : '/'} className={classes.brand}>
      {brand.isotipo && (
        <img src={brand.isotipo} srcSet={sourceSet(brand.isotipo, 'webp')} sizes="36px" alt="" width={36} height={36} />
      )}
      <span>{brand.nombre}</span>
    </Link>
  )
}

function LoginButton() {
  const location = useLocation()
  return (
    <LightButton className={classes.login} to={location.pathname === '/' ? '/login' : loginPath(location)}>
      Iniciar sesión
    </LightButton>
  )
}

/** The top bar: brand, search, cart, bell, the student's menu; cart and *Iniciar sesión* for visitors. */
export function Header() {
  return (
    <header className={classes.header}>
      <MobileMenu />
      <Brand />
      <Only who="visitor" className={classes.end}>
        <CartLink />
        <LoginButton />
      </Only>
      <Only who="signed" className={`${classes.end} ${classes.tools}`}>
        <SearchPlace />
        <CartLink />
        <BellPlace />
        <UserPlace />
      </Only>
    </header>
  )
}
