import { describe, expect, it } from 'vitest'
import { createResetLink } from '../src/features/accounts/accounts.ts'
import { aPerson, PASSWORD } from './builders.ts'
import { useApp } from './harness.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'
import { startCopies } from './races.copies.ts'

const t = useApp()

/** Everything that a request may carry and a log must not keep. */
async function goThrough(ask: Awaited<ReturnType<typeof startCopies>>['ask']) {
  const person = await aPerson(t.deps.db, { correo: 'secreta-kanari@prueba.pe', numero_documento: '71717171' })
  const newcomer = { ...aNewcomer(), correo: 'nueva-kanari@prueba.pe', numero_documento: '72727272' }
  const login = await ask('POST', '/loginalumno', { body: { email: person.correo, password: PASSWORD } })
  const wrong = 'Clave-equivocada-kanari'
  await ask('POST', '/loginalumno', { body: { email: person.correo, password: wrong } })
  const made = await ask('POST', '/auth/register', { body: newcomer })
  await ask('POST', '/recuperar-contrasena', { body: { email: person.correo } })
  const link = await createResetLink(t.deps.db, person.correo)
  const { token } = login.body
  const feed = await ask('POST', '/calendario/suscripcion', { token })
  const secret = /calendario\/([\w-]{43})/.exec(feed.body.data.url)?.[1] ?? ''
  // Answers no JSON: what it says is not looked at.
  await ask('GET', `/calendario/${secret}.ics`).catch(() => null)
  const sheet = { ...aSheet(), correo: 'hoja-kanari@prueba.pe', numero_documento: '73737373' }
  const complaint = await ask('POST', '/reclamos', { body: sheet })
  const clave = /reclamos\/([0-9a-f-]{36})/.exec(complaint.body.data.pdf)?.[1] ?? ''
  await ask('GET', `/reclamos/${clave}/pdf`).catch(() => null)
  await ask('GET', `/usuarios/${person.id}?token=${token}&correo=${person.correo}`, { token })
  // A statement that fails with the mail, the document and the hash among its values.
  await t.database.sql.unsafe(
    `CREATE FUNCTION falla() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''falla''; END'`,
  )
  await t.database.sql`CREATE TRIGGER falla BEFORE INSERT ON usuarios FOR EACH ROW EXECUTE FUNCTION falla()`
  const fails = await ask('POST', '/auth/register', { body: { ...newcomer, correo: 'falla-kanari@prueba.pe' } })
  const reset = { token: link?.token, password: wrong, password_confirmation: wrong }
  await ask('PUT', `/actualizar-contrasena/${person.id}`, { body: reset })
  return {
    secrets: [token, made.body.token, link?.token, secret, clave, PASSWORD, wrong],
    statuses: [login.status, made.status, fails.status],
  }
}

describe('the log', () => {
  it('keeps no token, password, mail or document, not even of a statement that fails', {
    timeout: 60_000,
  }, async () => {
    const copies = await startCopies(t, { LOG_LEVEL: 'trace' })
    const { secrets, statuses } = await goThrough(copies.ask)
    // Outside production a mail is a file, and its line is how a developer opens its link (platform/mail.ts).
    const said = (await copies.stop())
      .split('\n')
      .filter((line) => !line.includes('"msg":"correo para '))
      .join('\n')
    expect(statuses).toEqual([200, 201, 500])
    // It did keep the requests and the failure.
    expect(said).toContain('/api/loginalumno')
    expect(said).toContain('Failed query')
    const kept = [...secrets, 'kanari@prueba.pe', '71717171', '72727272', '73737373', '$argon2'].filter(
      (secret) => secret === undefined || secret === '' || said.includes(secret),
    )
    expect(kept).toEqual([])
  })
})
