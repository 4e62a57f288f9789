import { Link, NavLink, useLocation } from 'react-router'
import { useBrand } from '../lib/brand'
import { loginPath } from '../lib/redirect'
import { useSession } from '../lib/session'
import { BrandMark } from '../ui/brand-mark'
import { LinkButton } from '../ui/button'
import { Guest, SignedIn } from '../ui/signed-in'
import { CoursesMenu } from './courses-menu'
import guestBar from './guest-bar.module.css'
import classes from './header.module.css'
import { MobileMenu } from './mobile-menu'
import { type Entry, HOME, OTHERS } from './nav-list'
import { SignedTools } from './signed-tools'
import { CartLink } from './tools'

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

function GuestLinks({ entries }: { entries: Entry[] }) {
  return entries
    .filter(({ who }) => who !== 'signed')
    .map(({ to, label }) => (
      <NavLink key={to} to={to} end={to === '/'} className={guestBar.link}>
        {label}
      </NavLink>
    ))
}

/** The shop's menu; below 1200 px the drawer has all of it. */
function GuestBar() {
  return (
    <nav aria-label="Menú principal" className={guestBar.nav}>
      <GuestLinks entries={HOME} />
      <CoursesMenu top />
      <GuestLinks entries={OTHERS} />
    </nav>
  )
}

function AccountButtons() {
  const location = useLocation()
  const login = location.pathname === '/' ? '/login' : loginPath(location)
  return (
    <>
      <LinkButton variant="default" className={classes.login} to={login}>
        Iniciar sesión
      </LinkButton>
      <LinkButton className={classes.register} to={login.replace('/login', '/registro')}>
        Crear cuenta
      </LinkButton>
    </>
  )
}

export function Header() {
  return (
    <header className={classes.header} data-shell>
      <MobileMenu />
      <Brand />
      <Guest className={`${classes.end} ${classes.guest}`}>
        <GuestBar />
        <CartLink />
        <AccountButtons />
      </Guest>
      <SignedIn className={`${classes.end} ${classes.tools}`}>
        <SignedTools />
      </SignedIn>
    </header>
  )
}
