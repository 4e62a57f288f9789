import { api } from '../../platform/api'
import { useSession } from '../../platform/session'

/** Whether the course is the visitor's: the page is the same for everyone, so only the browser knows, a moment later. */
export type Ownership = { state: 'unknown' | 'sell' } | { state: 'owned'; porcentaje: number }

/** Asks with the session's token; a visitor owns nothing, and a question that fails holds nobody back from buying. */
export function useOwnership(course: number): Ownership {
  const session = useSession()
  const query = api.useQuery(
    'get',
    '/api/cursos/detallado/{id}',
    { params: { path: { id: String(course) } } },
    { enabled: Boolean(session), retry: false },
  )
  if (session === undefined || (session && query.isPending)) return { state: 'unknown' }
  const mine = session ? query.data?.data : undefined
  return mine?.matriculado ? { state: 'owned', porcentaje: mine.progreso?.porcentaje ?? 0 } : { state: 'sell' }
}
