import type { DetailedLesson } from '@campus/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'

type Answer = { data: DetailedLesson }

/** The query of a lesson, as the screen and its changes share it. */
export const lessonQuery = (id: number | string) =>
  api.queryOptions('get', '/api/lecciones/detallado/{id}', { params: { path: { id: String(id) } } })

/** Changes what is shown of a lesson without asking the server; returns what was shown before. */
export function patchLesson(
  queryClient: QueryClient,
  id: number,
  change: (lesson: DetailedLesson) => DetailedLesson,
): Answer | undefined {
  const { queryKey } = lessonQuery(id)
  const before = queryClient.getQueryData<Answer>(queryKey)
  if (before) queryClient.setQueryData<Answer>(queryKey, { data: change(before.data) })
  return before
}

/** The lesson with its tick, in its own list too. */
export function asCompleted(lesson: DetailedLesson): DetailedLesson {
  const lecciones = lesson.lecciones.map((item) => (item.id === lesson.id ? { ...item, completada: true } : item))
  return { ...lesson, completada: true, lecciones }
}

const COUNTING = [
  '/api/inicio',
  '/api/matriculas/',
  '/api/cursos/detallado/',
  '/api/lecciones/detallado/',
  '/api/modulos/',
]

/** Whatever counts finished lessons asks again when it is next shown. */
export function refreshProgress(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => COUNTING.some((path) => String(queryKey[1]).startsWith(path)),
  })
}
