import { RevocationBody } from '@campus/contract/certificates'
import type { StudentCertificate } from '@campus/contract/certificates.staff'
import { quoted } from '@campus/contract/texts'
import { Text, Textarea } from '@mantine/core'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { useStudentRefresh } from './use-student-refresh'

/** What restoring decides besides. */
const DESPITE = {
  academia: '',
  correccion: 'Lo revocó una nota corregida: si lo restauras, vale aunque la nota no alcance. ',
  devolucion: 'Lo revocó una devolución: si lo restauras, vale sin el pago. ',
}

function followsText({ alumno, causa_revocacion: cause }: StudentCertificate): string {
  if (cause === null)
    return `Su página pública dirá al instante que está revocado, y ya no habrá PDF. ${alumno} recibe un aviso con el motivo y pierde sus puntos.`
  return `${DESPITE[cause]}Su página pública dirá al instante que vale, con el mismo código. ${alumno} recibe un aviso con el motivo y recupera sus puntos.`
}

/** Before a certificate is revoked or restored, with a reason that its owner reads. */
export default function RevocationDialog(props: { certificate: StudentCertificate; onClose: () => void }) {
  const { certificate, onClose } = props
  const { codigo_certificado: codigo, curso, modulo, estado } = certificate
  const refresh = useStudentRefresh()
  const params = { params: { path: { codigo } } }
  const revokes = estado === 'vigente'
  const act = (body: { motivo: string }) =>
    revokes
      ? client.POST('/api/certificados/{codigo}/revocar', { ...params, body })
      : client.POST('/api/certificados/{codigo}/restaurar', { ...params, body })
  return (
    <NewDialog
      title={`${revokes ? 'Revocar' : 'Restaurar'} el certificado de ${quoted(modulo ?? curso)}`}
      action={revokes ? 'Revocar' : 'Restaurar'}
      values={{ motivo: '' }}
      schema={RevocationBody}
      body={(values) => values}
      // Refused where another person was faster: the list behind shows it.
      send={(body) => act(body).finally(refresh)}
      onDone={() => {
        toast(revokes ? 'El certificado está revocado.' : 'El certificado vale otra vez.')
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{followsText(certificate)}</Text>
          <Textarea
            label="Motivo"
            description="Lo lee el alumno."
            autosize
            minRows={3}
            maxLength={500}
            data-autofocus
            {...form.getInputProps('motivo')}
          />
        </>
      )}
    </NewDialog>
  )
}
