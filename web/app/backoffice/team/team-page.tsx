import { ROLE_NAMES, ROLES } from '@campus/contract/permissions'
import type { TeamMember } from '@campus/contract/team'
import { Badge, Button, Group } from '@mantine/core'
import { IconUserPlus, IconUsers } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { formatAgo } from '../../lib/ago'
import { Avatar } from '../../ui/avatar'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { CountLink } from '../blocks/count-link'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import { useNewPath } from '../blocks/new-path'
import { useRows } from '../blocks/use-rows'
import { COURSES_PATH } from '../courses/paths'
import { MemberState, STATE_NAMES } from './member-state'

const InviteDialog = lazy(() => import('./invite-dialog'))
const MemberDialog = lazy(() => import('./member-dialog'))

const options = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))

function Person({ member }: { member: TeamMember }) {
  return (
    <Group component="span" gap="sm" wrap="nowrap">
      <Avatar nombres={member.nombres} apellidos={member.apellidos} imagen={member.foto_perfil} size={32} />
      <span>{`${member.nombres} ${member.apellidos}`}</span>
    </Group>
  )
}

function Roles({ roles }: { roles: TeamMember['roles'] }) {
  return (
    <Group component="span" gap={4}>
      {ROLES.filter((role) => roles.includes(role)).map((role) => (
        <Badge key={role} component="span" variant="light" color="gray" tt="none" fw={550}>
          {ROLE_NAMES[role]}
        </Badge>
      ))}
    </Group>
  )
}

const CONFIG: ListConfig<TeamMember> = {
  label: 'Equipo',
  id: ({ id }) => id,
  sort: 'nombre',
  search: 'Busca por nombre o correo',
  filters: [
    { key: 'rol', label: 'Rol', all: 'Todos los roles', options: options(ROLE_NAMES) },
    { key: 'estado', label: 'Estado', all: 'Todos los estados', options: options(STATE_NAMES) },
  ],
  columns: [
    { key: 'nombre', label: 'Persona', cell: (member) => <Person member={member} />, sorts: true },
    { key: 'correo', label: 'Correo', cell: ({ correo }) => correo },
    { key: 'roles', label: 'Roles', cell: ({ roles }) => <Roles roles={roles} /> },
    {
      key: 'cursos',
      label: 'Cursos',
      cell: ({ id, cursos, nombres }) =>
        cursos > 0 ? (
          <CountLink
            to={`${COURSES_PATH}?docente=${id}`}
            text={String(cursos)}
            of={`${cursos === 1 ? 'curso' : 'cursos'} de ${nombres}`}
          />
        ) : null,
      align: 'right',
    },
    {
      key: 'acceso',
      label: 'Último acceso',
      cell: ({ ultimo_acceso }) => (ultimo_acceso ? formatAgo(ultimo_acceso, Date.now()) : null),
      steady: true,
    },
    { key: 'estado', label: 'Estado', cell: ({ estado }) => <MemberState state={estado} />, steady: true },
  ],
  errorTitle: 'No pudimos cargar el equipo',
  empty: <EmptyState icon={IconUsers} title="Todavía no hay nadie más en el equipo." />,
}

/** Who works in the academy, and what they may do. */
export default function TeamPage() {
  const state = useListState(['rol', 'estado'])
  const [inviting, setInviting] = useState(false)
  useNewPath(() => setInviting(true))
  const [chosen, setChosen] = useState<TeamMember | null>(null)
  const query = useRows('/api/gestion/equipo', { query: state.params })
  return (
    <>
      <PageHead
        title="Equipo"
        action={
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setInviting(true)}>
            Invitar
          </Button>
        }
      />
      <StaffList config={{ ...CONFIG, onOpen: setChosen }} state={state} query={query} />
      <Late>
        {inviting && <InviteDialog onClose={() => setInviting(false)} />}
        {chosen && <MemberDialog key={chosen.id} member={chosen} onClose={() => setChosen(null)} />}
      </Late>
    </>
  )
}
