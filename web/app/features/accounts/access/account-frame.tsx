import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../../lib/brand'
import { Landscape } from '../../../ui/landscape'
import { Text } from '../../../ui/text'
import { BrandLogo } from '../../brands/brands'
import classes from './account-frame.module.css'

/** `side`: instead of the brand's motto. */
export function AccountFrame({ children, side }: { children: ReactNode; side?: ReactNode }) {
  const brand = useBrand()
  return (
    <div className={classes.frame}>
      <div className={classes.column}>
        <Link to="/" className={classes.logo}>
          <BrandLogo brand={brand} />
        </Link>
        <div className={classes.content}>{children}</div>
        {brand.correo && (
          <Text small dimmed>
            ¿Necesitas ayuda? Escríbenos a <a href={`mailto:${brand.correo}`}>{brand.correo}</a>
          </Text>
        )}
      </div>
      <div className={classes.side}>
        {side ?? <p className={classes.motto}>{brand.lema}</p>}
        <Landscape className={classes.landscape} />
      </div>
    </div>
  )
}
