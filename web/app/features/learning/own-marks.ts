import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo, useSyncExternalStore } from 'react'
import { client } from '../../lib/client'
import { failureText, OfflineError } from '../../lib/errors'
import { onServerBack } from '../../lib/network'
import { onSession, readSession, useUser } from '../../lib/session'
import { deviceStore, unsentKey } from '../../lib/storage'
import { toast } from '../../lib/toasts'
import { refreshProgress, showMark } from './lesson/lesson-cache'
import { type LessonMark, parseMarks } from './lesson-marks'
import { createMarkQueue, type MarkAnswer, type MarkQueue } from './mark-queue'

async function send(user: number, { leccion, accion }: LessonMark): Promise<MarkAnswer> {
  // Waits for the user who made it.
  if (readSession()?.user.id !== user) throw new OfflineError()
  // The request survives leaving or reloading the page.
  const call = { params: { path: { id: String(leccion) } }, keepalive: true } as const
  if (accion === 'completar') return (await client.POST('/api/lecciones/{id}/completar', call)).data?.data ?? null
  const body = { completada: accion === 'marcar' }
  return (await client.PUT('/api/progreso/leccion/{id}', { ...call, body })).data?.data ?? null
}

function tellRefused({ titulo }: LessonMark, error: unknown): void {
  const message = `«${titulo}»: ${failureText(error)}`
  toast(message, { color: 'red', title: 'No se guardó tu avance', stays: true })
}

function tellSaved(late: number): void {
  if (late > 0) toast('Se guardó lo que hiciste sin conexión.')
}

function openQueue(user: number, queries: QueryClient): MarkQueue {
  return createMarkQueue({
    key: unsentKey(user),
    storage: deviceStore,
    send: (mark) => send(user, mark),
    onSent: (mark, answer) => showMark(queries, mark, answer),
    onRefused: tellRefused,
    onEmpty(late) {
      tellSaved(late)
      void refreshProgress(queries)
    },
  })
}

let current: { user: number; queue: MarkQueue; close: () => void } | undefined

/** The user's queue, which outlives its screen and is sent whenever the server is back. */
export function ownMarks(user: number, queries: QueryClient): MarkQueue {
  if (current?.user === user) return current.queue
  current?.close()
  const queue = openQueue(user, queries)
  const flush = () => void queue.flush()
  const endings = [onServerBack(flush), onSession(() => readSession()?.user.id === user && flush()), queue.stop]
  current = { user, queue, close: () => endings.forEach((end) => void end()) }
  return queue
}

/** What an earlier visit could not send. */
export const sendUnsent = (user: number, queries: QueryClient): Promise<void> => ownMarks(user, queries).flush()

export const useOwnMarks = (): MarkQueue => ownMarks(useUser().id, useQueryClient())

/** What the server does not know of yet: the screens show it as done. */
export function useLessonMarks(): LessonMark[] {
  const queue = useOwnMarks()
  const subscribe = useMemo(
    () => (changed: () => void) => {
      const unsubscribe = queue.subscribe(changed)
      window.addEventListener('storage', changed)
      return () => {
        unsubscribe()
        window.removeEventListener('storage', changed)
      }
    },
    [queue],
  )
  const stored = useSyncExternalStore(subscribe, queue.read, () => null)
  return useMemo(() => parseMarks(stored), [stored])
}
