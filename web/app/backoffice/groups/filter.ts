import type { GroupRow } from '@campus/contract/groups.staff'
import type { Filter } from '../blocks/filter-bar'

/** Where the course has groups. */
export const groupFilters = (groups: readonly GroupRow[]): Filter[] =>
  groups.length === 0
    ? []
    : [
        {
          key: 'grupo',
          label: 'Grupo',
          all: 'Todos los grupos',
          options: groups.map(({ id, nombre }) => ({ value: String(id), label: nombre })),
        },
      ]
