import type { Role } from '@campus/contract/permissions'
import { NewMember } from '@campus/contract/team'
import { Text, TextInput } from '@mantine/core'
import { client } from '../../lib/client'
import { toast } from '../../lib/toasts'
import { NewDialog } from '../blocks/new-dialog'
import { useRefresh } from '../blocks/use-refresh'
import { RoleBoxes } from './role-boxes'

/** Names a new member; a mail with a link lets them set their password. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh('/api/gestion/equipo')
  return (
    <NewDialog
      title="Invitar al equipo"
      action="Continuar"
      values={{ nombres: '', apellidos: '', correo: '', roles: [] as Role[] }}
      schema={NewMember}
      body={(values) => values}
      send={(body, password) => client.POST('/api/gestion/equipo', { body: { ...body, password } })}
      onDone={(_, { correo }) => {
        toast(`Enviamos la invitación a ${correo}.`)
        void refresh()
        onClose()
      }}
      confirm={{
        action: 'Enviar la invitación',
        text: ({ nombres, apellidos, correo }) => (
          <span>
            Invitarás a <strong>{`${nombres} ${apellidos}`}</strong>
            <span>{` con el correo ${correo}.`}</span>
          </span>
        ),
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <Text c="dimmed">
            Le llegará un correo para crear su contraseña. El enlace vale 14 días y se usa una sola vez.
          </Text>
          <TextInput label="Nombres" autoComplete="off" data-autofocus {...form.getInputProps('nombres')} />
          <TextInput label="Apellidos" autoComplete="off" {...form.getInputProps('apellidos')} />
          <TextInput
            type="email"
            inputMode="email"
            label="Correo electrónico"
            autoComplete="off"
            {...form.getInputProps('correo')}
          />
          <RoleBoxes
            value={form.values.roles}
            onChange={(roles) => form.setFieldValue('roles', roles)}
            error={form.errors.roles}
          />
        </>
      )}
    </NewDialog>
  )
}
