import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { markGuestDraft } from './guest-drafts'
import { clearSession, storeSession } from './session'

/** A browser's store, as far as it is used here. */
function aStore() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
}

const user = {
  id: 8,
  id_cliente: 2,
  tipo_cliente: 'Alumno' as const,
  nombres: 'Lucía',
  apellidos: 'Torres',
  correo: 'alumna@demo.pe',
  foto_perfil: null,
}
const login = (id: number) => storeSession({ token: `token-${id}`, user: { ...user, id } })

beforeEach(() => {
  vi.stubGlobal('localStorage', aStore())
  vi.stubGlobal('sessionStorage', aStore())
})
afterEach(() => void vi.unstubAllGlobals())

function write(draft: string): void {
  localStorage.setItem('libro-2-visita', draft)
  markGuestDraft('libro-2-visita')
}
const places = (...ids: (number | string)[]) => ids.map((id) => localStorage.getItem(`libro-2-${id}`))

it('a draft of this tab’s guest moves to the user at login', () => {
  write('mi reclamo')
  login(8)
  expect(places('visita', 8)).toEqual([null, 'mi reclamo'])
  clearSession()
  login(9)
  expect(places('visita', 8, 9)).toEqual([null, 'mi reclamo', null])
})

it('the user’s own draft wins; the guest’s goes to no later user', () => {
  localStorage.setItem('libro-2-8', 'el mío')
  write('otro')
  login(8)
  expect(places('visita', 8)).toEqual(['otro', 'el mío'])
  clearSession()
  login(9)
  expect(places('visita', 9)).toEqual(['otro', null])
})

it('a draft of another tab or an earlier guest is not claimed', () => {
  localStorage.setItem('libro-2-visita', 'de otra persona')
  login(8)
  expect(places('visita', 8)).toEqual(['de otra persona', null])
})

it('storing the same session again, with a new photo, claims nothing', () => {
  login(8)
  write('de una visita')
  login(8)
  expect(places('visita', 8)).toEqual(['de una visita', null])
})

it.each(['no es json', '7', '{}', '[7, "libro-2-9", "visita"]'])('invalid marks %j claim nothing', (stored) => {
  localStorage.setItem('libro-2-9', 'de otra persona')
  localStorage.setItem('visita', 'x')
  sessionStorage.setItem('papeles-de-visita', stored)
  login(8)
  expect([localStorage.getItem('libro-2-9'), localStorage.getItem('visita')]).toEqual(['de otra persona', 'x'])
})
