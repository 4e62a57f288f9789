import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../lib/brand'
import { BrandLogo } from '../brands/brands'
import classes from './verification.module.css'

/** For people from outside the campus: only the brand and one column. */
export function VerificationFrame({ wide = false, children }: { wide?: boolean; children: ReactNode }) {
  const brand = useBrand()
  return (
    <div className={classes.frame} data-wide={wide || undefined}>
      <Link to="/" className={classes.logo} aria-label={`${brand.nombre}, ir al inicio`}>
        <BrandLogo brand={brand} height={44} />
      </Link>
      {children}
    </div>
  )
}
