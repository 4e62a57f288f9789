import { describe, expect, it } from 'vitest'
import { aBrand, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aNewcomer } from '../../../test/matrix.bodies.ts'
import { COMMON_PASSWORD_TEXT, isCommon } from './common-passwords.ts'

const t = useApp()

describe('a common password', () => {
  it.each([
    ...[
      'password',
      'Password123!',
      'p4ssw0rd',
      'P@$$w0rd',
      'contraseña',
      'Contraseña1',
      'micontraseña2026',
      '123456789',
    ],
    ...['12345678', '87654321', '11111111', 'abcdefgh', 'qwertyuiop', 'QWERTY123', '1q2w3e4r', '1qaz2wsx', 'asdfghjkl'],
    ...[
      'iloveyou',
      'TeAmoMucho',
      'alianzalima1',
      'Universitario24',
      'peru2026',
      'Campus-2026',
      'abcabcabc',
      'aaaaaaaa',
    ],
    ...[
      'passwordpassword',
      '25121998',
      '19981225',
      'Setiembre2026',
      '2026lima!',
      '12121212',
      'holahola',
      '!!!Admin!!!',
    ],
  ])('%s', (password) => expect(isCommon(password)).toBe(true))

  it.each([
    ...[PASSWORD, 'Nueva-clave-9', 'caballo correcto batería grapa', 'mi perro ladra los lunes', '7391-2846-1957'],
    ...['xK9#mQ2$', 'Contraseña de mi abuela Rosa', 'lunes de lluvia', 'ñandúñandutí', '73914628'],
  ])('%s is not', (password) => expect(isCommon(password)).toBe(false))

  it('includes the user’s own email and document', () => {
    const own = ['rosa.quispe@correo.pe', '71234567']
    for (const password of ['71234567', 'rosa.quispe', 'ROSA.QUISPE@correo.pe', 'rosa.quispe2026'])
      expect(isCommon(password, own)).toBe(true)
    expect(isCommon('quispe vende rosas', own)).toBe(false)
  })

  it('accepts any text as input', () => {
    for (const unit of ['a', 'ab', '1', '-', 'aé', '@$!', 'qwerty'])
      expect(isCommon(unit.repeat(50_000))).toBeTypeOf('boolean')
  })
})

describe('is rejected under its field', () => {
  const expected = {
    status: 422,
    body: { errors: { password: [COMMON_PASSWORD_TEXT] }, mensaje: COMMON_PASSWORD_TEXT },
  }
  const common = { password: 'Password123', password_confirmation: 'Password123' }

  it('at registration', async () => {
    await aBrand(t.deps.db)
    expect(await t.call('POST', '/api/auth/register', { body: { ...aNewcomer(), ...common } })).toMatchObject(expected)
    const person = aNewcomer()
    const own = { password: person.numero_documento, password_confirmation: person.numero_documento }
    expect(await t.call('POST', '/api/auth/register', { body: { ...person, ...own } })).toMatchObject(expected)
  })

  it('when the password is changed, which then stays', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const body = { ...common, password_actual: PASSWORD }
    expect(await t.call('PUT', `/api/actualizar-contrasena/${id}`, { token, body })).toMatchObject(expected)
    expect((await t.call('POST', '/api/loginalumno', { body: { email: correo, password: PASSWORD } })).status).toBe(200)
  })

  it('with a reset link, which stays usable', async () => {
    const { createResetLink } = await import('./recovery.ts')
    const { id, correo } = await aPerson(t.deps.db)
    const link = await createResetLink(t.deps.db, correo)
    const put = (password: string) =>
      t.call('PUT', `/api/actualizar-contrasena/${id}`, {
        body: { token: link?.token, password, password_confirmation: password },
      })
    expect(await put('Password123')).toMatchObject(expected)
    expect((await put('Otra-clave-88')).status).toBe(200)
  })
})
