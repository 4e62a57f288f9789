import { EndSessionsBody } from '@campus/contract/student-account'
import type { Student } from '@campus/contract/students.staff'
import { Text } from '@mantine/core'
import { client } from '../../lib/client'
import { count } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { ReasonField } from './reason-field'
import { useStudentRefresh } from './use-student-refresh'

type SessionsDialogProps = { student: Student; onClose: () => void }

const doneText = (ended: number): string =>
  ended === 0 ? 'No tenía sesiones abiertas.' : `Cerramos ${count(ended, 'sesión', 'sesiones')}.`

export default function AccountSessionsDialog({ student: { id, nombres }, onClose }: SessionsDialogProps) {
  const refresh = useStudentRefresh()
  return (
    <NewDialog
      title="Cerrar sus sesiones"
      action="Cerrar sus sesiones"
      values={{ motivo: '' }}
      schema={EndSessionsBody}
      body={(values) => values}
      send={(body) =>
        client.POST('/api/gestion/alumnos/{id}/cerrar-sesiones', { params: { path: { id: String(id) } }, body })
      }
      onDone={async ({ sesiones }) => {
        toast(doneText(sesiones))
        await refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{`${nombres} sale del campus en todos sus dispositivos. Su contraseña sigue siendo la misma.`}</Text>
          <ReasonField label="Por qué se cierran" data-autofocus {...form.getInputProps('motivo')} />
        </>
      )}
    </NewDialog>
  )
}
