import { z } from 'zod'
import { Day, Id, listOf } from './common.ts'
import { eachOnce } from './lists.ts'
import { MAX_ITEMS } from './order-rules.ts'

/** A group of a course as buyers see it. */
export const OfferedGroup = z.object({
  id: Id,
  nombre: z.string(),
  /** In words; may be empty. */
  horario: z.string(),
  inicio: Day.nullable(),
  fin: Day.nullable(),
})
export type OfferedGroup = z.infer<typeof OfferedGroup>

/** `libres`: places left for who asks; null without a limit. */
export const GroupWithPlaces = OfferedGroup.extend({ libres: z.int().nullable() })
export type GroupWithPlaces = z.infer<typeof GroupWithPlaces>

export const GroupsWithPlaces = listOf(GroupWithPlaces)

const GROUP_TEXT = 'Elige un grupo de cada curso.'

/** Of what is bought, the group of each course. */
export const ChosenGroups = eachOnce(
  z.array(z.object({ id_curso: Id, id_grupo: Id }), GROUP_TEXT).max(MAX_ITEMS, GROUP_TEXT),
  GROUP_TEXT,
  ({ id_curso }) => id_curso,
)
export type ChosenGroups = z.infer<typeof ChosenGroups>
