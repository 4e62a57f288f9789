import { Link } from 'react-router'
import { ComplaintsBook } from '../ui/complaints-book'
import classes from './layout.module.css'

const LINKS = [
  { to: '/libro-de-reclamaciones', text: 'Libro de Reclamaciones' },
  { to: '/terminos', text: 'Términos' },
  { to: '/privacidad', text: 'Privacidad' },
] as const

/** What must be within reach where there is no footer: the complaints book above all (Ley 29571, article 150). */
export function BareLinks() {
  return (
    <nav aria-label="Enlaces legales" className={classes.links}>
      <ul>
        {LINKS.map(({ to, text }) => (
          <li key={to}>
            <Link to={to}>
              {to === '/libro-de-reclamaciones' && <ComplaintsBook size={22} />}
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
