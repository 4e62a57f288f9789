import { Button, TextInput } from '@mantine/core'
import { type KeyboardEvent, useEffect, useState } from 'react'
import classes from './rich-editor.module.css'
import { T } from './texts'
import { type ChosenPicture, uploadPicture } from './upload'

type Inserted = { src: string; alt: string; width: number; height: number }

/** A stored picture is at most so wide. */
const WIDEST = 1280

type PictureBarProps = { picture: ChosenPicture; onInsert: (picture: Inserted) => void; onClose: () => void }

/** A chosen picture before it stands in the text: it is described, then sent. */
export function PictureBar({ picture, onInsert, onClose }: PictureBarProps) {
  const [alt, setAlt] = useState('')
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  useEffect(() => picture.release, [picture])
  async function insert(): Promise<void> {
    if (busy) return
    if (!alt.trim()) return setWrong(T.pictureNoAlt)
    setBusy(true)
    setWrong(undefined)
    try {
      const src = await uploadPicture(picture.file)
      const scale = Math.min(1, WIDEST / picture.width)
      onInsert({
        src,
        alt: alt.trim(),
        width: Math.round(picture.width * scale),
        height: Math.round(picture.height * scale),
      })
    } catch (error) {
      setWrong(error instanceof Error ? error.message : T.pictureKind)
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
        <TextInput
          label={T.pictureAlt}
          description={T.pictureHelp}
          autoFocus
          maxLength={300}
          value={alt}
          error={wrong}
          onChange={(event) => setAlt(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={classes.choices}>
        <Button loading={busy} onClick={insert}>
          {T.pictureSet}
        </Button>
        <Button variant="default" onClick={onClose}>
          {T.cancel}
        </Button>
      </div>
    </div>
  )
}
