import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { clearSession, storeSession } from './session'
import { writtenByVisitor } from './visitor-papers'

/** A browser's store, as far as it is used here. */
function aStore() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
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

function write(paper: string): void {
  localStorage.setItem('libro-2-visita', paper)
  writtenByVisitor('libro-2-visita')
}
const places = (...ids: (number | string)[]) => ids.map((id) => localStorage.getItem(`libro-2-${id}`))

it('what a visitor wrote in this tab is theirs when they log in, and leaves the visitor’s place', () => {
  write('mi reclamo')
  login(8)
  expect(places('visita', 8)).toEqual([null, 'mi reclamo'])
  clearSession()
  login(9)
  expect(places('visita', 8, 9)).toEqual([null, 'mi reclamo', null])
})

it('an own paper stays as it is; the visitor’s goes to nobody who logs in later', () => {
  localStorage.setItem('libro-2-8', 'el mío')
  write('otro')
  login(8)
  expect(places('visita', 8)).toEqual(['otro', 'el mío'])
  clearSession()
  login(9)
  expect(places('visita', 9)).toEqual(['otro', null])
})

it('what another tab wrote, or somebody before, is not taken', () => {
  localStorage.setItem('libro-2-visita', 'de otra persona')
  login(8)
  expect(places('visita', 8)).toEqual(['de otra persona', null])
})

it('a session that goes on, with a new photo, takes nothing', () => {
  login(8)
  write('de una visita')
  login(8)
  expect(places('visita', 8)).toEqual(['de una visita', null])
})

it.each(['no es json', '7', '{}', '[7, "libro-2-9", "visita"]'])('%j is nothing that was written', (kept) => {
  localStorage.setItem('libro-2-9', 'de otra persona')
  localStorage.setItem('visita', 'x')
  sessionStorage.setItem('papeles-de-visita', kept)
  login(8)
  expect([localStorage.getItem('libro-2-9'), localStorage.getItem('visita')]).toEqual(['de otra persona', 'x'])
})
