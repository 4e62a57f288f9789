import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../platform/brand'
import { BrandLogo } from '../../ui/brand-logo'
import classes from './verification.module.css'

/** The page of a stranger: the brand, one column, nothing to get lost in. */
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
