import { IconArrowLeft } from '@tabler/icons-react'
import { Link, Outlet } from 'react-router'
import { BrandLogo } from '../features/brands/brands'
import { useBrand } from '../lib/brand'
import { useBrandRedirect } from '../lib/brand-redirect'
import { BareLinks } from './bare-layout'
import classes from './layout.module.css'
import { ExamNotice, OfflineNote, ProgressLine, SkipLink } from './notes'

/** A single tool, without header, sidebar and footer. */
export default function FocusLayout() {
  const brand = useBrand()
  const leaving = useBrandRedirect()
  return (
    <>
      <SkipLink />
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
          {!leaving && <ExamNotice />}
          {!leaving && <Outlet />}
        </main>
        <BareLinks />
      </div>
      <OfflineNote />
    </>
  )
}
