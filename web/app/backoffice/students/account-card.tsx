import type { SentAccess } from '@campus/contract/student-account'
import type { Student } from '@campus/contract/students.staff'
import { Button, Group, Text } from '@mantine/core'
import { IconDoorExit, IconDownload, IconMail, IconMailForward, IconUserMinus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { api } from '../../lib/api'
import { useBrand } from '../../lib/brand'
import { failureText } from '../../lib/errors'
import { toast } from '../../lib/toasts'
import { Late } from '../../ui/late'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { isAllowed, useStaff } from '../shell/staff'
import { useStudentRefresh } from './use-student-refresh'

const ACTS = {
  correo: lazy(() => import('./account-mail-dialog')),
  sesiones: lazy(() => import('./account-sessions-dialog')),
  datos: lazy(() => import('./account-data-dialog')),
  cierre: lazy(() => import('./account-close-dialog')),
}

type AccountProps = { student: Student }

const say = (error: unknown) => toast(failureText(error), { color: 'red' })

const SENT: Record<SentAccess['enviado'], string> = {
  invitacion: 'la invitación para crear su contraseña',
  confirmacion: 'el enlace para confirmar su correo',
  recuperacion: 'un enlace para elegir otra contraseña',
}

function sendLabel({ invitada, estado }: Student): string {
  if (invitada) return 'Reenviar la invitación'
  return estado === 'sin_confirmar' ? 'Reenviar la confirmación del correo' : 'Enviar enlace para otra contraseña'
}

function useSendAccess({ id, correo }: Student) {
  const send = api.useMutation('post', '/api/gestion/alumnos/{id}/acceso', {
    meta: { handled: true },
    onSuccess: ({ data }) => toast(`Enviamos ${SENT[data.enviado]} a ${correo}.`),
    onError: say,
  })
  return () => send.isPending || send.mutate({ params: { path: { id: String(id) } } })
}

/** What staff do with a student's account, in one menu. */
export function AccountActs({ student }: AccountProps) {
  const staff = useStaff()
  const { envia_correos } = useBrand()
  const [asking, setAsking] = useState<keyof typeof ACTS | null>(null)
  const send = useSendAccess(student)
  const open = student.estado === 'activa' || student.estado === 'sin_confirmar'
  if (!open || !isAllowed(staff, 'alumnos.gestionar')) return null
  const Dialog = asking && ACTS[asking]
  return (
    <>
      <ActMenu label="Acciones de la cuenta" variant="default">
        <MenuAct icon={IconMail} label="Corregir correo" onClick={() => setAsking('correo')} />
        {envia_correos && <MenuAct icon={IconMailForward} label={sendLabel(student)} onClick={send} />}
        <MenuAct icon={IconDoorExit} label="Cerrar sus sesiones" onClick={() => setAsking('sesiones')} />
        <MenuAct icon={IconDownload} label="Descargar sus datos" onClick={() => setAsking('datos')} />
        <MenuAct icon={IconUserMinus} label="Cerrar la cuenta" color="red" onClick={() => setAsking('cierre')} />
      </ActMenu>
      {Dialog && (
        <Late>
          <Dialog student={student} onClose={() => setAsking(null)} />
        </Late>
      )}
    </>
  )
}

/** Until the student uses the link of the new mail. */
export function PendingMail({ student: { id, correo, correo_pendiente } }: AccountProps) {
  const refresh = useStudentRefresh()
  const params = { path: { id: String(id) } }
  // It may have been confirmed meanwhile.
  const options = { meta: { handled: true }, onError: say, onSettled: () => refresh() }
  const resend = api.useMutation('post', '/api/gestion/alumnos/{id}/correo/reenviar', {
    ...options,
    onSuccess: () => toast(`Enviamos otro enlace a ${correo_pendiente}.`),
  })
  const cancel = api.useMutation('delete', '/api/gestion/alumnos/{id}/correo', {
    ...options,
    onSuccess: () => toast(`Cancelamos el cambio: su correo sigue siendo ${correo}.`),
  })
  if (!correo_pendiente) return null
  return (
    <Group gap="xs" mb="lg">
      <Text size="sm">
        <span>Falta que confirme su correo nuevo: </span>
        <strong>{correo_pendiente}</strong>
      </Text>
      <Button variant="subtle" size="sm" loading={resend.isPending} onClick={() => resend.mutate({ params })}>
        Reenviar
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="sm"
        loading={cancel.isPending}
        onClick={() => cancel.mutate({ params })}
      >
        Cancelar el cambio
      </Button>
    </Group>
  )
}
