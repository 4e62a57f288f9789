import { Dialog } from '../../../ui/dialog'
import { Late } from '../../../ui/late'
import { SampleCertificate } from '../../certificates/certificates'
import classes from './assurances.module.css'

export default function SampleDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Certificado de muestra" size="xl" centered>
      <Late>
        <SampleCertificate />
      </Late>
      <p className={classes.note}>
        Es un ejemplo y no certifica nada. El tuyo lleva tu nombre, tu curso y un código que cualquiera puede verificar.
      </p>
    </Dialog>
  )
}
