import { Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Late } from '../../../ui/late'
import { SampleCertificate } from '../../certificates/certificates'
import classes from './assurances.module.css'

export default function SampleDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  // It is mounted to be opened, but only a dialog that was closed before returns the focus.
  const [shown, setShown] = useState(false)
  useEffect(() => setShown(opened), [opened])
  return (
    <Modal opened={shown} onClose={onClose} title="Certificado de muestra" size="xl" centered>
      <Late>
        <SampleCertificate />
      </Late>
      <p className={classes.note}>
        Es un ejemplo y no certifica nada. El tuyo lleva tu nombre, tu curso y un código que cualquiera puede verificar.
      </p>
    </Modal>
  )
}
