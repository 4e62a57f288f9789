import type { Brand } from '@campus/contract/brands'
import { LOOKS } from './mantine-looks'
import { sourceSet } from './picture'

/** A brand's logo, or its name when it has none. */
export function BrandLogo({ brand, height = 48 }: { brand: Brand; height?: number }) {
  if (!brand.logo)
    return (
      <span className={LOOKS.Text.root} style={{ fontWeight: 800, fontSize: height / 2 }}>
        {brand.nombre}
      </span>
    )
  const style = { height, width: 'auto', maxWidth: '100%', display: 'block' }
  // The width is a guess until the picture comes; only the height takes part in the layout.
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
