import type { Material } from '@campus/contract/catalogue'
import { IconDownload, IconExternalLink, IconPhoto, IconZoomIn } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { AnchorButton } from '../../../ui/button'
import { IconTile } from '../../../ui/icon-tile'
import { Late } from '../../../ui/late'
import { Text } from '../../../ui/text'
import { fileFacts } from './material-kind'
import classes from './rows.module.css'

const LargePicture = lazy(() => import('./large-picture'))

/** iOS reports support, but shows only the first page of a framed PDF. */
const canFramePdf = () => navigator.pdfViewerEnabled && !/iPhone|iPad|iPod/.test(navigator.userAgent)

/** A framed PDF with links to open and download it. */
export function PdfView({ name, address }: { name: string; address: string }) {
  // Signed URLs change with every refetch; a new one would reload the reader.
  const [framedAddress] = useState(address)
  const framed = canFramePdf()
  return (
    <>
      <div className={classes.tools}>
        <AnchorButton
          href={address}
          target="_blank"
          rel="noopener"
          variant="light"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          Abrir
        </AnchorButton>
        <AnchorButton href={address} download variant="default" leftSection={<IconDownload size={18} aria-hidden />}>
          Descargar
        </AnchorButton>
      </div>
      {framed ? (
        <iframe className={classes.pdf} src={`${framedAddress}#view=FitH`} title={name} />
      ) : (
        <Text small dimmed>
          Este dispositivo no muestra los PDF dentro de la página: ábrelo o descárgalo.
        </Text>
      )}
    </>
  )
}

function ImageFailure({ address }: { address: string }) {
  return (
    <div className={classes.tools}>
      <Text small dimmed>
        No se pudo mostrar la imagen.{' '}
        <a href={address} download className={classes.way}>
          Descargarla
        </a>
      </Text>
    </div>
  )
}

export function ImageMaterial({ material }: { material: Material }) {
  const address = material.ruta ?? ''
  const [large, setLarge] = useState(false)
  const [broken, setBroken] = useState(false)
  // Signed URLs change with every refetch; a new one would load the picture again.
  const [loadedSrc, setLoadedSrc] = useState<string>()
  const src = loadedSrc ?? address
  return (
    <>
      <div className={classes.line}>
        <IconTile icon={IconPhoto} tone="good" />
        <span className={classes.words}>
          <span className={classes.name}>{material.nombre}</span>
          <span className={classes.facts}>{fileFacts(material)}</span>
        </span>
      </div>
      <div className={classes.content}>
        {broken ? (
          <ImageFailure address={address} />
        ) : (
          <button type="button" className={classes.picture} onClick={() => setLarge(true)}>
            <img
              src={src}
              alt={material.nombre}
              loading="lazy"
              decoding="async"
              onLoad={() => setLoadedSrc(src)}
              onError={() => setBroken(true)}
            />
            <span className={classes.zoom}>
              <IconZoomIn size={18} aria-hidden />
              Ampliar
            </span>
          </button>
        )}
      </div>
      {large && (
        <Late>
          <LargePicture src={src} name={material.nombre} onClose={() => setLarge(false)} />
        </Late>
      )}
    </>
  )
}
