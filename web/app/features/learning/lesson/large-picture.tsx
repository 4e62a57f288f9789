import { Dialog } from '../../../ui/dialog'
import classes from './rows.module.css'

type LargePictureProps = { src: string; name: string; onClose: () => void }

/** A picture of the materials as large as the screen allows. */
export default function LargePicture({ src, name, onClose }: LargePictureProps) {
  return (
    <Dialog onClose={onClose} title={name} size="auto">
      <img src={src} alt={name} className={classes.large} />
    </Dialog>
  )
}
