import { CloseStudentBody, type ClosingEffects } from '@campus/contract/student-account'
import type { Student } from '@campus/contract/students.staff'
import { Button, Loader, Text } from '@mantine/core'
import { api } from '../../lib/api'
import { client } from '../../lib/client'
import { formatMoney, formatNumber } from '../../lib/format'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { Facts } from '../../ui/facts'
import { Failure } from '../../ui/failure'
import { NewDialog } from '../blocks/new-dialog'
import { ReasonField } from './reason-field'
import { useStudentRefresh } from './use-student-refresh'

type CloseDialogProps = { student: Student; onClose: () => void }

const TITLE = 'Cerrar la cuenta'

const listed = new Intl.ListFormat('es')

/** What the server counted. */
function Effects({ cursos, certificados, pagado_30_dias, por_pagar }: ClosingEffects) {
  return (
    <Facts
      facts={[
        cursos.length > 0 && ['Cursos que pierde', listed.format(cursos.map(({ nombre }) => nombre))],
        certificados > 0 && ['Certificados', `${formatNumber(certificados)}: siguen válidos, con su nombre`],
        pagado_30_dias > 0 && ['Pagó en los últimos 30 días', formatMoney(pagado_30_dias)],
        por_pagar > 0 && ['Debe en cuotas', formatMoney(por_pagar)],
      ]}
    />
  )
}

function Waiting({ error, onRetry, onClose }: { error: unknown; onRetry: () => void; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={TITLE}>
      {error ? <Failure error={error} /> : <Loader aria-label="Contando lo que se cierra" />}
      <DialogActions>
        <Button variant="default" data-autofocus onClick={onClose}>
          Cancelar
        </Button>
        {Boolean(error) && <Button onClick={onRetry}>Reintentar</Button>}
      </DialogActions>
    </Dialog>
  )
}

/** At the student's request; nothing opens it again. */
export default function AccountCloseDialog({ student: { id, nombres }, onClose }: CloseDialogProps) {
  const refresh = useStudentRefresh()
  const params = { path: { id: String(id) } }
  const query = api.useQuery('get', '/api/gestion/alumnos/{id}/cierre', { params }, { gcTime: 0 })
  if (!query.data) return <Waiting error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
  return (
    <NewDialog
      title={TITLE}
      action="Cerrar la cuenta"
      destructive
      values={{ motivo: '' }}
      schema={CloseStudentBody}
      body={(values) => values}
      send={async (body) => {
        await client.POST('/api/gestion/alumnos/{id}/cierre', { params, body })
        return { data: { data: null } }
      }}
      onDone={async () => {
        toast('La cuenta está cerrada.')
        await refresh()
        onClose()
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text>{`Se borran los datos personales de ${nombres}: nombre, correo, teléfono, foto, puntos y mensajes. No se puede deshacer.`}</Text>
          <Effects {...query.data.data} />
          <ReasonField label="Por qué se cierra" {...form.getInputProps('motivo')} />
        </>
      )}
    </NewDialog>
  )
}
