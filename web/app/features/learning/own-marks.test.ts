import type { SessionUser } from '@campus/contract/accounts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession, storeSession } from '../../lib/session'
import { deviceStore, unsentKey } from '../../lib/storage'
import { ownMarks } from './own-marks'

const enter = (id: number) => storeSession({ token: `ficha-${id}`, user: { id, nombres: 'Rosa' } as SessionUser })

afterEach(() => {
  vi.unstubAllGlobals()
  clearSession()
})

it('is sent as the user who marked it alone, when that user is back', async () => {
  const sent: string[] = []
  const network = { away: true }
  vi.stubGlobal('fetch', async (request: Request) => {
    if (network.away) throw new TypeError('Failed to fetch')
    sent.push(`${request.method} ${new URL(request.url).pathname} ${request.headers.get('authorization')}`)
    return Response.json({ data: { segundo: 0, completada: true } })
  })
  const queries = new QueryClient()
  enter(8)
  const mine = ownMarks(8, queries)
  const mark = { leccion: 1, curso: 5, titulo: 'Lección 1', accion: 'marcar', antes: false, siguiente: null } as const
  expect(await mine.add(mark)).toEqual({ kind: 'waits' })

  network.away = false
  enter(9)
  await mine.flush()
  await ownMarks(9, queries).flush()
  expect([sent, deviceStore.getItem(unsentKey(8))]).toEqual([[], expect.stringContaining('Lección 1')])

  enter(8)
  await ownMarks(8, queries).flush()
  expect(sent).toEqual(['PUT /api/progreso/leccion/1 Bearer ficha-8'])
  expect(deviceStore.getItem(unsentKey(8))).toBeNull()
})
