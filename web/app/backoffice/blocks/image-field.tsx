import { Button, Group, Input, Stack, TextInput } from '@mantine/core'
import { IconPhotoPlus, IconTrash } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { FileButton } from '../../ui/file-button'
import { Late } from '../../ui/late'
import { Picture } from '../../ui/picture'
import { useField } from './findings'
import { type Framing, openFraming } from './framing'
import classes from './image-field.module.css'
import { type Use, uploadFile } from './upload'
import { Uploads, useUploads } from './uploads'

const CropDialog = lazy(() => import('./crop-dialog'))

type ImageFieldProps = {
  label: string
  path: (string | number)[]
  /** Without it the picture is an ornament, and needs no words. */
  altPath?: (string | number)[]
  use: Use
  /** Width / height of the place where it is shown. */
  ratio: number
  /** How it is framed before it is sent; without it, it is sent whole. */
  frame?: 'plain' | 'words'
  image: string | null
  alt?: string
  onChange: (image: string | null, alt: string) => void
}

/** A picture with the words for those who cannot see it. */
export function ImageField({ label, path, altPath, use, ratio, frame, image, alt = '', onChange }: ImageFieldProps) {
  const field = useField()
  const uploads = useUploads(
    (file, watch) => uploadFile(file, use, watch),
    ({ ruta }) => onChange(ruta, alt),
  )
  const own = field(...path)
  const [framing, setFraming] = useState<Framing | null>(null)
  const close = () => {
    framing?.release()
    setFraming(null)
  }
  const choose = async (file: File) => {
    const opened = frame ? await openFraming(file) : null
    if (opened) setFraming(opened)
    else uploads.start([file])
  }
  return (
    <Input.Wrapper label={label} labelElement="div" id={own.id} error={own.error}>
      <Group align="flex-start" mt={4}>
        {image && (
          <div className={classes.picture}>
            <Picture src={image} alt={alt} ratio={ratio} sizes="240px" />
          </div>
        )}
        <Stack gap="xs" flex="1 1 240px" miw={0}>
          <Group gap="xs">
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/gif"
              onChoose={(file) => void choose(file)}
              variant="default"
              disabled={uploads.busy}
              leftSection={<IconPhotoPlus size={18} aria-hidden />}
            >
              {image ? 'Cambiar imagen' : 'Subir imagen'}
            </FileButton>
            {image && (
              <Button
                variant="subtle"
                color="gray"
                leftSection={<IconTrash size={18} aria-hidden />}
                onClick={() => onChange(null, '')}
              >
                Quitar imagen
              </Button>
            )}
          </Group>
          <Uploads {...uploads} />
          {image && altPath && (
            <TextInput
              label="Texto alternativo"
              description="Qué se ve, para quien no puede verla."
              maxLength={300}
              value={alt}
              onChange={(event) => onChange(image, event.currentTarget.value)}
              {...field(...altPath)}
            />
          )}
        </Stack>
      </Group>
      <Late>
        {framing && (
          <CropDialog
            framing={framing}
            ratio={ratio}
            words={frame === 'words'}
            onDone={(file) => {
              uploads.start([file])
              close()
            }}
            onClose={close}
          />
        )}
      </Late>
    </Input.Wrapper>
  )
}
