import { Link } from 'react-router'
import { ComplaintsBook } from '../features/complaints/complaints'
import { useBrand } from '../lib/brand'
import classes from './footer.module.css'

const HELP = [
  ['/certificado', 'Verificar un certificado'],
  ['/preguntas-frecuentes', 'Preguntas frecuentes'],
] as const

const LEGAL = [
  ['/terminos', 'Términos'],
  ['/privacidad', 'Privacidad'],
] as const

/** One line inside the campus: the shop's footer is for its public pages. */
export function CampusFooter() {
  const brand = useBrand()
  return (
    <footer className={classes.line}>
      <ul>
        <li className={classes.wide}>{`© ${brand.nombre}`}</li>
        {HELP.map(([to, text]) => (
          <li key={to} className={classes.wide}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        {LEGAL.map(([to, text]) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        <li>
          <Link to="/libro-de-reclamaciones">
            <ComplaintsBook size={20} />
            Libro de Reclamaciones
          </Link>
        </li>
      </ul>
    </footer>
  )
}
