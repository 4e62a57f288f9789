import type { BRAND_PICTURES, BrandSettings } from '@campus/contract/settings'
import { Button, FileButton, Input } from '@mantine/core'
import { IconPhotoPlus } from '@tabler/icons-react'
import { client } from '../../lib/client'
import { answerOf } from '../blocks/answer-of'
import { formCall, type Watch } from '../blocks/upload'
import { Uploads, useUploads } from '../blocks/uploads'
import classes from './brand-picture.module.css'

type BrandPictureProps = {
  which: (typeof BRAND_PICTURES)[number]
  label: string
  text: string
  picture: string | null
  onSaved: (settings: BrandSettings) => void
}

function send(which: BrandPictureProps['which'], file: File, watch: Watch): Promise<BrandSettings> {
  const params = { path: { cual: which } }
  return answerOf(client.POST('/api/gestion/marca/imagenes/{cual}', { params, ...formCall('imagen', file, watch) }))
}

/** A picture of the brand, saved as soon as it is chosen. */
export function BrandPicture({ which, label, text, picture, onSaved }: BrandPictureProps) {
  const uploads = useUploads((file, watch) => send(which, file, watch), onSaved)
  return (
    <Input.Wrapper label={label} labelElement="div" description={text}>
      <div className={classes.row}>
        {picture ? (
          <img src={picture} alt={label} className={classes.picture} />
        ) : (
          <span className={classes.none}>Sin imagen</span>
        )}
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && uploads.start([file])}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              disabled={uploads.busy}
              leftSection={<IconPhotoPlus size={18} aria-hidden />}
            >
              {`${picture ? 'Cambiar' : 'Subir'} ${label.toLowerCase()}`}
            </Button>
          )}
        </FileButton>
      </div>
      <Uploads {...uploads} />
    </Input.Wrapper>
  )
}
