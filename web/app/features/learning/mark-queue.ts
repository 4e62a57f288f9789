import type { CompletedLesson, LessonProgress } from '@campus/contract/learning'
import { createSender } from '../../lib/sender'
import { addMark, type LessonMark, parseMarks, withoutMark } from './lesson-marks'

/** Of *Completar y seguir*, or of a mark alone; null when the server did not say. */
export type MarkAnswer = CompletedLesson | LessonProgress | null

/** The mark stays in the queue with `waits`. */
export type MarkOutcome = { kind: 'sent'; answer: MarkAnswer } | { kind: 'waits' }

type Options = {
  key: string
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  send: (mark: LessonMark) => Promise<MarkAnswer>
  onSent: (mark: LessonMark, answer: MarkAnswer) => void
  onRefused: (mark: LessonMark, error: unknown) => void
  /** Nothing is left; `late` of the marks were sent after their screen had gone on. */
  onEmpty: (late: number) => void
}

type Waiter = { resolve: (outcome: MarkOutcome) => void; reject: (error: unknown) => void }

/** A bad signal may leave a call without an answer for minutes. */
const ANSWER_MS = 5000

/** The lessons that were marked: on this device until the server has them. */
export function createMarkQueue({ key, storage, send, onSent, onRefused, onEmpty }: Options) {
  const listeners = new Set<() => void>()
  const waiters = new Map<number, Waiter>()
  let late = 0

  // Another tab may have changed it, so that the store is read each time.
  const marks = () => parseMarks(storage.getItem(key))
  function keep(next: LessonMark[]): void {
    if (next.length > 0) storage.setItem(key, JSON.stringify(next))
    else storage.removeItem(key)
    for (const listener of listeners) listener()
  }
  function settle(lesson: number, call: (waiter: Waiter) => void): void {
    const waiter = waiters.get(lesson)
    waiters.delete(lesson)
    if (waiter) call(waiter)
  }
  function wait(lesson: number): void {
    settle(lesson, ({ resolve }) => resolve({ kind: 'waits' }))
  }
  const sender = createSender<LessonMark>({
    next: () => marks()[0],
    async send(mark) {
      const answer = await send(mark)
      if (!waiters.has(mark.leccion)) late += 1
      onSent(mark, answer)
      keep(withoutMark(marks(), mark))
      settle(mark.leccion, ({ resolve }) => resolve({ kind: 'sent', answer }))
    },
    refuse(mark, error) {
      keep(withoutMark(marks(), mark))
      settle(mark.leccion, ({ reject }) => reject(error))
      onRefused(mark, error)
    },
    onWaiting: () => [...waiters.keys()].forEach(wait),
    onEmpty() {
      onEmpty(late)
      late = 0
    },
  })
  return {
    /** For `useSyncExternalStore`. */
    read: () => storage.getItem(key),
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** @throws what the server answers when it does not take the mark */
    add(mark: LessonMark): Promise<MarkOutcome> {
      wait(mark.leccion)
      keep(addMark(marks(), mark))
      return new Promise((resolve, reject) => {
        const waiter = { resolve, reject }
        waiters.set(mark.leccion, waiter)
        setTimeout(() => waiters.get(mark.leccion) === waiter && wait(mark.leccion), ANSWER_MS)
        void sender.flush()
      })
    },
    flush: sender.flush,
    stop: sender.stop,
  }
}

export type MarkQueue = ReturnType<typeof createMarkQueue>
