import type { Role } from '@campus/contract/permissions'
import { NewMember, type TeamMember } from '@campus/contract/team'
import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../lib/brand'
import { client } from '../../lib/client'
import { Dialog, DialogActions } from '../../ui/dialog'
import { CopyLink, useInvitationText } from '../blocks/copy-link'
import { NewDialog } from '../blocks/new-dialog'
import { useRefresh } from '../blocks/use-refresh'
import { RoleBoxes } from './role-boxes'

/** `password`: the one that was just typed. */
type Invitation = { member: TeamMember; password: string }

function Invited({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const { id, nombres, apellidos, correo } = invitation.member
  const text = useInvitationText(`Enviamos la invitación a ${correo}.`)
  return (
    <Dialog title={`Invitaste a ${nombres} ${apellidos}`} onClose={onClose} keeps>
      <Stack>
        <Text>{text}</Text>
        <CopyLink id={id} nombre={nombres} invited password={{ typed: invitation.password }} />
      </Stack>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          Listo
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Names a new member; a mail with a link, or the link itself, lets them set their password. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const refresh = useRefresh('/api/gestion/equipo')
  const { envia_correos } = useBrand()
  const [invitation, setInvitation] = useState<Invitation>()
  if (invitation) return <Invited invitation={invitation} onClose={onClose} />
  return (
    <NewDialog
      title="Invitar al equipo"
      action="Continuar"
      values={{ nombres: '', apellidos: '', correo: '', roles: [] as Role[] }}
      schema={NewMember}
      body={(values) => values}
      send={async (body, password) => {
        const { data } = await client.POST('/api/gestion/equipo', { body: { ...body, password } })
        return data ? { data: { data: { member: data.data, password } } } : {}
      }}
      onDone={(made) => {
        setInvitation(made)
        void refresh()
      }}
      confirm={{
        action: envia_correos ? 'Enviar la invitación' : 'Invitar',
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
            {`${envia_correos ? 'Le llegará un correo para crear su contraseña.' : 'Todavía no salen correos: al terminar le copias el enlace para crear su contraseña.'} El enlace vale 14 días y se usa una sola vez.`}
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
