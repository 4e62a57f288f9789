import type { GroupRow } from '@campus/contract/groups.staff'
import { Button } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { lazy, useState } from 'react'
import { Link } from 'react-router'
import { Late } from '../../ui/late'
import { ActMenu, MenuAct } from '../blocks/act-menu'
import rows from '../blocks/rows.module.css'
import { useRefresh } from '../blocks/use-refresh'
import { coursePath } from '../courses/paths'
import { isAllowed, useStaff } from '../shell/staff'
import { Places } from './group-parts'
import classes from './groups.module.css'
import { useGroups } from './use-groups'
import { detailText, GROUPS_PATH } from './words'

const GroupDialog = lazy(() => import('./group-dialog'))

/** As many as do not push the students away. */
const FIRST = 4

function Group({ group, onEdit }: { group: GroupRow; onEdit: (() => void) | null }) {
  return (
    <li className={`${rows.row} ${classes.row}`}>
      <span className={`${rows.words} ${classes.words}`}>
        <Link
          to={`${coursePath(group.id_curso, 'alumnos')}?grupo=${group.id}`}
          className={`${rows.name} ${classes.link}`}
        >
          {group.nombre}
        </Link>
        <span className={rows.detail}>{detailText(group)}</span>
      </span>
      <span className={classes.places}>
        <Places group={group} />
      </span>
      {onEdit && (
        <ActMenu label={`Acciones del grupo: ${group.nombre}`}>
          <MenuAct icon={IconPencil} label="Cambiar el grupo" onClick={onEdit} />
        </ActMenu>
      )}
    </li>
  )
}

/** The open groups of a course, above its students. */
export function GroupsBlock({ course }: { course: number }) {
  const manages = isAllowed(useStaff(), 'alumnos.gestionar')
  const groups = useGroups(course, 'abierto')
  const refresh = useRefresh('/api/gestion/grupos', '/api/gestion/matriculas')
  const [open, setOpen] = useState<GroupRow | 'new' | null>(null)
  const [all, setAll] = useState(false)
  if (groups.length === 0 && !manages) return null
  const shown = all ? groups : groups.slice(0, FIRST)
  return (
    <section className={groups.length > 0 ? classes.block : undefined} aria-label="Grupos">
      <div className={classes.head}>
        {groups.length > 0 && <h2 className={classes.heading}>Grupos</h2>}
        {manages && (
          <Button variant="subtle" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setOpen('new')}>
            Nuevo grupo
          </Button>
        )}
      </div>
      {shown.length > 0 && (
        <ul className={rows.rows}>
          {shown.map((group) => (
            <Group key={group.id} group={group} onEdit={manages ? () => setOpen(group) : null} />
          ))}
        </ul>
      )}
      {shown.length < groups.length && (
        <Button variant="subtle" onClick={() => setAll(true)}>{`Ver los ${groups.length} grupos`}</Button>
      )}
      {groups.length > 0 && (
        <Button component={Link} to={`${GROUPS_PATH}?curso=${course}`} variant="subtle">
          Ver también los cerrados
        </Button>
      )}
      <Late>
        {open && (
          <GroupDialog
            group={open === 'new' ? null : open}
            course={course}
            onSaved={() => void refresh()}
            onClose={() => setOpen(null)}
          />
        )}
      </Late>
    </section>
  )
}
