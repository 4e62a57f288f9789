import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { aBrand, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aNewcomer } from '../../../test/matrix.bodies.ts'
import { createResetLink } from './recovery.ts'
import { createVerificationLink } from './verification.ts'

const t = useApp()
const REFUSED = { status: 422, body: { mensaje: 'El enlace no es válido o ha caducado.' } }

async function register() {
  await aBrand(t.deps.db, 2)
  const body = aNewcomer()
  const answer = await t.call('POST', '/api/auth/register', { body })
  return { body, id: answer.body.user.id as number, token: answer.body.token as string, user: answer.body.user }
}

const verified = async (id: number, token: string) =>
  (await t.call('GET', `/api/usuarios/${id}`, { token })).body.data.correo_verificado

describe('the mail of a new account', () => {
  it('is verified by the link of a mail, once, and nothing waits for it', async () => {
    const { id, token, user } = await register()
    expect(user.correo_verificado).toBe(false)
    const [row] = (
      await t.deps.db.execute(
        sql`SELECT count(*)::int AS n FROM pgboss.job WHERE name = 'correo-verificacion' AND data->>'id' = ${String(id)}`,
      )
    ).rows
    expect(row).toMatchObject({ n: 1 })
    expect((await t.call('GET', '/api/inicio', { token })).status).toBe(200)
    const link = await createVerificationLink(t.deps.db, id)
    const other = await aPerson(t.deps.db)
    expect(await t.call('POST', `/api/verificar-correo/${other.id}`, { body: { token: link?.token } })).toMatchObject(
      REFUSED,
    )
    const opened = await t.call('POST', `/api/verificar-correo/${id}`, { body: { token: link?.token } })
    expect(opened).toMatchObject({ status: 200, body: { mensaje: 'Correo confirmado.' } })
    expect(await verified(id, token)).toBe(true)
    expect(await t.call('POST', `/api/verificar-correo/${id}`, { body: { token: link?.token } })).toMatchObject(REFUSED)
    expect(await createVerificationLink(t.deps.db, id)).toBeNull()
    const again = await t.call('POST', '/api/verificar-correo', { token })
    expect(again).toMatchObject({ status: 200, body: { mensaje: 'Tu correo ya está confirmado.' } })
  })

  it('a newer link ends the older one, and both expire', async () => {
    const { id, token } = await register()
    const older = await createVerificationLink(t.deps.db, id)
    const newer = await createVerificationLink(t.deps.db, id)
    expect(await t.call('POST', `/api/verificar-correo/${id}`, { body: { token: older?.token } })).toMatchObject(
      REFUSED,
    )
    await t.deps.db.execute(
      sql`UPDATE verificaciones_correo SET expira_en = now() - interval '1 second' WHERE id_usuario = ${id}`,
    )
    expect(await t.call('POST', `/api/verificar-correo/${id}`, { body: { token: newer?.token } })).toMatchObject(
      REFUSED,
    )
    expect(await verified(id, token)).toBe(false)
  })

  it('is sent again at most three times an hour', async () => {
    const { token } = await register()
    for (let n = 0; n < 3; n++) expect((await t.call('POST', '/api/verificar-correo', { token })).status).toBe(200)
    const refused = await t.call('POST', '/api/verificar-correo', { token })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('what registration tells', () => {
  it('names every error at once: mail, document and password', async () => {
    const { body } = await register()
    const answer = await t.call('POST', '/api/auth/register', {
      body: { ...body, password: 'password123', password_confirmation: 'password123' },
    })
    expect(answer).toMatchObject({
      status: 422,
      body: {
        errors: {
          numero_documento: ['Ya existe una cuenta con este DNI.'],
          correo: ['Ya existe una cuenta con este correo.'],
          password: ['Elige una contraseña menos común: esta es de las primeras que se prueban.'],
        },
      },
    })
  })

  it('asks for the second password when it is empty', async () => {
    const answer = await t.call('POST', '/api/auth/register', { body: { ...aNewcomer(), password_confirmation: '' } })
    expect(answer.body.errors).toEqual({ password_confirmation: ['Repite tu contraseña.'] })
  })
})

describe('GET /api/restablecer/{id}', () => {
  it('tells a live link from a dead one without using it up', async () => {
    const { id, correo } = await aPerson(t.deps.db)
    const link = await createResetLink(t.deps.db, correo)
    const ask = (token: string) => t.call('GET', `/api/restablecer/${id}?token=${token}`)
    for (let n = 0; n < 2; n++) expect((await ask(link?.token ?? '')).status).toBe(200)
    // As a mail program that takes the end of the sentence along opens it.
    expect((await ask(`${link?.token}%3E.`)).status).toBe(200)
    expect(await ask('otro')).toMatchObject(REFUSED)
    await t.deps.db.execute(
      sql`UPDATE restablecimientos SET expira_en = now() - interval '1 second' WHERE id_usuario = ${id}`,
    )
    expect(await ask(link?.token ?? '')).toMatchObject(REFUSED)
  })
})
