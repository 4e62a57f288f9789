import type { Dashboard, DetailedCourse, DetailedLesson, Enrollment } from '@campus/contract/learning'
import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api'
import {
  courseWithMarks,
  dashboardWithMarks,
  enrolmentsWithMarks,
  type LessonMark,
  lessonWithMarks,
} from '../lesson-marks'
import type { MarkAnswer } from '../mark-queue'

type LessonResponse = { data: DetailedLesson }

export const lessonQuery = (id: number | string) =>
  api.queryOptions('get', '/api/lecciones/detallado/{id}', { params: { path: { id: String(id) } } })

/** A mark that the server has now, in each cached answer that shows it. */
export function showMark(queryClient: QueryClient, mark: LessonMark, answer: MarkAnswer): void {
  const change = <T>(path: string, withMarks: (data: T, marks: LessonMark[]) => T) =>
    queryClient.setQueriesData<{ data: T }>(
      { queryKey: ['get', path] },
      (old) => old && { data: withMarks(old.data, [mark]) },
    )
  change<DetailedLesson>('/api/lecciones/detallado/{id}', lessonWithMarks)
  change<DetailedCourse>('/api/cursos/detallado/{id}', courseWithMarks)
  change<Enrollment[]>('/api/matriculas/usuario/{id}', enrolmentsWithMarks)
  change<Dashboard>('/api/inicio', dashboardWithMarks)
  if (!answer || !('siguiente' in answer)) return
  patchLesson(queryClient, mark.leccion, (lesson) => ({
    ...lesson,
    asistencia: answer.asistencia,
    curso: { ...lesson.curso, siguiente: answer.siguiente },
  }))
}

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
  // Exams and certificates may wait for lessons.
  '/api/evaluacion',
  '/api/certificados/curso',
]

/** Invalidates every query that counts completed lessons. */
export function refreshProgress(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({
    predicate: ({ queryKey }) => PROGRESS_PATHS.some((path) => String(queryKey[1]).startsWith(path)),
  })
}
