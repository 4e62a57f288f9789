import { IconPhoto } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { preload } from 'react-dom'
import classes from './picture.module.css'

type PictureProps = {
  src: string | null
  alt: string
  /** Width / height, so that the space is reserved. */
  ratio: number
  /** As in the `sizes` attribute. */
  sizes: string
  /** For the picture at the top of the screen, which must load first. */
  eager?: boolean
  round?: boolean
}

const WIDTHS = [320, 640, 1280]
const STORED = /^(\/api\/storage\/(?:imagenes|fotos)\/[0-9a-f]{64})-\d+\.webp$/

/** Undefined for pictures that are not in our storage. */
export function sourceSet(src: string, format: 'avif' | 'webp'): string | undefined {
  const stem = src.match(STORED)?.[1]
  return stem && WIDTHS.map((width) => `${stem}-${width}.${format} ${width}w`).join(', ')
}

/** Wider ones are covers, which get a drawing in the brand's colours. */
const COVER_RATIO = 1.5

function Missing({ alt, style, cover }: { alt: string; style: CSSProperties; cover: boolean }) {
  const spoken = alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true }
  return (
    <div className={cover ? classes.cover : classes.missing} style={style} {...spoken}>
      {!cover && <IconPhoto size="30%" stroke={1.2} aria-hidden />}
    </div>
  )
}

/** A responsive picture, or a placeholder when it is missing or broken. */
export function Picture({ src, alt, ratio, sizes, eager = false, round = false }: PictureProps) {
  const [broken, setBroken] = useState(false)
  const style = { aspectRatio: String(ratio), borderRadius: round ? '50%' : undefined }
  if (!src || broken) return <Missing alt={alt} style={style} cover={!round && ratio >= COVER_RATIO} />
  const avif = sourceSet(src, 'avif')
  // A preload link in the head: the browser requests it before it has parsed the styles.
  if (eager && avif) {
    const format = { imageSrcSet: avif, imageSizes: sizes, type: 'image/avif' }
    preload(src, { as: 'image', fetchPriority: 'high', ...format })
  }
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={sizes} />}
      <img
        className={classes.image}
        style={style}
        src={src}
        srcSet={sourceSet(src, 'webp')}
        sizes={sizes}
        alt={alt}
        width={1280}
        height={Math.round(1280 / ratio)}
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : 'auto'}
        decoding="async"
        onError={() => setBroken(true)}
      />
    </picture>
  )
}
