import type { GroupRow } from '@campus/contract/groups.staff'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus, IconUsersGroup } from '@tabler/icons-react'
import { lazy, type ReactNode, useState } from 'react'
import { api } from '../../lib/api'
import { EmptyState } from '../../ui/empty-state'
import { Late } from '../../ui/late'
import { PageHead } from '../../ui/page-head'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import { type ListConfig, StaffList } from '../blocks/list'
import { useListState } from '../blocks/list-state'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { useRows } from '../blocks/use-rows'
import { isAllowed, useStaff } from '../shell/staff'
import { GroupState, Places } from './group-parts'
import classes from './groups.module.css'
import { detailText, groupStudentsPath } from './words'

const GroupDialog = lazy(() => import('./group-dialog'))

const COLUMNS: ListConfig<GroupRow>['columns'] = [
  {
    key: 'nombre',
    label: 'Grupo',
    cell: (group) => (
      <>
        <span>{group.nombre}</span>
        <span className={rows.detail}>{detailText(group)}</span>
      </>
    ),
    sorts: true,
  },
  { key: 'curso', label: 'Curso', cell: ({ curso }) => curso },
  { key: 'plazas', label: 'Alumnos', cell: (group) => <Places group={group} />, align: 'right', steady: true },
  { key: 'estado', label: 'Estado', cell: (group) => <GroupState group={group} />, steady: true },
]

/** On phones; `act` is the menu of who manages. */
const cardOf = (act: ((group: GroupRow) => ReactNode) | null): NonNullable<ListConfig<GroupRow>['card']> => ({
  name: ({ nombre }) => nombre,
  rest: (group) => (
    <>
      <p className={rows.detail}>{group.curso}</p>
      <p className={rows.detail}>{detailText(group)}</p>
      <div className={rows.facts}>
        <span>
          <Places group={group} />
        </span>
        <span className={classes.acts}>
          <GroupState group={group} />
          {act?.(group)}
        </span>
      </div>
    </>
  ),
})

const STATES = [
  { value: 'abierto', label: 'Abiertos' },
  { value: 'cerrado', label: 'Cerrados o terminados' },
  { value: 'pasado', label: 'Con más alumnos que vacantes' },
]

const EMPTY = 'Reparte a los alumnos de un curso por horarios, cada uno con sus vacantes y sus clases.'

/** Groups of all courses; each leads to its students. */
export default function GroupsPage() {
  const manages = isAllowed(useStaff(), 'alumnos.gestionar')
  const state = useListState(['curso', 'docente', 'estado'])
  const courses = api.useQuery('get', '/api/gestion/alumnos/cursos').data?.data ?? []
  const teachers = api.useQuery('get', '/api/usuarios/docentes/activos').data?.data ?? []
  const query = useRows('/api/gestion/grupos', { query: state.params })
  const refresh = useRefresh('/api/gestion/grupos')
  const [open, setOpen] = useState<GroupRow | 'new' | null>(null)
  const add = manages && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
      Nuevo grupo
    </Button>
  )
  const acts: ListConfig<GroupRow>['columns'][number] = {
    key: 'accion',
    label: 'Acción',
    cell: (group) => (
      <ActMenu label={`Acciones del grupo: ${group.nombre}, ${group.curso}`}>
        <MenuAct icon={IconPencil} label="Cambiar el grupo" onClick={() => setOpen(group)} />
      </ActMenu>
    ),
    steady: true,
    align: 'right',
  }
  const config: ListConfig<GroupRow> = {
    label: 'Grupos',
    id: ({ id }) => id,
    href: groupStudentsPath,
    sort: '-creado',
    search: 'Busca por grupo o curso',
    filters: [
      {
        key: 'curso',
        label: 'Curso',
        all: 'Todos los cursos',
        options: courses.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
      },
      {
        key: 'docente',
        label: 'Docente',
        all: 'Todos los docentes',
        options: teachers.map(({ id, nombres, apellidos }) => ({
          value: String(id),
          label: `${nombres} ${apellidos}`,
        })),
      },
      { key: 'estado', label: 'Estado', all: 'Todos los estados', options: STATES },
    ],
    columns: manages ? [...COLUMNS, acts] : COLUMNS,
    card: cardOf(manages ? acts.cell : null),
    errorTitle: 'No pudimos cargar los grupos',
    empty: <EmptyState icon={IconUsersGroup} title="Todavía no hay grupos." text={EMPTY} action={add} />,
  }
  return (
    <>
      <PageHead title="Grupos" action={add} />
      <StaffList config={config} state={state} query={query} />
      <Late>
        {open && (
          <GroupDialog
            group={open === 'new' ? null : open}
            course={null}
            onSaved={() => void refresh()}
            onClose={() => setOpen(null)}
          />
        )}
      </Late>
    </>
  )
}
