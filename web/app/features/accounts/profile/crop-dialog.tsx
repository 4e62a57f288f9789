import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { type Area, Crop } from '../../../ui/crop'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Failure } from '../../../ui/failure'
import { type ChosenPhoto, cropPhoto } from './photo-file'
import { TEXTS } from './texts'
import { useSaveProfile } from './use-save-profile'

export function CropDialog({ id, photo, onClose }: { id: number; photo: ChosenPhoto; onClose: () => void }) {
  const { image } = photo
  const area = useRef<Area>(null)
  const [error, setError] = useState<string>()
  const save = useSaveProfile(id, onClose)
  async function send(): Promise<void> {
    if (!area.current) return
    setError(undefined)
    try {
      await save.send({}, await cropPhoto(image, area.current))
    } catch (error) {
      setError(error instanceof Error ? error.message : TEXTS.unexpected)
    }
  }
  return (
    <Dialog onClose={save.busy ? () => undefined : onClose} title={TEXTS.photoTitle}>
      <Crop
        image={image}
        label="Encuadre de la foto"
        help={TEXTS.photoHelp}
        round
        onArea={(chosen) => {
          area.current = chosen
        }}
      />
      <Failure title={TEXTS.error} text={error} mt="sm" />
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
