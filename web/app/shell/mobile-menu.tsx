import { IconBrandWhatsapp, IconMenu2, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import { useRoot, useSeveralBrands } from '../lib/root-data'
import { LinkButton } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { Guest } from '../ui/signed-in'
import header from './header.module.css'
import classes from './nav.module.css'
import { NavList } from './nav-list'

function Categories() {
  const { categories } = useRoot()
  if (!categories?.length) return null
  return (
    <>
      <h2 className={classes.group}>Categorías</h2>
      <ul className={classes.list}>
        {categories.map(({ id, nombre }) => (
          <li key={id}>
            <NavLink to={`/cursos/${id}`} className={classes.link}>
              {nombre}
            </NavLink>
          </li>
        ))}
      </ul>
    </>
  )
}

/** Phones' menu; it opens and closes without scripts. */
export function MobileMenu() {
  const { brand } = useRoot()
  const { whatsapp } = brand.redes
  const several = useSeveralBrands()
  const { pathname } = useLocation()
  const id = useId()
  const title = useId()
  const drawer = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was chosen has been opened
  useEffect(() => drawer.current?.hidePopover?.(), [pathname])
  return (
    <>
      <IconButton className={header.burger} aria-label="Abrir menú" aria-haspopup="dialog" popoverTarget={id}>
        <IconMenu2 size={24} stroke={1.7} />
      </IconButton>
      <div ref={drawer} id={id} popover="auto" role="dialog" aria-labelledby={title} className={classes.drawer}>
        <div className={classes.drawerHead}>
          <h2 id={title}>{brand.nombre}</h2>
          <IconButton aria-label="Cerrar menú" popoverTarget={id} popoverTargetAction="hide">
            <IconX size={32} stroke={1.7} aria-hidden />
          </IconButton>
        </div>
        <Guest className={classes.account}>
          <LinkButton to="/registro" fullWidth>
            Crear cuenta
          </LinkButton>
          <LinkButton to="/login" variant="default" fullWidth>
            Iniciar sesión
          </LinkButton>
        </Guest>
        <nav aria-label="Menú principal">
          <NavList />
          <Categories />
        </nav>
        <div className={classes.help}>
          {whatsapp && (
            <a href={whatsapp} target="_blank" rel="noopener noreferrer" className={classes.link}>
              <IconBrandWhatsapp size={22} stroke={1.7} aria-hidden />
              <span className={classes.words}>Escríbenos por WhatsApp</span>
            </a>
          )}
          {several && (
            <Link to="/marcas" className={classes.link}>
              Nuestras academias
            </Link>
          )}
        </div>
      </div>
    </>
  )
}
