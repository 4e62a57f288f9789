import { useMediaQuery } from '@mantine/hooks'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, useId, useState } from 'react'
import { Link } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useBrand } from '../lib/brand'
import { Late } from '../ui/late'

const Footer = lazy(() => import('./footer'))
const MoreFooter = lazy(() => import('./more-footer'))

type Styled = { classes: typeof import('./footer.module.css').default }

/** One line, which opens to what the shop's footer has. */
function PhoneFooter({ classes }: Styled) {
  const brand = useBrand()
  const panel = useId()
  const [open, setOpen] = useState(false)
  return (
    <footer className={classes.line} data-shell>
      <ul className={classes.quiet}>
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
            Más
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

/** The shop's, folded on phones (docs/product/brands.md 2.3). */
export default function CampusFooter({ classes }: Styled) {
  const wide = useMediaQuery('(min-width: 768px)')
  if (!wide) return <PhoneFooter classes={classes} />
  return (
    <Late failed={null}>
      <Footer classes={classes} />
    </Late>
  )
}
