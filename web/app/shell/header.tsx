import { Button } from '@mantine/core'
import { lazy } from 'react'
import { Link, useLocation } from 'react-router'
import { useBrand } from '../lib/brand'
import { loginPath } from '../lib/redirect'
import { useSession } from '../lib/session'
import { BrandMark } from '../ui/brand-mark'
import { Late } from '../ui/late'
import { Guest, SignedIn } from '../ui/signed-in'
import { CartLink } from './cart-link'
import guestBar from './guest-bar.module.css'
import classes from './header.module.css'
import { MobileMenu } from './mobile-menu'
import { SignedTools } from './signed-tools'

// The server draws it at once; the browser loads its code after the page's, its styles with the page.
const GuestBar = import.meta.env.SSR ? (await import('./guest-bar')).default : lazy(() => import('./guest-bar'))

function Brand() {
  const brand = useBrand()
  const session = useSession()
  return (
    <Link to={session ? '/inicio' : '/'} className={classes.brand}>
      <BrandMark name={brand.nombre} src={brand.isotipo} size={36} />
      <span>{brand.nombre}</span>
    </Link>
  )
}

function AccountButtons() {
  const location = useLocation()
  const login = location.pathname === '/' ? '/login' : loginPath(location)
  return (
    <>
      <Button component={Link} variant="default" className={classes.login} to={login}>
        Iniciar sesión
      </Button>
      <Button component={Link} className={classes.register} to={login.replace('/login', '/registro')}>
        Crear cuenta
      </Button>
    </>
  )
}

export function Header() {
  return (
    <header className={classes.header} data-shell>
      <MobileMenu />
      <Brand />
      <Guest className={`${classes.end} ${classes.guest}`}>
        <Late failed={null}>
          <GuestBar classes={guestBar} />
        </Late>
        <CartLink />
        <AccountButtons />
      </Guest>
      <SignedIn className={`${classes.end} ${classes.tools}`}>
        <SignedTools />
      </SignedIn>
    </header>
  )
}
