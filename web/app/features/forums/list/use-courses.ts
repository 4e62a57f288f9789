import { api } from '../../../lib/api'
import { useUser } from '../../../lib/session'

/** The student's own. */
export function useCourses(): { id: number; nombre: string }[] {
  const { id } = useUser()
  const query = api.useQuery('get', '/api/matriculas/usuario/{id}', { params: { path: { id: String(id) } } })
  return (query.data?.data ?? []).map(({ curso }) => ({ id: curso.id, nombre: curso.nombre }))
}
