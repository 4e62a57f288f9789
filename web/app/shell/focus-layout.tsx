import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet } from 'react-router'
import { useBrand } from '../platform/brand'
import { useOwnBrand } from '../platform/own-brand'
import { BrandLogo } from '../ui/brand-logo'
import { BareLinks } from './bare-links'
import classes from './layout.module.css'
import { OfflineNote } from './offline-note'
import { ProgressLine } from './progress-line'
import { Relogin } from './relogin'

/** One tool of a student's, without navbar, sidebar and footer (storefront.md section 2): the brand, and the way back. */
export default function FocusLayout() {
  const brand = useBrand()
  const leaving = useOwnBrand()
  return (
    <>
      <a className={classes.skip} href="#contenido">
        Saltar al contenido
      </a>
      <ProgressLine />
      <div className={classes.focus}>
        <header className={classes.bar}>
          <BrandLogo brand={brand} height={36} />
          <Link to="/inicio" prefetch="intent" className={classes.back}>
            <IconArrowLeft size={20} aria-hidden />
            Volver a mi campus
          </Link>
        </header>
        <main id="contenido" tabIndex={-1}>
          {!leaving && <Outlet />}
        </main>
        <BareLinks />
      </div>
      <OfflineNote />
      <Relogin />
    </>
  )
}
