import type { LiveNotice, Notification } from '@campus/contract/notifications'
import { MOST_UNREAD } from '@campus/contract/rules'
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { api } from '../../platform/api'
import { createHearing } from './hearing'

const ME = 7

const notice = (id: number, estado: 0 | 1 = 1): Notification => ({
  id,
  tipo: 'Otro',
  mensaje: `Aviso ${id}`,
  ruta: null,
  estado,
  fecha_envio: `2026-11-22T10:00:${String(id % 60).padStart(2, '0')}+00:00`,
})
const word = (sin_leer: number, notificacion: Notification | null): LiveNotice => ({ sin_leer, notificacion })

/** A screen that shows these unread ones (undefined: they are still on their way), and what became of the words it heard. */
function aScreen(shown: Notification[] | undefined) {
  const queryClient = new QueryClient()
  const { queryKey } = api.queryOptions('get', '/api/notificaciones/usuario/{id}', {
    params: { path: { id: String(ME) } },
  })
  const pages = ['get', '/api/todas/notificaciones/usuario/{id}', { params: { path: { id: String(ME) } } }]
  if (shown) queryClient.setQueryData(queryKey, { data: shown })
  queryClient.setQueryData(pages, { data: { data: [] } })
  const said: number[] = []
  const hear = createHearing(queryClient, ME, ({ id }) => said.push(id))
  /** Which of the lists this word had read again. */
  const askedAfter = (heard: LiveNotice) => {
    for (const key of [queryKey, pages]) {
      const data = queryClient.getQueryData(key)
      if (data) queryClient.setQueryData(key, data)
    }
    hear(heard)
    return [queryKey, pages].map((key) => queryClient.getQueryState(key)?.isInvalidated ?? false)
  }
  return { askedAfter, said }
}

const BOTH = [true, true]
const NEITHER = [false, false]

describe('the first word of a live stream', () => {
  it.each([
    ['nothing is unread', [], word(0, null)],
    ['nothing is unread, the newest was read', [], word(0, notice(3, 0))],
    ['the same is unread', [notice(3), notice(2)], word(2, notice(3))],
    ['the same is unread under one that was read', [notice(2)], word(1, notice(3, 0))],
    [
      'as many as are shown, and more',
      Array.from({ length: MOST_UNREAD }, (_, n) => notice(500 - n)),
      word(640, notice(500)),
    ],
  ])('asks for nothing that is shown: %s', (_, shown, first) => {
    const { askedAfter, said } = aScreen(shown)
    expect(askedAfter(first)).toEqual(NEITHER)
    expect(said).toEqual([])
  })

  it.each([
    ['one more is unread', [notice(2)], word(2, notice(3))],
    ['one less is unread', [notice(3), notice(2)], word(1, notice(3))],
    ['as many, but another', [notice(2)], word(1, notice(3))],
  ])('asks for what it does not know, and takes it for no news: %s', (_, shown, first) => {
    const { askedAfter, said } = aScreen(shown)
    expect(askedAfter(first)).toEqual(BOTH)
    expect(said).toEqual([])
  })

  it('asks where the screen has no answer yet', () => {
    expect(aScreen(undefined).askedAfter(word(0, null))).toEqual([false, true])
  })
})

describe('the words after it', () => {
  it('are asked for each time, and told once each', () => {
    const { askedAfter, said } = aScreen([notice(3)])
    expect(askedAfter(word(1, notice(3)))).toEqual(NEITHER)
    expect(askedAfter(word(2, notice(4)))).toEqual(BOTH)
    expect(said).toEqual([4])
    // Somebody read it elsewhere: the lists change, and nothing is new.
    expect(askedAfter(word(1, notice(4)))).toEqual(BOTH)
    expect(askedAfter(word(1, notice(3)))).toEqual(BOTH)
    expect(askedAfter(word(3, notice(5)))).toEqual(BOTH)
    expect(said).toEqual([4, 5])
  })

  it('tell of the first notification of all', () => {
    const { askedAfter, said } = aScreen([])
    expect(askedAfter(word(0, null))).toEqual(NEITHER)
    expect(askedAfter(word(1, notice(1)))).toEqual(BOTH)
    expect(said).toEqual([1])
  })
})
