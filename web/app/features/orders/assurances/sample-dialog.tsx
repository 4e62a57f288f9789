import { Dialog } from '../../../ui/dialog'
import { Late } from '../../../ui/late'
import { SampleCertificate } from '../../certificates/certificates'

export default function SampleDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog size="xl" onClose={onClose} title="Certificado de muestra">
      <Late>
        <SampleCertificate />
      </Late>
      <p>
        Es un ejemplo y no certifica nada. El tuyo lleva tu nombre, tu curso y un código que cualquiera puede verificar.
      </p>
    </Dialog>
  )
}
