import type { DetailedCourse } from '@campus/contract/learning'
import { useSession } from '../../platform/session'
import { useAsked } from '../../platform/use-asked'

/** Whether the course is the visitor's: the page is the same for everyone, so only the browser knows, a moment later. */
export type Ownership = { state: 'unknown' | 'sell' } | { state: 'owned'; porcentaje: number }

function ownershipOf(course: Pick<DetailedCourse, 'matriculado' | 'progreso'> | undefined): Ownership {
  return course?.matriculado ? { state: 'owned', porcentaje: course.progreso?.porcentaje ?? 0 } : { state: 'sell' }
}

/** Asks with the session's token; a visitor owns nothing, and a question that fails holds nobody back from buying. */
export function useOwnership(course: number): Ownership {
  const session = useSession()
  const asked = useAsked(session ? `${course} ${session.token}` : null, async () => {
    const params = { path: { id: String(course) } }
    // Visitors do without it; who is logged in has it already, for the header.
    const { client } = await import('../../platform/client')
    const { data } = await client.GET('/api/cursos/detallado/{id}', { params })
    return ownershipOf(data?.data)
  })
  if (session === null) return { state: 'sell' }
  if (session === undefined || asked.state === 'waiting') return { state: 'unknown' }
  return asked.state === 'answered' ? asked.data : { state: 'sell' }
}
