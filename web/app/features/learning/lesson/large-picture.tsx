import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './rows.module.css'

type LargePictureProps = { src: string; name: string; onClose: () => void }

/** A picture of the materials as large as the screen allows. */
export default function LargePicture({ src, name, onClose }: LargePictureProps) {
  const [opened, setOpened] = useState(false)
  // Mantine remembers where the focus was only when the dialog opens after it was mounted.
  useEffect(() => setOpened(true), [])
  return (
    <Modal opened={opened} onClose={onClose} title={name} size="auto" centered>
      <img src={src} alt={name} className={classes.large} />
    </Modal>
  )
}
