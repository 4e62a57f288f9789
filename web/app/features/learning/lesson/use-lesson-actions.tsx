import type { CompletedLesson, DetailedLesson } from '@campus/contract/learning'
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconCheck } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api'
import { modulesPath, piecePath } from '../../../lib/paths'
import { withPoints } from '../../../lib/points'
import { lessonQuery, patchLesson, refreshProgress, withCompletion } from './lesson-cache'
import { TEXTS } from './texts'
import classes from './toast.module.css'

type Attendance = NonNullable<DetailedLesson['asistencia']>

/** A repeated message replaces the one before. */
function showSuccess(message: string, undo?: () => void): void {
  const id = 'leccion'
  notifications.hide(id)
  notifications.show({
    id,
    role: 'status',
    color: 'teal',
    icon: <IconCheck size={18} aria-hidden />,
    autoClose: undo ? 8000 : undefined,
    message: undo ? (
      <span className={classes.line}>
        <span>{message}</span>
        <Button variant="subtle" size="compact-md" h={44} onClick={undo}>
          {TEXTS.undo}
        </Button>
      </span>
    ) : (
      message
    ),
  })
}

/** The request survives leaving or reloading the page. */
const KEEPALIVE = { keepalive: true } as const

/** A placeholder for the server's row. */
const startedNow = (lesson: DetailedLesson): Attendance => ({
  id: 0,
  usuario_id: 0,
  leccion_id: lesson.id,
  asistio: true,
  fecha_asistencia: new Date().toISOString(),
  fecha_cierre: null,
})

type Before = { before: { data: DetailedLesson } | undefined }

/** For `onMutate` and `onError`: changes the cached lesson at once and rolls back on errors. */
function optimisticOn(queryClient: QueryClient, id: number) {
  return {
    change: (change: (lesson: DetailedLesson) => DetailedLesson) => async (): Promise<Before> => {
      await queryClient.cancelQueries({ queryKey: lessonQuery(id).queryKey })
      return { before: patchLesson(queryClient, id, change) }
    },
    rollBack: (_error: unknown, _sent: unknown, context: Before | undefined) => {
      if (context?.before) queryClient.setQueryData(lessonQuery(id).queryKey, context.before)
    },
  }
}

export function useAttendance(id: number) {
  const queryClient = useQueryClient()
  const { change, rollBack } = optimisticOn(queryClient, id)
  const start = api.useMutation('post', '/api/asistencia/iniciar', {
    meta: { errorText: TEXTS.attendanceError },
    onMutate: change((lesson) => ({ ...lesson, asistencia: startedNow(lesson) })),
    onError: rollBack,
    onSuccess: ({ data }) => {
      patchLesson(queryClient, id, (lesson) => ({ ...lesson, asistencia: data }))
      showSuccess(TEXTS.attendanceDone)
    },
  })
  const close = api.useMutation('post', '/api/asistencia/cerrar', {
    meta: { errorText: TEXTS.closingError },
    onMutate: change((lesson) => {
      const row = lesson.asistencia ?? startedNow(lesson)
      return { ...withCompletion(lesson, true), asistencia: { ...row, fecha_cierre: new Date().toISOString() } }
    }),
    onError: rollBack,
    onSuccess: ({ data, puntos }) => {
      patchLesson(queryClient, id, (lesson) => ({ ...lesson, asistencia: data }))
      showSuccess(withPoints(TEXTS.closingDone, puntos))
      return refreshProgress(queryClient)
    },
  })
  return {
    busy: start.isPending || close.isPending,
    start: () => start.mutate({ body: { leccion_id: id }, ...KEEPALIVE }),
    close: () => close.mutate({ body: { leccion_id: id }, ...KEEPALIVE }),
  }
}

/** The mark of a lesson without going on: set by a watched video, taken back by the student. */
export function useMark(id: number) {
  const queryClient = useQueryClient()
  const { change, rollBack } = optimisticOn(queryClient, id)
  const done = () => refreshProgress(queryClient)
  const clear = api.useMutation('put', '/api/progreso/leccion/{id}', {
    meta: { errorText: TEXTS.undoError },
    onMutate: change((lesson) => withCompletion(lesson, false)),
    onError: rollBack,
    onSuccess: () => {
      showSuccess(TEXTS.undone)
      return done()
    },
  })
  const put = { params: { path: { id: String(id) } }, ...KEEPALIVE }
  const undo = () => clear.mutate({ ...put, body: { completada: false } })
  const set = api.useMutation('put', '/api/progreso/leccion/{id}', {
    meta: { errorText: TEXTS.completedError },
    onMutate: change((lesson) => withCompletion(lesson, true)),
    onError: rollBack,
    onSuccess: () => {
      showSuccess(TEXTS.completedDone, undo)
      return done()
    },
  })
  return { busy: clear.isPending, undo, mark: () => set.mutate({ ...put, body: { completada: true } }) }
}

const afterPath = ({ siguiente }: Pick<CompletedLesson, 'siguiente'>, course: number) =>
  siguiente ? piecePath(siguiente) : modulesPath(course)

/** *Completar y seguir* (docs/product/learning.md 5.11). */
export function useFinish({ id, curso }: DetailedLesson) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { undo } = useMark(id)
  const { change, rollBack } = optimisticOn(queryClient, id)
  const finish = api.useMutation('post', '/api/lecciones/{id}/completar', {
    meta: { errorText: TEXTS.completedError },
    onMutate: change((lesson) => withCompletion(lesson, true)),
    onError: rollBack,
    onSuccess: ({ data }) => {
      patchLesson(queryClient, id, (lesson) => ({
        ...withCompletion(lesson, true),
        asistencia: data.asistencia,
        curso: { ...lesson.curso, siguiente: data.siguiente },
      }))
      // A closed attendance keeps the lesson done (docs/product/learning.md 5.5).
      showSuccess(withPoints(TEXTS.completedDone, data.puntos), data.asistencia?.fecha_cierre ? undefined : undo)
      void refreshProgress(queryClient)
    },
  })
  // Not called when the student left the lesson meanwhile.
  const goOn = { onSuccess: ({ data }: { data: CompletedLesson }) => void navigate(afterPath(data, curso.id)) }
  return {
    // Until the next screen is there: a second tap would finish this lesson again.
    leaving: finish.isPending || finish.isSuccess,
    go: () => finish.mutate({ params: { path: { id: String(id) } }, ...KEEPALIVE }, goOn),
  }
}
