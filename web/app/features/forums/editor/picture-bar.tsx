import { type KeyboardEvent, useEffect, useState } from 'react'
import { Button } from '../../../ui/button'
import { TextField } from '../../../ui/field'
import classes from './rich-editor.module.css'
import { TEXTS } from './texts'
import type { ChosenPicture } from './upload'

type Inserted = { src: string; alt: string; width: number; height: number }

/** The server's largest stored width. */
const WIDEST = 1280

type PictureBarProps = {
  picture: ChosenPicture
  upload: (file: File) => Promise<string>
  onInsert: (picture: Inserted) => void
  onClose: () => void
}

/** Requires a description before the picture is uploaded. */
export function PictureBar({ picture, upload, onInsert, onClose }: PictureBarProps) {
  const [alt, setAlt] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => picture.release, [picture])
  async function insert(): Promise<void> {
    if (busy) return
    if (!alt.trim()) return setError(TEXTS.pictureNoAlt)
    setBusy(true)
    setError(undefined)
    try {
      const src = await upload(picture.file)
      const scale = Math.min(1, WIDEST / picture.width)
      onInsert({
        src,
        alt: alt.trim(),
        width: Math.round(picture.width * scale),
        height: Math.round(picture.height * scale),
      })
    } catch (error) {
      setError(error instanceof Error ? error.message : TEXTS.pictureKind)
      setBusy(false)
    }
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    event.nativeEvent.stopImmediatePropagation()
    if (event.key === 'Enter') void insert()
    else onClose()
  }
  return (
    <div className={classes.row}>
      <div className={classes.chosen}>
        <img src={picture.preview} alt="" width={72} height={72} />
        <TextField
          label={TEXTS.pictureAlt}
          description={TEXTS.pictureHelp}
          autoFocus
          maxLength={300}
          value={alt}
          error={error}
          data-mantine-stop-propagation
          onChange={(event) => setAlt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.choices}>
        <Button loading={busy} onClick={insert}>
          {TEXTS.pictureSet}
        </Button>
        <Button variant="default" onClick={onClose}>
          {TEXTS.cancel}
        </Button>
      </div>
    </div>
  )
}
