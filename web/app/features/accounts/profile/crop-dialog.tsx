import { useRef, useState } from 'react'
import { cutPicture } from '../../../lib/cut-picture'
import { Button } from '../../../ui/button'
import { type Area, Crop } from '../../../ui/crop'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Failure } from '../../../ui/failure'
import type { SaveProfile } from './use-save-profile'

/** The server stores none wider. */
const WIDEST_PX = 1280

type CropDialogProps = { image: HTMLImageElement; save: SaveProfile; onClose: () => void }

export default function CropDialog({ image, save, onClose }: CropDialogProps) {
  const area = useRef<Area>(null)
  const [failed, setFailed] = useState(false)
  async function send(): Promise<void> {
    if (!area.current) return
    const photo = await cutPicture(image, area.current, WIDEST_PX)
    setFailed(!photo)
    if (photo) save.send({ foto_perfil: photo })
  }
  return (
    <Dialog onClose={onClose} title="Encuadra tu foto">
      <Crop
        image={image}
        label="Encuadre de la foto"
        help="Arrastra la foto, o usa las flechas del teclado. Un toque lleva ese punto al centro."
        round
        onArea={(chosen) => {
          area.current = chosen
        }}
      />
      <Failure title="Error" text={failed ? 'Ocurrió un error inesperado.' : undefined} error={save.error} mt="sm" />
      <DialogActions>
        <Button variant="default" disabled={save.busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button loading={save.busy} onClick={send}>
          Guardar foto
        </Button>
      </DialogActions>
    </Dialog>
  )
}
