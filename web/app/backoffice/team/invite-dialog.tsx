import type { Role } from '@campus/contract/permissions'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api'
import { ApiError } from '../../lib/errors'
import { showFieldErrors, useSchemaForm } from '../../lib/form'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { PasswordDialog } from '../blocks/password-dialog'
import { RoleBoxes } from './role-boxes'

const TEAM = ['get', '/api/gestion/equipo'] as const
const loadSchema = () => import('@campus/contract/team').then(({ Invited }) => Invited)
const EMPTY = { nombres: '', apellidos: '', correo: '' }

/** Names a new member; a mail with a link lets them set their password. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const form = useSchemaForm(loadSchema, EMPTY)
  const [roles, setRoles] = useState<Role[]>([])
  const [noRoles, setNoRoles] = useState(false)
  const [ready, setReady] = useState<typeof EMPTY | null>(null)
  const invite = api.useMutation('post', '/api/gestion/equipo', { meta: { handled: true } })
  const ask = (values: typeof EMPTY) => {
    setNoRoles(roles.length === 0)
    if (roles.length > 0) setReady(values)
  }
  const send = async (password: string) => {
    if (!ready) return
    try {
      await invite.mutateAsync({ body: { ...ready, roles, password } })
    } catch (error) {
      // What is wrong with the person's data is shown at its field.
      const fields = error instanceof ApiError ? Object.keys(error.errors) : []
      if (fields.some((field) => field in EMPTY) && showFieldErrors(form, error)) return setReady(null)
      throw error
    }
    toast(`Enviamos la invitación a ${ready.correo}.`)
    void client.invalidateQueries({ queryKey: TEAM })
    onClose()
  }
  return (
    <>
      {ready === null && (
        <Dialog onClose={onClose} title="Invitar al equipo">
          <form {...form.props(ask)}>
            <Stack gap="md">
              <Text c="dimmed">
                Le llegará un correo para crear su contraseña. El enlace vale 14 días y se usa una sola vez.
              </Text>
              <TextInput {...form.field('nombres')} label="Nombres" autoComplete="off" data-autofocus />
              <TextInput {...form.field('apellidos')} label="Apellidos" autoComplete="off" />
              <TextInput {...form.field('correo')} type="email" inputMode="email" label="Correo" autoComplete="off" />
              <RoleBoxes value={roles} onChange={setRoles} error={noRoles ? 'Elige al menos un rol.' : undefined} />
            </Stack>
            <DialogActions>
              <Button variant="default" onClick={onClose}>
                Cancelar
              </Button>
              <Button type="submit" loading={form.busy}>
                Continuar
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
      {ready && (
        <PasswordDialog
          title="Invitar al equipo"
          action="Enviar la invitación"
          onConfirm={send}
          onClose={() => setReady(null)}
        >
          Invitarás a <strong>{`${ready.nombres} ${ready.apellidos}`}</strong>
          <span>{` con el correo ${ready.correo}.`}</span>
        </PasswordDialog>
      )}
    </>
  )
}
