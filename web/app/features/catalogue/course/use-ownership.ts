import { api } from '../../../lib/api'
import { useSession } from '../../../lib/session'

/** Asked by the browser, because the page is the same for everyone. */
export type Ownership = { state: 'unknown' | 'sell' } | { state: 'owned'; porcentaje: number }

/** A failed call does not prevent buying. */
export function useOwnership(course: number): Ownership {
  const session = useSession()
  const query = api.useQuery(
    'get',
    '/api/cursos/detallado/{id}',
    { params: { path: { id: String(course) } } },
    { enabled: !!session, retry: false },
  )
  if (session === undefined || (session && query.isPending)) return { state: 'unknown' }
  const detail = session ? query.data?.data : undefined
  return detail?.matriculado ? { state: 'owned', porcentaje: detail.progreso?.porcentaje ?? 0 } : { state: 'sell' }
}
