import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Late } from '../../../ui/late'
import { SampleCertificate } from '../../certificates/certificates'
import classes from './sample-dialog.module.css'

/** A native dialog: it traps and restores the focus and closes with Escape. */
export default function SampleDialog({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby="muestra" closedby="any" onClose={onClose}>
      <div className={classes.head}>
        <h2 id="muestra">Certificado de muestra</h2>
        <button type="button" aria-label="Cerrar" onClick={() => dialog.current?.close()}>
          <IconX size={20} aria-hidden />
        </button>
      </div>
      <Late>
        <SampleCertificate />
      </Late>
      <p>
        Es un ejemplo y no certifica nada. El tuyo lleva tu nombre, tu curso y un código que cualquiera puede verificar.
      </p>
    </dialog>
  )
}
