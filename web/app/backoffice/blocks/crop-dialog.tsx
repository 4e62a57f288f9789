import { Button, Text } from '@mantine/core'
import { type CSSProperties, useState } from 'react'
import { cutPicture } from '../../lib/cut-picture'
import { type Area, Crop } from '../../ui/crop'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Failure } from '../../ui/failure'
import classes from './crop-dialog.module.css'
import { cutName, type Framing, hasShape } from './framing'

/** The server stores none wider. */
const WIDEST_PX = 2560
const HELP = 'Arrastra la imagen, o muévela con las flechas del teclado. Acércala con la barra, o con + y −.'

export type Shape = {
  /** Width / height of the place where it is shown. */
  ratio: number
  /** At the left, words lie over it on wide screens. */
  words?: boolean
}

type CropDialogProps = Shape & {
  framing: Framing
  onDone: (file: File) => void
  onClose: () => void
}

/** As students see it, from the part that is chosen now. */
function Preview({ image, area, ratio, words }: Shape & { image: HTMLImageElement; area: Area | null }) {
  const width = area ? image.naturalWidth / area.width : 1
  const place = area && {
    width: `${100 * width}%`,
    left: `${(-100 * area.x) / area.width}%`,
    top: `${(-100 * area.y) / area.height}%`,
  }
  return (
    <figure className={classes.preview}>
      <figcaption>{words ? 'Así se verá en tu portada' : 'Así se verá'}</figcaption>
      <div className={classes.shown} data-words={words || undefined} style={{ aspectRatio: ratio }}>
        <img src={image.src} alt="" style={place ?? {}} />
        {words && (
          <span className={classes.words} aria-hidden>
            <span>Aquí va tu titular</span>
          </span>
        )}
      </div>
      {words && (
        <Text size="sm" c="dimmed">
          En computadoras el titular cubre la izquierda: deja ahí una zona tranquila. En celulares se ve entera.
        </Text>
      )}
    </figure>
  )
}

/** Frames a picture at the shape of its place before it is sent. */
export default function CropDialog({ framing, onDone, onClose, ...shape }: CropDialogProps) {
  const { file, image } = framing
  const [area, setArea] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const isWhole = hasShape({ width: image.naturalWidth, height: image.naturalHeight }, shape.ratio)
  async function cut(): Promise<void> {
    if (!area) return
    setBusy(true)
    const blob = await cutPicture(image, area, WIDEST_PX)
    setBusy(false)
    if (blob) onDone(new File([blob], cutName(file.name, blob.type), { type: blob.type }))
    else setFailed(true)
  }
  return (
    <Dialog onClose={onClose} title="Encuadra la imagen" size="xl" closedby="closerequest">
      <div style={{ '--crop-width': `min(100%, ${Math.round(380 * shape.ratio)}px)` } as CSSProperties}>
        <Crop image={image} label="Encuadre de la imagen" help={HELP} ratio={shape.ratio} onArea={setArea} />
      </div>
      <Preview {...shape} image={image} area={area} />
      {failed && <Failure mt="md" text="No pudimos recortar la imagen en este equipo. Prueba con una más pequeña." />}
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Cancelar
        </Button>
        {isWhole && (
          <Button variant="default" onClick={() => onDone(file)}>
            Usar la imagen entera
          </Button>
        )}
        <Button loading={busy} disabled={!area} onClick={() => void cut()}>
          Usar este encuadre
        </Button>
      </DialogActions>
    </Dialog>
  )
}
