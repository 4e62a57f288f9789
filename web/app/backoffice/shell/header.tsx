import { IconMenu2, IconSelector } from '@tabler/icons-react'
import { lazy } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../lib/brand'
import { useSession } from '../../lib/session'
import { BellLink } from '../../shell/tools'
import { BrandMark } from '../../ui/brand-mark'
import { IconButton } from '../../ui/icon-button'
import { Boundary, Late } from '../../ui/late'
import { BrandSwitch } from './brand-switch'
import { JobsButton } from './jobs-button'
import { OwnMenu } from './own-menu'
import { Search } from './search'
import classes from './shell.module.css'
import { isAllowed, useStaff } from './staff'

// The student's own.
const Bell = lazy(() => import('../../features/notifications/notifications'))

function Notices() {
  const session = useSession()
  if (!session) return null
  return (
    <Late fallback={<BellLink />} failed={null}>
      <Boundary failed={<BellLink />}>
        <Bell {...session} />
      </Boundary>
    </Late>
  )
}

/** The brand of the work; the document's own where a host name decided it. */
function OwnBrand() {
  const brand = useBrand()
  const { marca } = useStaff()
  return (
    <Link to="/gestion" className={classes.brand}>
      <BrandMark name={marca.nombre} src={marca.id === brand.id ? brand.isotipo : null} size={28} />
      <span className={classes.brandName}>{marca.nombre}</span>
      <span className={classes.place}>Gestión</span>
    </Link>
  )
}

export function Header({ onMenu }: { onMenu: () => void }) {
  const staff = useStaff()
  return (
    <header className={classes.header}>
      <IconButton className={classes.burger} aria-label="Abrir menú" aria-haspopup="dialog" onClick={onMenu}>
        <IconMenu2 size={22} stroke={1.7} />
      </IconButton>
      <OwnBrand />
      {isAllowed(staff, 'plataforma') && (
        <BrandSwitch
          button={(props) => (
            <IconButton {...props} className={classes.switch} aria-label="Cambiar de marca">
              <IconSelector size={20} stroke={1.7} />
            </IconButton>
          )}
        />
      )}
      <div className={classes.tools}>
        <Search />
        <JobsButton />
        <Notices />
        <OwnMenu />
      </div>
    </header>
  )
}
