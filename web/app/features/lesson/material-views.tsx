import type { Material } from '@campus/contract/catalogue'
import { Anchor, Button, Modal, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconExternalLink, IconPhoto, IconZoomIn } from '@tabler/icons-react'
import { useState } from 'react'
import { IconTile } from '../../ui/icon-tile'
import { fileFacts } from './material-kind'
import classes from './rows.module.css'

/** iPhones and iPads say that they can, but show only the first page of a framed PDF. */
const canFramePdf = () => navigator.pdfViewerEnabled && !/iPhone|iPad|iPod/.test(navigator.userAgent)

/** A PDF in its place, with the ways out that every device has. */
export function PdfView({ name, address }: { name: string; address: string }) {
  // Signed addresses change with every refresh: the one it was opened with stays, or the reader would jump.
  const [kept] = useState(address)
  const framed = canFramePdf()
  return (
    <>
      <div className={classes.tools}>
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noopener"
          variant="light"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          Abrir
        </Button>
        <Button
          component="a"
          href={address}
          download
          variant="default"
          leftSection={<IconDownload size={18} aria-hidden />}
        >
          Descargar
        </Button>
      </div>
      {framed ? (
        <iframe className={classes.pdf} src={`${kept}#view=FitH`} title={name} />
      ) : (
        <Text size="sm" c="dimmed">
          Este dispositivo no muestra los PDF dentro de la página: ábrelo o descárgalo.
        </Text>
      )}
    </>
  )
}

function Unseen({ address }: { address: string }) {
  return (
    <div className={classes.tools}>
      <Text size="sm" c="dimmed">
        No se pudo mostrar la imagen.{' '}
        <Anchor href={address} download className={classes.way}>
          Descargarla
        </Anchor>
      </Text>
    </div>
  )
}

/** A picture in its place, larger on demand. */
export function ImageMaterial({ material }: { material: Material }) {
  const address = material.ruta ?? ''
  const [large, view] = useDisclosure(false)
  const [broken, setBroken] = useState(false)
  // Once it has come, its address stays: signed addresses are renewed, and the picture would be fetched again.
  const [kept, setKept] = useState<string>()
  const src = kept ?? address
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
          <Unseen address={address} />
        ) : (
          <button type="button" className={classes.picture} onClick={view.open}>
            <img
              src={src}
              alt={material.nombre}
              loading="lazy"
              decoding="async"
              onLoad={() => setKept(src)}
              onError={() => setBroken(true)}
            />
            <span className={classes.zoom}>
              <IconZoomIn size={18} aria-hidden />
              Ampliar
            </span>
          </button>
        )}
      </div>
      <Modal opened={large} onClose={view.close} title={material.nombre} size="auto" centered>
        <img src={src} alt={material.nombre} className={classes.large} />
      </Modal>
    </>
  )
}
