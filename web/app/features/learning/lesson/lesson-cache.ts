import type { DetailedLesson } from '@campus/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'

type LessonResponse = { data: DetailedLesson }

export const lessonQuery = (id: number | string) =>
  api.queryOptions('get', '/api/lecciones/detallado/{id}', { params: { path: { id: String(id) } } })

/** An optimistic update; returns the previous data for a rollback. */
export function patchLesson(
  queryClient: QueryClient,
  id: number,
  change: (lesson: DetailedLesson) => DetailedLesson,
): LessonResponse | undefined {
  const { queryKey } = lessonQuery(id)
  const before = queryClient.getQueryData<LessonResponse>(queryKey)
  if (before) queryClient.setQueryData<LessonResponse>(queryKey, { data: change(before.data) })
  return before
}

/** Also marks it in the lesson's own list. */
export function withCompletion(lesson: DetailedLesson, completada: boolean): DetailedLesson {
  const lecciones = lesson.lecciones.map((item) => (item.id === lesson.id ? { ...item, completada } : item))
  return { ...lesson, completada, lecciones }
}

const PROGRESS_PATHS = [
  '/api/inicio',
  '/api/matriculas/',
  '/api/cursos/detallado/',
  '/api/lecciones/detallado/',
  '/api/modulos/',
  // A final exam may wait for lessons.
  '/api/evaluacion',
]

/** Invalidates every query that counts completed lessons. */
export function refreshProgress(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => PROGRESS_PATHS.some((path) => String(queryKey[1]).startsWith(path)),
  })
}
