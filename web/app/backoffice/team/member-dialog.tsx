import { ROLE_NAMES, ROLES, type Role } from '@campus/contract/permissions'
import type { TeamMember } from '@campus/contract/team'
import { Alert, Button, Stack, Switch, Text } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '../../lib/api'
import { toast } from '../../lib/toasts'
import { Dialog, DialogActions } from '../../ui/dialog'
import { CopyLink } from '../blocks/copy-link'
import { PasswordDialog } from '../blocks/password-dialog'
import { type Actual, staleCopy } from '../blocks/stale'
import { useRefresh } from '../blocks/use-refresh'
import { useStaff } from '../shell/staff'
import { RoleBoxes } from './role-boxes'

/** Always in the same order, so that two sets can be compared. */
const namesOf = (roles: readonly Role[]) =>
  ROLES.filter((role) => roles.includes(role))
    .map((role) => ROLE_NAMES[role])
    .join(', ')

function StaleMember({ actual }: { actual: Actual<TeamMember> }) {
  return (
    <Alert color="yellow" icon={<IconUsers aria-hidden />} role="alert">
      <Text fw={600}>Esta ficha cambió mientras la editabas.</Text>
      <Text size="sm">{`${actual.por?.nombre ?? 'Otra persona'} le dejó: ${namesOf(actual.datos.roles)}.`}</Text>
    </Alert>
  )
}

type Change = { roles: readonly Role[]; active: boolean; own: boolean }

function effectOf(name: string, { roles, active, own }: Change): string {
  if (own) return `Quedarás con: ${namesOf(roles)}. Se cerrarán tus sesiones abiertas, y vuelves a entrar.`
  if (active) return `${name} quedará con: ${namesOf(roles)}. Se cerrarán sus sesiones abiertas.`
  return `${name} ya no podrá entrar y se cerrarán sus sesiones. Puedes devolverle el acceso cuando quieras.`
}

/** As the server allows. */
const mayCopy = ({ id, roles }: Pick<TeamMember, 'id' | 'roles'>, member: TeamMember): boolean =>
  id !== member.id &&
  member.estado !== 'inactivo' &&
  (!member.roles.includes('plataforma') || roles.includes('plataforma'))

type MemberDialogProps = { member: TeamMember; onClose: () => void }

/** Changes what a member may do, or whether they may enter. */
export default function MemberDialog({ member, onClose }: MemberDialogProps) {
  const refresh = useRefresh('/api/gestion/equipo')
  const staff = useStaff()
  const own = staff.id === member.id
  const [version, setVersion] = useState(member.version)
  const [roles, setRoles] = useState<Role[]>(member.roles)
  const [active, setActive] = useState(member.estado !== 'inactivo')
  const [stale, setStale] = useState<Actual<TeamMember> | null>(null)
  const [asking, setAsking] = useState(false)
  const save = api.useMutation('put', '/api/gestion/equipo/{id}', { meta: { handled: true } })
  const name = `${member.nombres} ${member.apellidos}`
  const sent = async (password: string) => {
    const estado = active ? ('activo' as const) : ('inactivo' as const)
    const params = { path: { id: String(member.id) } }
    try {
      await save.mutateAsync({ params, body: { roles, estado, version, password } })
    } catch (error) {
      const actual = staleCopy<TeamMember>(error)
      if (!actual) throw error
      setStale(actual)
      setVersion(actual.version)
      return setAsking(false)
    } finally {
      void refresh()
    }
    toast(`Guardamos los cambios de ${name}.`)
    onClose()
  }
  const changed = active !== (member.estado !== 'inactivo') || namesOf(roles) !== namesOf(member.roles)
  return (
    <>
      {!asking && (
        <Dialog onClose={onClose} title={name}>
          <Stack gap="md">
            <Text c="dimmed">{member.correo}</Text>
            {stale && <StaleMember actual={stale} />}
            {own && (
              <Alert color="gray">
                De tus propios roles solo puedes cambiar el de docente. Lo demás, pídeselo a otra persona del equipo.
              </Alert>
            )}
            <RoleBoxes
              value={roles}
              onChange={setRoles}
              only={own ? 'docente' : undefined}
              error={roles.length === 0 ? 'Elige al menos un rol.' : undefined}
            />
            <Switch
              label="Puede entrar"
              checked={active}
              disabled={own}
              onChange={(event) => setActive(event.currentTarget.checked)}
            />
            {mayCopy(staff, member) && (
              <CopyLink id={member.id} nombre={member.nombres} invited={member.estado === 'invitado'} password="ask" />
            )}
          </Stack>
          <DialogActions>
            <Button variant="default" onClick={onClose}>
              Cancelar
            </Button>
            <Button disabled={!(changed || stale) || roles.length === 0} onClick={() => setAsking(true)}>
              Continuar
            </Button>
          </DialogActions>
        </Dialog>
      )}
      {asking && (
        <PasswordDialog
          title={active ? 'Cambiar los roles' : 'Quitar el acceso'}
          action={active ? 'Cambiar los roles' : 'Quitar el acceso'}
          destructive={!active}
          onConfirm={sent}
          onClose={() => setAsking(false)}
        >
          {effectOf(name, { roles, active, own })}
        </PasswordDialog>
      )}
    </>
  )
}
