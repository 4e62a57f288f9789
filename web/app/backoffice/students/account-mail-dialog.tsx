import { ChangeMailBody } from '@campus/contract/student-account'
import type { Student } from '@campus/contract/students.staff'
import { Text, TextInput } from '@mantine/core'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { useInvitationText } from '../blocks/copy-link'
import { NewDialog } from '../blocks/new-dialog'
import { ReasonField } from './reason-field'
import { useStudentRefresh } from './use-student-refresh'

type MailDialogProps = { student: Student; onClose: () => void }

/** What follows, by whether the old mail was proved. */
function useEffectText({ nombres, correo, invitada }: Student): string {
  const { envia_correos } = useBrand()
  if (invitada)
    return `${nombres} todavía no creó su contraseña: el correo cambia ahora mismo y los enlaces de antes dejan de servir.`
  if (!envia_correos) return 'Todavía no salen correos: el enlace para confirmar el correo nuevo no llegaría.'
  return `Enviamos un enlace al correo nuevo. Hasta que ${nombres} lo use, entra con ${correo}, donde también le avisamos.`
}

export default function AccountMailDialog({ student, onClose }: MailDialogProps) {
  const refresh = useStudentRefresh()
  const effect = useEffectText(student)
  const invited = useInvitationText('Le enviamos la invitación.')
  return (
    <NewDialog
      title="Corregir correo"
      action={student.invitada ? 'Cambiar el correo' : 'Enviar el enlace'}
      values={{ correo: '', motivo: '' }}
      schema={ChangeMailBody}
      body={(values) => values}
      send={(body) =>
        client.POST('/api/gestion/alumnos/{id}/correo', { params: { path: { id: String(student.id) } }, body })
      }
      onDone={async ({ estado, correo }) => {
        toast(estado === 'cambiado' ? `Su correo es ahora ${correo}. ${invited}` : `Enviamos un enlace a ${correo}.`)
        await refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{effect}</Text>
          <TextInput
            label="Correo nuevo"
            type="email"
            autoCapitalize="none"
            spellCheck={false}
            data-autofocus
            {...form.getInputProps('correo')}
          />
          <ReasonField label="Por qué se cambia" {...form.getInputProps('motivo')} />
        </>
      )}
    </NewDialog>
  )
}
