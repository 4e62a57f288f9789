import { setImmediate } from 'node:timers/promises'
import type { LiveNotice, Notification } from '@campus/contract/notifications'
import { MAX_UNREAD } from '@campus/contract/rules'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { api } from '../../lib/api'
import { createNoticeListener } from './notice-listener'

const ME = 7

const notice = (id: number, estado: 0 | 1 = 1): Notification => ({
  id,
  tipo: 'Otro',
  mensaje: `Aviso ${id}`,
  ruta: null,
  estado,
  cuenta: 1,
  autores: [],
  asunto: null,
  extracto: null,
  fecha_envio: `2026-11-22T10:00:${String(id % 60).padStart(2, '0')}+00:00`,
})
const event = (sin_leer: number, notificacion: Notification | null): LiveNotice => ({ sin_leer, notificacion })

/** A screen that shows these unread ones (undefined: still loading), and what each event caused. */
function aScreen(shown: Notification[] | undefined) {
  const queryClient = new QueryClient()
  const { queryKey } = api.queryOptions('get', '/api/notificaciones/usuario/{id}', {
    params: { path: { id: String(ME) } },
  })
  const pages = ['get', '/api/todas/notificaciones/usuario/{id}', { params: { path: { id: String(ME) } } }]
  if (shown) queryClient.setQueryData(queryKey, { data: shown })
  queryClient.setQueryData(pages, { data: { data: [] } })
  const shownIds: number[] = []
  const receive = createNoticeListener(queryClient, ME, ({ id }) => shownIds.push(id))
  /** Which of the lists this event reloads. */
  const reloadedAfter = async (received: LiveNotice) => {
    for (const key of [queryKey, pages]) {
      const data = queryClient.getQueryData(key)
      if (data) queryClient.setQueryData(key, data)
    }
    receive(received)
    await setImmediate()
    return [queryKey, pages].map((key) => queryClient.getQueryState(key)?.isInvalidated ?? false)
  }
  return { reloadedAfter, shownIds }
}

const BOTH = [true, true]
const NEITHER = [false, false]

describe('the first event of a live stream', () => {
  it.each([
    ['nothing is unread', [], event(0, null)],
    ['nothing is unread, the newest was read', [], event(0, notice(3, 0))],
    ['the same is unread', [notice(3), notice(2)], event(2, notice(3))],
    ['the same is unread below one that was read', [notice(2)], event(1, notice(3, 0))],
    [
      'as many as are shown, and more',
      Array.from({ length: MAX_UNREAD }, (_, n) => notice(500 - n)),
      event(640, notice(500)),
    ],
  ])('reloads nothing that is already shown: %s', async (_, shown, first) => {
    const { reloadedAfter, shownIds } = aScreen(shown)
    expect(await reloadedAfter(first)).toEqual(NEITHER)
    expect(shownIds).toEqual([])
  })

  it.each([
    ['notice more is unread', [notice(2)], event(2, notice(3))],
    ['notice less is unread', [notice(3), notice(2)], event(1, notice(3))],
    ['as many, but another', [notice(2)], event(1, notice(3))],
  ])('reloads what is missing, without a toast: %s', async (_, shown, first) => {
    const { reloadedAfter, shownIds } = aScreen(shown)
    expect(await reloadedAfter(first)).toEqual(BOTH)
    expect(shownIds).toEqual([])
  })

  it('reloads while the screen has no data yet', async () => {
    expect(await aScreen(undefined).reloadedAfter(event(0, null))).toEqual([false, true])
  })
})

describe('later events', () => {
  it('reload the lists each time, and show each notification once', async () => {
    const { reloadedAfter, shownIds } = aScreen([notice(3)])
    expect(await reloadedAfter(event(1, notice(3)))).toEqual(NEITHER)
    expect(await reloadedAfter(event(2, notice(4)))).toEqual(BOTH)
    expect(shownIds).toEqual([4])
    // It was read on another device: the lists change, and nothing is new.
    expect(await reloadedAfter(event(1, notice(4)))).toEqual(BOTH)
    expect(await reloadedAfter(event(1, notice(3)))).toEqual(BOTH)
    expect(await reloadedAfter(event(3, notice(5)))).toEqual(BOTH)
    expect(shownIds).toEqual([4, 5])
  })

  it('show the very first notification', async () => {
    const { reloadedAfter, shownIds } = aScreen([])
    expect(await reloadedAfter(event(0, null))).toEqual(NEITHER)
    expect(await reloadedAfter(event(1, notice(1)))).toEqual(BOTH)
    expect(shownIds).toEqual([1])
  })
})
