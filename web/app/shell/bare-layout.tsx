import { Link, Outlet, useLocation } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useSeveralBrands } from '../lib/root-data'
import classes from './layout.module.css'
import { ProgressLine } from './notes'

const LINKS = [
  { to: '/libro-de-reclamaciones', text: 'Libro de Reclamaciones' },
  { to: '/terminos', text: 'Términos' },
  { to: '/privacidad', text: 'Privacidad' },
  { to: '/marcas', text: 'Otras academias' },
] as const

/** The complaints book must be reachable from every page (Ley 29571, article 150). */
export function BareLinks() {
  const { pathname } = useLocation()
  const others = useSeveralBrands() && pathname !== '/marcas'
  return (
    <nav aria-label="Enlaces legales" className={classes.links}>
      <ul>
        {LINKS.filter(({ to }) => others || to !== '/marcas').map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>
              {to === '/libro-de-reclamaciones' && <ComplaintsBook size={22} />}
              <span>{text}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Without header, sidebar and footer (docs/product/accounts.md 9.3). */
export default function BareLayout() {
  return (
    <>
      <ProgressLine />
      <div className={classes.bare}>
        <main id="contenido" tabIndex={-1}>
          <Outlet />
        </main>
        <BareLinks />
      </div>
    </>
  )
}
