import { api } from '../../../lib/api'
import { useSession } from '../../../lib/session'

export type OwnCourse = { porcentaje: number; terminado: boolean; certificado: string | null }

/** Asked by the browser, because the page is the same for everyone. */
export type Ownership = { state: 'unknown' | 'sell' } | ({ state: 'owned' } & OwnCourse)

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
  if (!detail?.matriculado) return { state: 'sell' }
  return {
    state: 'owned',
    porcentaje: detail.progreso?.porcentaje ?? 0,
    terminado: detail.estado_avance === 'terminado',
    certificado: detail.codigo_certificado,
  }
}
