import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import type { DraftChoice } from '../blocks/publish-dialog'

const optionsOf = (id: number) => ({ params: { path: { id: String(id) } } })

/** What the screens of a course need besides its documents. */
export function useDesk(id: number) {
  const queryClient = useQueryClient()
  const query = api.useQuery('get', '/api/gestion/cursos/{id}', optionsOf(id), { staleTime: 0 })
  const { queryKey } = api.queryOptions('get', '/api/gestion/cursos/{id}', optionsOf(id))
  return { query, desk: query.data?.data, refresh: () => queryClient.invalidateQueries({ queryKey }) }
}

/** The course's other drafts, to publish with the open one. */
export const otherDrafts = (desk: CourseDesk | undefined, objeto: string): DraftChoice[] =>
  (desk?.borradores ?? [])
    .filter((draft) => draft.objeto !== objeto)
    .map(({ objeto: other, nombre, version }) => ({ objeto: other, nombre, version }))
