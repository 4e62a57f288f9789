import type { AttendanceRow, AttendanceState } from '@campus/contract/attendance.staff'
import { failureText } from '../../lib/errors'
import { createSender } from '../../lib/sender'
import { staleCopy } from '../blocks/stale'
import { addMark, answered, type Mark, parseMarks, type Seen } from './marks'

type Save = { kind: 'idle' } | { kind: 'saving' } | { kind: 'offline' } | { kind: 'saved'; at: number }

/** A mark that the server refused; `por` is who changed the row meanwhile. */
type Refused = { id_usuario: number; text: string; por: string | null; now: AttendanceRow | null }

export type MarkState = { marks: readonly Mark[]; save: Save; refused: Refused | null }

type MarkStoreOptions = {
  key: string
  /** Who marks. */
  me: number
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  send: (mark: Mark) => Promise<AttendanceRow>
  /** What the server has now of a student. */
  onRow: (row: AttendanceRow, mark: Mark) => void
}

/** The marks of a class: on this device until the server has them, one call at a time, again after a failure. */
export function createMarkStore({ key, me, storage, send, onRow }: MarkStoreOptions) {
  let state: MarkState = { marks: parseMarks(storage.getItem(key)), save: { kind: 'idle' }, refused: null }
  const listeners = new Set<() => void>()

  function change(next: Partial<MarkState>): void {
    state = { ...state, ...next }
    for (const listener of listeners) listener()
  }
  function keep(marks: Mark[]): void {
    if (marks.length > 0) storage.setItem(key, JSON.stringify(marks))
    else storage.removeItem(key)
    change({ marks })
  }
  function refuse(mark: Mark, error: unknown): void {
    const stale = staleCopy<AttendanceRow>(error)
    const { id_asistencia = null, estado = 'no' } = stale?.datos ?? {}
    // The answer to one's own earlier mark was lost.
    const own = stale?.por?.id === me
    keep(
      state.marks.flatMap((one) => {
        if (one !== mark) return [one]
        return own ? [{ ...mark, antes: { id_asistencia, estado } }] : []
      }),
    )
    if (own) return
    if (stale) onRow(stale.datos, mark)
    const { id_usuario } = mark
    const por = stale?.por?.nombre ?? null
    change({ refused: { id_usuario, text: failureText(error), por, now: stale?.datos ?? null } })
  }
  const sender = createSender<Mark>({
    next: () => state.marks[0],
    send: async (mark) => {
      const row = await send(mark)
      keep(answered(state.marks, mark, row))
      onRow(row, mark)
      change({ save: { kind: 'saved', at: Date.now() } })
    },
    refuse(mark, error) {
      change({ save: { kind: 'idle' } })
      refuse(mark, error)
    },
    onSending: () => change({ save: { kind: 'saving' } }),
    onWaiting: () => change({ save: { kind: 'offline' } }),
  })
  return {
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    mark(row: Seen, estado: AttendanceState) {
      change({ refused: null })
      keep(addMark(state.marks, row, estado))
      void sender.flush()
    },
    flush: sender.flush,
    /** What waits stays on the device for the next visit. */
    stop: sender.stop,
  }
}
