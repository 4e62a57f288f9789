import { describe, expect, it } from 'vitest'
import { parseSession } from './session'

const user = {
  id: 8,
  id_cliente: 2,
  tipo_cliente: 'Alumno',
  nombres: 'Lucía',
  apellidos: 'Torres',
  correo: 'alumna@demo.pe',
  foto_perfil: null,
}

describe('parseSession', () => {
  it('needs both keys', () => {
    expect(parseSession('abc', JSON.stringify(user))).toEqual({ token: 'abc', user })
    expect(parseSession(null, JSON.stringify(user))).toBeNull()
    expect(parseSession('abc', null)).toBeNull()
    expect(parseSession('', '')).toBeNull()
  })

  it.each(['no es json', 'null', '7', '"Lucía"', '{}', '[]'])('is no session when the user reads %s', (stored) => {
    expect(parseSession('abc', stored)).toBeNull()
  })
})
