import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useBrand } from '../../platform/brand'
import { BrandLogo } from '../../ui/brand-logo'
import { Landscape } from '../../ui/landscape'
import classes from './account-frame.module.css'

/** One column with the brand's logo; on desktops the brand's landscape beside it. */
export function AccountFrame({ children }: { children: ReactNode }) {
  const brand = useBrand()
  return (
    <div className={classes.frame}>
      <div className={classes.column}>
        <Link to="/" className={classes.logo}>
          <BrandLogo brand={brand} />
        </Link>
        <div className={classes.content}>{children}</div>
        <Text size="sm" c="dimmed">
          ¿Necesitas ayuda? Escríbenos a{' '}
          <Anchor href={`mailto:${brand.correo}`} underline="always">
            {brand.correo}
          </Anchor>
        </Text>
      </div>
      <div className={classes.side}>
        <p className={classes.motto}>{brand.lema}</p>
        <Landscape className={classes.landscape} />
      </div>
    </div>
  )
}
