import type { Brand } from '@campus/contract/brands'
import { BrandMark } from '../../ui/brand-mark'
import { sourceSet } from '../../ui/picture'
import classes from './brands.module.css'

/** Its mark and name, for a brand that has no logo. */
function DrawnLogo({ brand, height }: { brand: Brand; height: number }) {
  return (
    <span className={classes.drawn} style={{ fontSize: height * 0.42 }}>
      <BrandMark name={brand.nombre} src={brand.isotipo} size={height} />
      <span>{brand.nombre}</span>
    </span>
  )
}

export function BrandLogo({ brand, height = 48 }: { brand: Brand; height?: number }) {
  if (!brand.logo) return <DrawnLogo brand={brand} height={height} />
  const style = { height, width: 'auto', maxWidth: '100%', display: 'block' }
  // Estimated until the picture loads; only the height affects the layout.
  const width = Math.round(height * 3.75)
  return (
    <img
      src={brand.logo}
      srcSet={sourceSet(brand.logo, 'webp')}
      sizes={`${width}px`}
      alt={brand.nombre}
      height={height}
      width={width}
      style={style}
    />
  )
}
