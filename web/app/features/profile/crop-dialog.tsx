import { Alert, Button, Group, Modal, Text } from '@mantine/core'
import { IconAlertCircle, IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useState } from 'react'
import { insideOf, MAX_ZOOM, middleOf } from './crop'
import { CropFrame } from './crop-frame'
import { type ChosenPhoto, cutPhoto } from './photo-file'
import classes from './profile.module.css'
import { T } from './texts'
import { useSaveProfile } from './use-save-profile'

/** Cuts the square that is shown of a photo and saves it; a failure leaves the cut as it is. */
export function CropDialog({ id, photo, onClose }: { id: number; photo: ChosenPhoto; onClose: () => void }) {
  const { image } = photo
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [crop, setCrop] = useState(() => middleOf(size))
  const [failed, setFailed] = useState<string>()
  const save = useSaveProfile(id, onClose)
  async function send(): Promise<void> {
    setFailed(undefined)
    try {
      await save.send({}, await cutPhoto(image, crop))
    } catch (error) {
      setFailed(error instanceof Error ? error.message : T.unexpected)
    }
  }
  return (
    <Modal opened onClose={save.busy ? () => undefined : onClose} title={T.photoTitle} centered size={420}>
      <CropFrame image={image} crop={crop} onChange={setCrop} />
      <Text size="sm" c="dimmed" mt="sm" id="ayuda-encuadre">
        {T.photoHelp}
      </Text>
      <div className={classes.zoom}>
        <IconZoomOut size={20} aria-hidden />
        <input
          type="range"
          aria-label="Acercar"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          onChange={(event) => setCrop(insideOf(size, { ...crop, zoom: Number(event.currentTarget.value) }))}
        />
        <IconZoomIn size={20} aria-hidden />
      </div>
      {failed && (
        <Alert role="alert" color="red" icon={<IconAlertCircle aria-hidden />} title={T.error} mt="sm">
          {failed}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" disabled={save.busy} onClick={onClose}>
          Cancelar
        </Button>
        <Button loading={save.busy} onClick={send}>
          Guardar foto
        </Button>
      </Group>
    </Modal>
  )
}
