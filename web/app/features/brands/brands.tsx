import type { Brand } from '@campus/contract/brands'
import { Text } from '@mantine/core'
import { sourceSet } from '../../ui/picture'

export function BrandLogo({ brand, height = 48 }: { brand: Brand; height?: number }) {
  if (!brand.logo)
    return (
      <Text span fw={800} fz={height / 2}>
        {brand.nombre}
      </Text>
    )
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
