import type { AttendanceRow } from '@campus/contract/attendance.staff'
import { describe, expect, it } from 'vitest'
import { ApiError, OfflineError } from '../../lib/errors'
import { createMarkStore } from './mark-store'
import type { Mark } from './marks'

const ana: AttendanceRow = {
  ...{ id_usuario: 1, nombres: 'Ana', apellidos: 'Rojas', foto_perfil: null },
  ...{ id_asistencia: null, estado: 'no', fecha_asistencia: null },
}
const ME = 9

const stale = (por: { id: number; nombre: string }, datos: AttendanceRow) =>
  new ApiError(409, {
    code: 'CAMBIO_MIENTRAS',
    message: 'Otra persona guardó cambios mientras editabas.',
    actual: { datos, version: 7, por, en: '2026-11-26T19:30:00-05:00' },
  })

function aStore(replies: (AttendanceRow | Error)[]) {
  const stored = new Map<string, string>()
  const sent: Mark[] = []
  const shown: AttendanceRow[] = []
  const options = {
    key: 'clase',
    me: ME,
    storage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    },
    send: async (mark: Mark) => {
      sent.push(mark)
      const reply = replies.shift() ?? new OfflineError()
      if (reply instanceof Error) throw reply
      return reply
    },
    onRow: (row: AttendanceRow) => void shown.push(row),
  }
  return { options, stored, sent, shown, replies }
}

const attended = { ...ana, id_asistencia: 7, estado: 'cerrada' as const }

describe('the marks of a class', () => {
  it('stay on the device while there is no connection, and go out once, also after a reload', async () => {
    const { options, stored, sent, shown, replies } = aStore([])
    const store = createMarkStore(options)
    store.mark(ana, 'cerrada')
    await store.flush()
    await expect.poll(() => store.read().save.kind).toBe('offline')
    store.stop()
    expect(stored.size).toBe(1)

    replies.push(attended)
    const reopened = createMarkStore(options)
    expect(reopened.read().marks).toHaveLength(1)
    await reopened.flush()
    expect(reopened.read()).toMatchObject({ marks: [], save: { kind: 'saved' } })
    expect([shown, stored.size, sent.length]).toEqual([[attended], 0, 2])
  })

  it('are dropped for what another person did meanwhile, and say so', async () => {
    const { options, shown } = aStore([stale({ id: 5, nombre: 'Rosa Huamán' }, attended)])
    const store = createMarkStore(options)
    store.mark({ ...ana, id_asistencia: 3, estado: 'abierta' }, 'no')
    await expect.poll(() => store.read().refused).toMatchObject({ id_usuario: 1, por: 'Rosa Huamán', now: attended })
    expect([store.read().marks, shown]).toEqual([[], [attended]])
  })

  it('go on after an own mark whose answer was lost', async () => {
    const { options, sent } = aStore([stale({ id: ME, nombre: 'Yo' }, attended), ana])
    const store = createMarkStore(options)
    store.mark(ana, 'no')
    await expect.poll(() => store.read().marks).toEqual([])
    expect(sent.map(({ antes }) => antes.id_asistencia)).toEqual([null, 7])
    expect(store.read().refused).toBeNull()
  })
})
