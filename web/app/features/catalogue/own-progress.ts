import type { Enrollment } from '@campus/contract/learning'
import { api } from '../../lib/api'
import { useSession } from '../../lib/session'

const NONE: ReadonlyMap<number, Enrollment> = new Map()

/** The student's enrolments by course; asked by the browser, because the page is the same for everyone. */
export function useOwnProgress(): ReadonlyMap<number, Enrollment> {
  const id = useSession()?.user.id
  const query = api.useQuery(
    'get',
    '/api/matriculas/usuario/{id}',
    { params: { path: { id: String(id) } } },
    { enabled: id !== undefined, retry: false },
  )
  const own = id === undefined ? undefined : query.data?.data
  return own ? new Map(own.map((enrolment) => [enrolment.curso.id, enrolment])) : NONE
}
