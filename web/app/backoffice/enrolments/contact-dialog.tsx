import { RISK_DAYS } from '@campus/contract/at-risk'
import type { EnrolmentRow } from '@campus/contract/enrolments.staff'
import { NoteBody } from '@campus/contract/student-story'
import { isolate } from '@campus/contract/texts'
import { Text, Textarea } from '@mantine/core'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { useStudentRefresh } from '../students/use-student-refresh'

/** Writes down that a student at risk was contacted, as a note of the person. */
export default function ContactDialog({ row, onClose }: { row: EnrolmentRow; onClose: () => void }) {
  const refresh = useStudentRefresh()
  const params = { path: { id: String(row.id_usuario) } }
  return (
    <NewDialog
      title="Ya lo contacté"
      action="Guardar la nota"
      values={{ texto: '' }}
      schema={NoteBody}
      body={({ texto }, envio) => ({ texto, envio, id_curso: row.id_curso })}
      send={(body) => client.POST('/api/gestion/alumnos/{id}/notas', { params, body })}
      onDone={() => {
        toast('Nota guardada.')
        void refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{`${isolate(`${row.nombres} ${row.apellidos}`.trim())} deja de aparecer en riesgo por ${RISK_DAYS} días.`}</Text>
          <Textarea
            label="Qué hablaron"
            description="La lee el personal, no el alumno; si él pide sus datos, va en la copia."
            autosize
            minRows={2}
            maxRows={10}
            maxLength={2000}
            data-autofocus
            {...form.getInputProps('texto')}
          />
        </>
      )}
    </NewDialog>
  )
}
