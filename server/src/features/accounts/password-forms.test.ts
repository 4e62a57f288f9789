import { hash } from '@node-rs/argon2'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aNewcomer } from '../../../test/matrix.bodies.ts'
import { createResetLink } from './recovery.ts'

const t = useApp()
beforeAll(() => aBrand(t.deps.db, 2))

const COMPOSED = 'Cigüeña-volando-47'
const FORMS = { composed: COMPOSED, decomposed: COMPOSED.normalize('NFD') }
const PAIRS = [
  ['composed', 'decomposed'],
  ['decomposed', 'composed'],
] as const

const login = async (email: string, password: string) =>
  (await t.call('POST', '/api/loginalumno', { body: { email, password } })).status

const twice = (password: string) => ({ password, password_confirmation: password })

describe('a password with accents', () => {
  it.each(PAIRS)('%s at registration is right in both forms', async (typed) => {
    const body = { ...aNewcomer(), ...twice(FORMS[typed]) }
    expect((await t.call('POST', '/api/auth/register', { body })).status).toBe(201)
    for (const form of Object.values(FORMS)) expect(await login(body.correo, form)).toBe(200)
    expect(await login(body.correo, 'Ciguena-volando-47')).toBe(401)
  })

  it.each(PAIRS)('that was stored %s before goes on working in both forms', async (typed) => {
    const { correo } = await aPerson(t.deps.db, { password_hash: await hash(FORMS[typed]) })
    for (const form of Object.values(FORMS)) expect(await login(correo, form)).toBe(200)
  })

  it.each(PAIRS)('chosen %s in the profile is right %s, also to delete the account', async (typed, other) => {
    const { id, correo } = await aPerson(t.deps.db)
    const form = new FormData()
    for (const [name, value] of Object.entries({ _method: 'PUT', password_actual: PASSWORD, ...twice(FORMS[typed]) }))
      form.append(name, value)
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const body = Buffer.from(await encoded.arrayBuffer())
    const token = await t.tokenOf(id)
    expect((await t.call('POST', `/api/usuarios/${id}`, { token, headers, body })).status).toBe(200)
    expect(await login(correo, FORMS[other])).toBe(200)
    const again = await t.tokenOf(id)
    const gone = await t.call('DELETE', `/api/usuarios/${id}`, { token: again, body: { password: FORMS[other] } })
    expect(gone.status).toBe(200)
  })

  it.each(PAIRS)('set %s by a mailed link is right in both forms', async (typed) => {
    const { id, correo } = await aPerson(t.deps.db)
    const link = await createResetLink(t.deps.db, correo)
    const body = { token: link?.token, ...twice(FORMS[typed]) }
    expect((await t.call('PUT', `/api/actualizar-contrasena/${id}`, { body })).status).toBe(200)
    for (const form of Object.values(FORMS)) expect(await login(correo, form)).toBe(200)
  })

  it.each(PAIRS)('confirmed in the other form than %s is the same', async (typed, other) => {
    const body = { ...aNewcomer(), password: FORMS[typed], password_confirmation: FORMS[other] }
    expect((await t.call('POST', '/api/auth/register', { body })).status).toBe(201)
  })

  it('counts its letters once in both forms', async () => {
    const body = { ...aNewcomer(), ...twice('áéíóúüñ'.normalize('NFD')) }
    const { status, body: answer } = await t.call('POST', '/api/auth/register', { body })
    expect([status, Object.keys(answer.errors)]).toEqual([422, ['password']])
  })
})
