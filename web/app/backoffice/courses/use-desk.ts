import type { CourseDesk } from '@campus/contract/catalogue.staff'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api'
import type { DraftChoice } from '../blocks/draft-list'
import { isAllowed, useStaff } from '../shell/staff'
import { fieldPath } from './paths'

const optionsOf = (id: number) => ({ params: { path: { id: String(id) } } })

/** What the screens of a course need besides its documents. */
export function useDesk(id: number) {
  const queryClient = useQueryClient()
  const query = api.useQuery('get', '/api/gestion/cursos/{id}', optionsOf(id), { staleTime: 0 })
  const { queryKey } = api.queryOptions('get', '/api/gestion/cursos/{id}', optionsOf(id))
  return { query, desk: query.data?.data, refresh: () => queryClient.invalidateQueries({ queryKey }) }
}

/** Where the fields of a course's documents are edited. */
export function useFieldLinks(course: number) {
  const sells = isAllowed(useStaff(), 'catalogo')
  return (objeto: string, path: string) => fieldPath(course, objeto, path, sells)
}

const LEFT_OUT = 'Nunca se publicó: sin marcarla, seguirá oculta'

/** The course's other drafts in the order of its modules, to publish with the open one. */
export function otherDrafts(desk: CourseDesk | undefined, objeto: string): DraftChoice[] {
  if (!desk) return []
  const parts = [
    ...desk.lecciones.map((one) => ({ ...one, objeto: `leccion:${one.id}` })),
    ...desk.evaluaciones.map((one) => ({ ...one, objeto: `evaluacion:${one.id}` })),
  ]
  const modules = new Map(desk.modulos.map(({ id, nombre }, place) => [id, { nombre, place }]))
  const places = new Map(parts.map((part, place) => [part.objeto, { part, place }]))
  const placed = desk.borradores
    .filter((draft) => draft.objeto !== objeto)
    .map((draft) => {
      const found = places.get(draft.objeto)
      const module = modules.get(found?.part.id_modulo ?? 0)
      return { draft, state: found?.part.estado, module, at: found?.place ?? -1 }
    })
  placed.sort((one, other) => (one.module?.place ?? -1) - (other.module?.place ?? -1) || one.at - other.at)
  return placed.map(({ draft, state, module }) => ({
    ...draft,
    grupo: module?.nombre || (module ? 'Módulo sin nombre' : 'Todo el curso'),
    fuera: state === 'sin_publicar' ? LEFT_OUT : null,
  }))
}
