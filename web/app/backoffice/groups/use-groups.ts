import type { GroupRow } from '@campus/contract/groups.staff'
import { useRows } from '../blocks/use-rows'

const NONE: GroupRow[] = []

/** Groups of a course by name; of none there are none. A course has few that are open, so these are all of them. */
export function useGroups(course: number | null, estado?: 'abierto'): GroupRow[] {
  const query = { curso: course ?? 0, orden: 'nombre' as const, ...(estado && { estado }) }
  const { data, isPlaceholderData } = useRows('/api/gestion/grupos', { query }, { enabled: course !== null })
  return course === null || isPlaceholderData ? NONE : (data?.data.data ?? NONE)
}
