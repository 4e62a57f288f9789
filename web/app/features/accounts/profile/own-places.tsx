import {
  IconAward,
  IconBell,
  IconBriefcase,
  IconChevronRight,
  IconContrast,
  IconDeviceMobile,
  IconGift,
  IconLifebuoy,
  IconLogout,
  IconReceipt,
  IconWand,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { useInstallAction } from '../../../lib/install-action'
import { logout } from '../../../lib/logout'
import { chooseScheme, SCHEMES, useScheme } from '../../../lib/schemes'
import { SelectField } from '../../../ui/field'
import { Panel } from '../../../ui/panel'
import classes from './own-places.module.css'

const PLACES = [
  { label: 'Mis compras', to: '/compras', icon: IconReceipt },
  { label: 'Notificaciones', to: '/notificaciones', icon: IconBell },
  { label: 'Ranking y premios', to: '/premios', icon: IconAward },
  { label: 'Referidos', to: '/referidos', icon: IconGift },
  { label: 'Soporte', to: '/soporte', icon: IconLifebuoy },
  { label: 'Generador de prompts', to: '/prompt', icon: IconWand },
]
const DESK = { label: 'Ir a la gestión', to: '/gestion', icon: IconBriefcase }

function Install() {
  const install = useInstallAction()
  if (!install) return null
  return (
    <li>
      <button type="button" className={classes.row} onClick={install}>
        <IconDeviceMobile size={22} stroke={1.7} aria-hidden />
        <span className={classes.words}>Instalar la app</span>
      </button>
    </li>
  )
}

function Scheme() {
  return (
    <li className={classes.row}>
      <IconContrast size={22} stroke={1.7} aria-hidden />
      <span className={classes.words} id="apariencia">
        Apariencia
      </span>
      <SelectField
        aria-labelledby="apariencia"
        className={classes.choice}
        value={useScheme()}
        onChange={(event) => chooseScheme(event.currentTarget.value)}
      >
        {SCHEMES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </li>
  )
}

/** What belongs to a person besides their data; on phones alone, where the bar below leads here. */
export function OwnPlaces({ staff }: { staff: boolean }) {
  return (
    <nav aria-label="Lo tuyo" className={classes.places}>
      <Panel pad="small">
        <ul className={classes.list}>
          {(staff ? [DESK, ...PLACES] : PLACES).map(({ label, to, icon: Drawing }) => (
            <li key={to}>
              <Link to={to} prefetch="intent" className={classes.row}>
                <Drawing size={22} stroke={1.7} aria-hidden />
                <span className={classes.words}>{label}</span>
                <IconChevronRight size={18} stroke={1.7} aria-hidden />
              </Link>
            </li>
          ))}
          <Install />
          <Scheme />
          <li>
            <button type="button" className={classes.row} onClick={logout}>
              <IconLogout size={22} stroke={1.7} aria-hidden />
              <span className={classes.words}>Cerrar sesión</span>
            </button>
          </li>
        </ul>
      </Panel>
    </nav>
  )
}
