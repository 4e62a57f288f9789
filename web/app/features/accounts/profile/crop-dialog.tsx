import { Button, Group, Modal, Text } from '@mantine/core'
import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { Area } from 'react-easy-crop'
import { Failure } from '../../../ui/failure'
import { MAX_ZOOM } from './crop'
import { CropFrame } from './crop-frame'
import { type ChosenPhoto, cropPhoto } from './photo-file'
import classes from './profile.module.css'
import { TEXTS } from './texts'
import { useSaveProfile } from './use-save-profile'

export function CropDialog({ id, photo, onClose }: { id: number; photo: ChosenPhoto; onClose: () => void }) {
  const { image } = photo
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
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
    <Modal opened onClose={save.busy ? () => undefined : onClose} title={TEXTS.photoTitle} centered size={420}>
      <CropFrame
        image={image}
        crop={crop}
        zoom={zoom}
        onCrop={setCrop}
        onZoom={setZoom}
        onArea={(chosen) => {
          area.current = chosen
        }}
      />
      <Text size="sm" c="dimmed" mt="sm" id="ayuda-encuadre">
        {TEXTS.photoHelp}
      </Text>
      <div className={classes.zoom}>
        <IconZoomOut size={20} aria-hidden />
        <input
          type="range"
          aria-label="Acercar"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
        />
        <IconZoomIn size={20} aria-hidden />
      </div>
      <Failure title={TEXTS.error} text={error} mt="sm" />
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
