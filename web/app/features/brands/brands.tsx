import type { Brand } from '@campus/contract/brands'
import { initials } from '../../lib/names'
import { sourceSet } from '../../ui/picture'
import classes from './brands.module.css'

/** Of a brand's first two words. */
export function brandInitials(name: string): string {
  const [first = '', second = ''] = name.trim().split(/\s+/)
  return initials(first, second)
}

/** The square mark, drawn with the initials for a brand that has none. */
export function BrandMark({ brand: { nombre, isotipo }, size }: { brand: Brand; size: number }) {
  if (!isotipo)
    return (
      <span className={classes.mark} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden>
        {brandInitials(nombre)}
      </span>
    )
  const square = { width: size, height: size }
  return <img src={isotipo} srcSet={sourceSet(isotipo, 'webp')} sizes={`${size}px`} alt="" {...square} />
}

/** Its mark and name, for a brand that has no logo. */
function DrawnLogo({ brand, height }: { brand: Brand; height: number }) {
  return (
    <span className={classes.drawn} style={{ fontSize: height * 0.42 }}>
      <BrandMark brand={brand} size={height} />
      {brand.nombre}
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
