import { IconChevronDown } from '@tabler/icons-react'
import { lazy, useId, useState } from 'react'
import { Link } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useBrand } from '../lib/brand'
import { Late } from '../ui/late'

const MoreFooter = lazy(() => import('./more-footer'))

/** On phones only what opens has them, or the line would be two. */
const WIDE = [
  ['/certificado', 'Verificar un certificado'],
  ['/preguntas-frecuentes', 'Preguntas frecuentes'],
  ['/privacidad', 'Privacidad'],
] as const

/** One line inside the campus, which opens to what the shop's footer has (docs/product/brands.md 2.3). */
export default function CampusFooter({ classes }: { classes: typeof import('./footer.module.css').default }) {
  const brand = useBrand()
  const panel = useId()
  const [open, setOpen] = useState(false)
  return (
    <footer className={classes.line} data-shell>
      <ul className={classes.quiet}>
        <li className={classes.wide}>{`© ${brand.nombre}`}</li>
        {WIDE.map(([to, text]) => (
          <li key={to} className={classes.wide}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        <li>
          <Link to="/terminos">Términos</Link>
        </li>
        <li>
          <Link to="/libro-de-reclamaciones">
            <ComplaintsBook size={20} />
            Libro de Reclamaciones
          </Link>
        </li>
        <li>
          <button
            type="button"
            aria-label={`Más de ${brand.nombre}`}
            aria-expanded={open}
            aria-controls={panel}
            onClick={() => setOpen(!open)}
          >
            <span>Más</span> <span className={classes.wide}>{`de ${brand.nombre}`}</span>
            <IconChevronDown size={18} aria-hidden />
          </button>
        </li>
      </ul>
      <div id={panel} hidden={!open}>
        {open && (
          <Late>
            <MoreFooter classes={classes} />
          </Late>
        )}
      </div>
    </footer>
  )
}
