import type { ForumDetail } from '@campus/contract/forums'
import { useLocation } from 'react-router'
import { api } from '../../../lib/api'
import { forumsPath } from '../../../lib/paths'
import { useUser } from '../../../lib/session'

/** The course to go back to: the forum's, otherwise the one it was opened from, otherwise the student's first. */
function useCourse(forum: ForumDetail): number | null {
  const { state } = useLocation()
  const { id } = useUser()
  const came = Number((state as { curso?: unknown } | null)?.curso)
  const general = forum.curso === null && !came
  const mine = api.useQuery(
    'get',
    '/api/matriculas/usuario/{id}',
    { params: { path: { id: String(id) } } },
    { enabled: general },
  )
  if (forum.curso) return forum.curso.id
  return came || (mine.data?.data[0]?.curso.id ?? null)
}

/** The course and the list of its forums; what needs them asks itself, so that their arrival draws no posts again. */
export function useWayBack(forum: ForumDetail): { course: number | null; back: string } {
  const course = useCourse(forum)
  const forums = forum.curso ? '' : '?mostrar=generales'
  return { course, back: course ? `${forumsPath(course)}${forums}` : '/miscursos' }
}
