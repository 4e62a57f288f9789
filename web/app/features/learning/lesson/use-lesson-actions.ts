import type { CompletedLesson, DetailedLesson } from '@campus/contract/learning'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { api } from '../../../lib/api'
import { modulesPath, piecePath } from '../../../lib/paths'
import { withPoints } from '../../../lib/points'
import { toast } from '../../../lib/toasts'
import { type LessonMark, pieceAfter } from '../lesson-marks'
import type { MarkOutcome } from '../mark-queue'
import { useOwnMarks } from '../own-marks'
import { tellFinished } from './finished'
import { lessonQuery, patchLesson, refreshProgress, withCompletion } from './lesson-cache'
import { TEXTS } from './texts'

type Attendance = NonNullable<DetailedLesson['asistencia']>

/** A repeated message replaces the one before. */
const showSuccess = (message: string, undo?: () => void): void =>
  toast(message, { id: 'leccion', action: undo && { text: TEXTS.undo, onClick: undo } })

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

type Marked = Pick<DetailedLesson, 'id' | 'titulo' | 'completada'> & { curso: { id: number } }

const markOf = ({ id, titulo, completada, curso }: Marked, accion: LessonMark['accion']): LessonMark => ({
  ...{ leccion: id, curso: curso.id, titulo, accion, antes: completada, siguiente: null },
})

/** Sends a mark; the queue says what the server does not take. */
function useSendMark() {
  const queue = useOwnMarks()
  return { mutationFn: queue.add, meta: { handled: true } }
}

/** The mark of a lesson without going on: set by a watched video, taken back by the student. */
export function useMark(lesson: DetailedLesson) {
  const sendMark = useSendMark()
  const clear = useMutation({
    ...sendMark,
    onSuccess: ({ kind }) => showSuccess(kind === 'waits' ? `${TEXTS.undone} ${TEXTS.waits}` : TEXTS.undone),
  })
  const undo = () => clear.mutate(markOf({ ...lesson, completada: true }, 'quitar'))
  const set = useMutation({ ...sendMark, onSuccess: (outcome) => tellFinished(outcome, undo) })
  const mark = () => set.mutate({ ...markOf(lesson, 'marcar'), siguiente: pieceAfter(lesson) })
  return { busy: clear.isPending, undo, mark }
}

const completedOf = (outcome: MarkOutcome): CompletedLesson | null =>
  outcome.kind === 'sent' && outcome.answer && 'siguiente' in outcome.answer ? outcome.answer : null

/** *Completar y seguir* (docs/product/learning.md 5.11, 5.15). */
export function useFinish(lesson: DetailedLesson) {
  const navigate = useNavigate()
  const { undo } = useMark(lesson)
  const finish = useMutation({
    ...useSendMark(),
    onSuccess(outcome) {
      // A closed attendance keeps the lesson done (docs/product/learning.md 5.5).
      tellFinished(outcome, completedOf(outcome)?.asistencia?.fecha_cierre ? undefined : undo)
    },
  })
  function goOn(outcome: MarkOutcome, { siguiente: guessed }: LessonMark): void {
    const next = outcome.kind === 'sent' ? (completedOf(outcome)?.siguiente ?? null) : guessed
    void navigate(next ? piecePath(next) : modulesPath(lesson.curso.id))
  }
  const go = () => {
    const mark = { ...markOf(lesson, 'completar'), siguiente: pieceAfter(lesson) }
    // Not called when the student left the lesson meanwhile.
    finish.mutate(mark, { onSuccess: goOn })
  }
  // Until the next screen is there: a second tap would finish this lesson again.
  return { leaving: finish.isPending || finish.isSuccess, go }
}
