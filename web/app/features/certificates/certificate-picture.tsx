import { IconCertificate } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import classes from './certificate-picture.module.css'

type PictureProps = {
  /** The document's first page (docs/product/certificates.md 5.6). */
  imagen: string
  alt: string
  /** As in the `sizes` attribute. */
  sizes: string
  eager?: boolean
}

/** The PDF's first page, so that the screen shows what is printed. */
export function CertificatePicture({ imagen, alt, sizes, eager = false }: PictureProps) {
  const [broken, setBroken] = useState(false)
  if (broken)
    return (
      <div className={classes.paper} role="img" aria-label={alt}>
        <IconCertificate size="22%" stroke={1} aria-hidden />
      </div>
    )
  return (
    <img
      className={classes.paper}
      src={imagen}
      srcSet={`${imagen} 640w, ${imagen}?ancho=1600 1600w`}
      sizes={sizes}
      width={1600}
      height={1131}
      alt={alt}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

/** The link overlays the picture, so that the picture's text is not the link's name. */
export function PictureLink({ to, name, ...picture }: Omit<PictureProps, 'alt'> & { to: string; name: string }) {
  return (
    <div className={classes.linked}>
      <CertificatePicture {...picture} alt="" />
      <Link to={to} className={classes.cover} aria-label={name} />
    </div>
  )
}
