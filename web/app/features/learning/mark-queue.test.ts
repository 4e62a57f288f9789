import type { CompletedLesson } from '@campus/contract/learning'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError, OfflineError } from '../../lib/errors'
import type { LessonMark } from './lesson-marks'
import { createMarkQueue } from './mark-queue'

const mark = (leccion: number, accion: LessonMark['accion'] = 'completar'): LessonMark => ({
  ...{ leccion, curso: 5, titulo: `Lección ${leccion}`, accion, antes: false, siguiente: null },
})
const done: CompletedLesson = { completada: true, asistencia: null, puntos: 0, siguiente: null, ritmo: null }
const refused = new ApiError(403, { code: 'SIN_MATRICULA', message: 'No tienes una matrícula vigente en este curso.' })

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A server that is reached, or fails with `state.failure`, or never answers. */
function world() {
  const stored = new Map<string, string>()
  const state = { failure: null as Error | null, silent: false }
  const received: string[] = []
  const told: string[] = []
  const options = {
    key: 'sin-enviar-8',
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    send: async ({ accion, leccion }: LessonMark) => {
      if (state.silent) await new Promise(() => undefined)
      if (state.failure) throw state.failure
      received.push(`${accion} ${leccion}`)
      return accion === 'completar' ? done : null
    },
    onSent: ({ leccion }: LessonMark) => void told.push(`sent ${leccion}`),
    onRefused: ({ leccion }: LessonMark) => void told.push(`refused ${leccion}`),
    onEmpty: (late: number) => void told.push(`late ${late}`),
  }
  return { stored, state, received, told, open: () => createMarkQueue(options) }
}

describe('a lesson that is marked', () => {
  it('is sent at once while the server answers', async () => {
    const { open, stored, received, told } = world()
    expect(await open().add(mark(1))).toEqual({ kind: 'sent', answer: done })
    await vi.runAllTimersAsync()
    expect([received, told, stored.size]).toEqual([['completar 1'], ['sent 1', 'late 0'], 0])
  })

  it('waits on the device without a connection, and is sent in order and once, also after a reload', async () => {
    const { open, state, received, told } = world()
    state.failure = new OfflineError()
    const queue = open()
    for (const one of [mark(1), mark(2), mark(1, 'quitar')]) expect(await queue.add(one)).toEqual({ kind: 'waits' })
    queue.stop()
    state.failure = null
    const reopened = open()
    await reopened.flush()
    await reopened.flush()
    expect(received).toEqual(['completar 2', 'quitar 1'])
    expect(told).toEqual(['sent 2', 'sent 1', 'late 2'])
  })

  it('is sent again by itself', async () => {
    const { open, state, received } = world()
    state.failure = new ApiError(503, undefined, 5)
    await open().add(mark(1))
    state.failure = null
    await vi.advanceTimersByTimeAsync(4999)
    expect(received, 'Retry-After').toEqual([])
    await vi.advanceTimersByTimeAsync(3000)
    expect(received).toEqual(['completar 1'])
  })

  it('does not hold its screen on a call without an answer', async () => {
    const { open, state, stored } = world()
    state.silent = true
    const outcome = open().add(mark(1))
    await vi.advanceTimersByTimeAsync(5000)
    expect([await outcome, stored.size]).toEqual([{ kind: 'waits' }, 1])
  })

  it('is dropped and told when the server does not take it; the next one goes on', async () => {
    const { open, state, stored, told } = world()
    state.failure = new OfflineError()
    const queue = open()
    await queue.add(mark(1))
    state.failure = refused
    await queue.flush()
    expect([told, stored.size]).toEqual([['refused 1', 'late 0'], 0])
    await expect(queue.add(mark(2))).rejects.toBe(refused)
    state.failure = null
    expect(await queue.add(mark(3))).toMatchObject({ kind: 'sent' })
  })

  it('tells its screens of each change', async () => {
    const { open, state } = world()
    state.failure = new OfflineError()
    const queue = open()
    const seen: number[] = []
    queue.subscribe(() => seen.push(JSON.parse(queue.read() ?? '[]').length))
    await queue.add(mark(1))
    state.failure = null
    await queue.flush()
    expect(seen).toEqual([1, 0])
  })
})
