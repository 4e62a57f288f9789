import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api'
import { showFieldErrors, useSchemaForm } from '../../../lib/form'
import { clearSession } from '../../../lib/session'
import { Button } from '../../../ui/button'
import { Dialog, DialogActions } from '../../../ui/dialog'
import { Failure } from '../../../ui/failure'
import { PasswordField } from '../../../ui/password-field'
import { Stack } from '../../../ui/stack'
import { Text } from '../../../ui/text'

const loadSchema = () => import('@campus/contract/profile').then(({ DeleteAccountBody }) => DeleteAccountBody)

function Consequences() {
  return (
    <>
      <Text>No se puede deshacer. Al eliminar tu cuenta:</Text>
      <ul style={{ display: 'grid', gap: 6, margin: '8px 0 0', paddingLeft: 20, listStyle: 'disc' }}>
        <li>Se borran tu nombre, correo, documento, teléfono, dirección y foto, y ya no podrás entrar.</li>
        <li>
          Tus certificados emitidos <strong>se conservan y se pueden seguir verificando</strong> con su código.
          Descárgalos antes.
        </li>
        <li>
          Tus notas, asistencias, comentarios y publicaciones quedan sin tu nombre: la academia debe conservar su
          registro y otros respondieron a ellas. Borra antes las publicaciones que no quieras dejar.
        </li>
      </ul>
    </>
  )
}

function DeleteForm({ id, onClose }: { id: number; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useSchemaForm(loadSchema, { password: '' })
  const remove = api.useMutation('delete', '/api/usuarios/{id}', {
    meta: { handled: true },
    onSuccess: ({ message }) => {
      // Without flushSync the guard's redirect would replace this navigation.
      flushSync(clearSession)
      queryClient.clear()
      navigate('/login', { replace: true, state: { nota: message } })
    },
    onError: (error) => {
      if (!showFieldErrors(form, error)) form.getInputNode('password')?.focus()
    },
  })
  const send = (body: { password: string }) => remove.mutate({ params: { path: { id: String(id) } }, body })
  return (
    <form {...form.props(send)} aria-label="Eliminar mi cuenta">
      <Stack>
        <Consequences />
        <PasswordField
          {...form.field('password')}
          id="clave-para-eliminar"
          label="Escribe tu contraseña para confirmar"
          autoComplete="current-password"
          data-autofocus
        />
        <Failure title="Error" text={form.errors.password ? undefined : remove.error?.message} />
        <DialogActions>
          <Button variant="default" disabled={remove.isPending} onClick={onClose}>
            Conservar mi cuenta
          </Button>
          <Button type="submit" variant="danger" loading={form.busy || remove.isPending}>
            Eliminar mi cuenta
          </Button>
        </DialogActions>
      </Stack>
    </form>
  )
}

export default function DeleteDialog({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Eliminar mi cuenta">
      <DeleteForm id={id} onClose={onClose} />
    </Dialog>
  )
}
