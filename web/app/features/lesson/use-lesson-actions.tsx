import type { DetailedLesson } from '@campus/contract/learning'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../platform/api'
import { asCompleted, lessonQuery, patchLesson, refreshProgress } from './lesson-cache'
import { T } from './texts'

type Attendance = NonNullable<DetailedLesson['asistencia']>

const say = (message: string) =>
  notifications.show({ message, color: 'teal', icon: <IconCheck size={18} aria-hidden />, role: 'status' })

/** The mark arrives although the page is left or loaded anew right after the click. */
const EVEN_LEAVING = { keepalive: true } as const

/** A row as the server will write it, shown until it answers. */
const startedNow = (lesson: DetailedLesson): Attendance => ({
  id: 0,
  usuario_id: 0,
  leccion_id: lesson.id,
  asistio: true,
  fecha_asistencia: new Date().toISOString(),
  fecha_cierre: null,
})

/** Attendance and the mark "done": each is shown at once and taken back when the server refuses (look.md "Feedback"). */
export function useLessonActions(id: number) {
  const queryClient = useQueryClient()
  const optimistic = (change: (lesson: DetailedLesson) => DetailedLesson) => async () => {
    await queryClient.cancelQueries({ queryKey: lessonQuery(id).queryKey })
    return { before: patchLesson(queryClient, id, change) }
  }
  const takeBack = (kept: { before: { data: DetailedLesson } | undefined } | undefined) => {
    if (kept?.before) queryClient.setQueryData(lessonQuery(id).queryKey, kept.before)
  }
  const start = api.useMutation('post', '/api/asistencia/iniciar', {
    meta: { errorText: T.attendanceError },
    onMutate: optimistic((lesson) => ({ ...lesson, asistencia: startedNow(lesson) })),
    onError: (_error, _sent, kept) => takeBack(kept),
    onSuccess: ({ data }) => {
      patchLesson(queryClient, id, (lesson) => ({ ...lesson, asistencia: data }))
      say(T.attendanceDone)
    },
  })
  const close = api.useMutation('post', '/api/asistencia/cerrar', {
    meta: { errorText: T.closingError },
    onMutate: optimistic((lesson) => {
      const row = lesson.asistencia ?? startedNow(lesson)
      return { ...asCompleted(lesson), asistencia: { ...row, fecha_cierre: new Date().toISOString() } }
    }),
    onError: (_error, _sent, kept) => takeBack(kept),
    onSuccess: ({ data }) => {
      patchLesson(queryClient, id, (lesson) => ({ ...lesson, asistencia: data }))
      say(T.closingDone)
      return refreshProgress(queryClient)
    },
  })
  const complete = api.useMutation('put', '/api/progreso/leccion/{id}', {
    meta: { errorText: T.completedError },
    onMutate: optimistic(asCompleted),
    onError: (_error, _sent, kept) => takeBack(kept),
    onSuccess: () => {
      say(T.completedDone)
      return refreshProgress(queryClient)
    },
  })
  return {
    busy: start.isPending || close.isPending,
    completing: complete.isPending,
    start: () => start.mutate({ body: { leccion_id: id }, ...EVEN_LEAVING }),
    close: () => close.mutate({ body: { leccion_id: id }, ...EVEN_LEAVING }),
    complete: () =>
      complete.mutate({ params: { path: { id: String(id) } }, body: { completada: true }, ...EVEN_LEAVING }),
  }
}
