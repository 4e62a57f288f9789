import { once } from 'node:events'
import { chmodSync, readFileSync, realpathSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createResetLink } from '../src/features/accounts/recovery.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres/embedded.ts'
import { aPerson, PASSWORD } from './builders.ts'
import { freePort } from './free-port.ts'
import { useApp } from './harness.ts'
import { asking } from './long/asking.ts'
import { aFolder, startProgram } from './long/program.ts'
import { tokensOf } from './long/writers.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'
import { startCopies } from './races.copies.ts'
import { withSql } from './sql.ts'

const t = useApp()

/** A failing statement: a constraint rejects this mail. */
beforeAll(async () => {
  await t.database.sql.unsafe(`
    CREATE FUNCTION falla() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''falla''; END';
    CREATE TRIGGER falla BEFORE INSERT ON usuarios FOR EACH ROW WHEN (NEW.correo LIKE 'falla-%') EXECUTE FUNCTION falla();
    CREATE TRIGGER falla BEFORE INSERT ON reclamos FOR EACH ROW WHEN (NEW.correo LIKE 'falla-%') EXECUTE FUNCTION falla()`)
})

/** Secrets of requests that must not be logged. */
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
  // Not JSON; the response is irrelevant.
  await ask('GET', `/calendario/${secret}.ics`).catch(() => null)
  const sheet = { ...aSheet(), correo: 'hoja-kanari@prueba.pe', numero_documento: '73737373' }
  const complaint = await ask('POST', '/reclamos', { body: sheet })
  const clave = /reclamos\/([0-9a-f-]{36})/.exec(complaint.body.data.pdf)?.[1] ?? ''
  await ask('GET', `/reclamos/${clave}/pdf`).catch(() => null)
  await ask('GET', `/usuarios/${person.id}?token=${token}&correo=${person.correo}`, { token })
  // The failing values include mail, document and hash.
  const failing = { ...newcomer, correo: 'falla-kanari@prueba.pe', numero_documento: '74747474' }
  const fails = await ask('POST', '/auth/register', { body: failing })
  const boss = await t.tokenOf((await aPerson(t.deps.db, { roles: ['plataforma', 'marca'] })).id)
  const keys = {
    access_token: 'APP_USR-kanari-0017',
    webhook_secret: 'avisos-kanari-0017',
    version: 0,
    password: PASSWORD,
  }
  await ask('PUT', '/gestion/conexiones/mercadopago', { token: boss, body: keys })
  const server = {
    servidor: '127.0.0.1',
    puerto: 1,
    usuario: 'yo',
    clave: 'correo-kanari-0017',
    remitente: 'yo@prueba.pe',
  }
  const refused = await ask('PUT', '/gestion/conexiones/correo', {
    token: boss,
    body: { ...server, version: 0, password: PASSWORD },
  })
  const reset = { token: link?.token, password: wrong, password_confirmation: wrong }
  await ask('PUT', `/actualizar-contrasena/${person.id}`, { body: reset })
  return {
    secrets: [
      ...[token, made.body.token, link?.token, secret, clave, PASSWORD, wrong],
      ...[boss, keys.access_token, keys.webhook_secret, server.clave],
    ],
    statuses: [login.status, made.status, fails.status, refused.status],
  }
}

const FORGED = '{"level":60,"time":1,"pid":1,"msg":"falsificada"}'
const ESCAPES = '\u001b[2J\u001b]0;falsificada\u0007\u009b31m\u2028\u0085'

async function sendRaw(origin: string, request: string): Promise<void> {
  const { hostname, port } = new URL(origin)
  const socket = connect(Number(port), hostname)
  // A refusal is fine: only the log matters.
  socket.on('error', () => undefined).resume()
  socket.end(Buffer.from(request, 'latin1'))
  await once(socket, 'close')
}

async function forge({ ask, origins }: Awaited<ReturnType<typeof startCopies>>): Promise<void> {
  const text = `x\n${FORGED}\r\n${ESCAPES}`
  const headers = { 'user-agent': `x","level":60,"msg":"falsificada ${FORGED}`, 'x-request-id': 'falsificada' }
  const forwarded = { 'x-forwarded-for': FORGED, 'x-forwarded-host': 'falsificada', host: 'falsificada' }
  await ask('GET', `/cursos/1%0a${encodeURIComponent(text)}`, { headers })
  await ask('GET', `/nada/${encodeURIComponent(`","msg":"falsificada`)}?q=${encodeURIComponent(text)}`, {
    headers: forwarded,
  })
  await ask('POST', '/loginalumno', { body: { email: text, password: text }, headers })
  await ask('POST', '/loginalumno', { body: { email: `a${ESCAPES}@prueba.pe`, password: text }, headers })
  await ask('POST', '/csp-report', {
    body: [{ type: text, body: { documentURL: text, blockedURL: text, effectiveDirective: `script-src ${text}` } }],
    headers: { 'content-type': 'application/reports+json' },
  })
  // The log line of a failure, with a stack.
  const fails = await ask('POST', '/reclamos', {
    body: { ...aSheet(), correo: 'falla-otra@prueba.pe', detalle: `No abre ${ESCAPES}` },
  })
  expect(fails.status).toBe(500)
  for (const origin of origins) {
    await sendRaw(origin, `GET /api/salud?${ESCAPES} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await sendRaw(origin, `GET /api/\u009b31m\u0085 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
    await sendRaw(
      origin,
      `GET /api/salud HTTP/1.1\r\nHost: x\r\nX-Request-Id: a\n${FORGED}\r\nConnection: close\r\n\r\n`,
    )
    await sendRaw(origin, `${FORGED}\n${FORGED}\r\n\r\n`)
  }
}

async function copiesWith(settings: Record<string, string>) {
  const copies = await startCopies(t, settings)
  onTestFinished(async () => void (await copies.stop()))
  return copies
}

describe('the log', () => {
  it('of the embedded PostgreSQL has slow queries without their values', {
    timeout: 180_000,
  }, async () => {
    const dataDir = aFolder()
    chmodSync(dataDir, 0o755)
    const program = startProgram({ port: await freePort(), env: { DATA_DIR: dataDir, SLOW_QUERY_MS: '200' } })
    await program.ready()
    const server = await startEmbeddedPostgres({ dataDir })
    const [token = ''] = await tokensOf(server.url('campus'), 1)
    await withSql(server.url('campus'), (sql) =>
      sql.unsafe(`
        CREATE FUNCTION tarda() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.3); RETURN NEW; END';
        CREATE TRIGGER tarda BEFORE INSERT ON tickets_soporte FOR EACH ROW EXECUTE FUNCTION tarda()`),
    )
    await server.stop()
    await asking(program.url, token)('POST', '/enviar-soporte', { mensaje: 'Un mensaje que nadie debe leer' })
    expect(await program.stop()).toBe(0)
    const said = readFileSync(join(realpathSync(join(dataDir, 'postgres')), 'postgres.log'), 'utf8')
    expect(said).toMatch(/duration: \d{3,}\.\d+ ms .*insert into "tickets_soporte"/)
    expect(said).not.toContain('Un mensaje que nadie')
    expect(program.log()).not.toContain('Un mensaje que nadie')
  })

  it('has no tokens, passwords, mails or documents, even for failing statements', {
    timeout: 180_000,
  }, async () => {
    const copies = await copiesWith({ LOG_LEVEL: 'trace', MERCADOPAGO_API_URL: 'http://127.0.0.1:1' })
    const { secrets, statuses } = await goThrough(copies.ask)
    // Outside production mails are files, and the log line shows their link (platform/mail.ts).
    const said = (await copies.stop())
      .split('\n')
      .filter((line) => !line.includes('"msg":"correo para '))
      .join('\n')
    expect(statuses).toEqual([200, 201, 500, 422])
    // Requests and failure were logged.
    expect(said).toContain('/api/loginalumno')
    expect(said).toContain('Failed query')
    const leaked = [...secrets, 'kanari@prueba.pe', '71717171', '72727272', '73737373', '74747474', '$argon2'].filter(
      (secret) => secret === undefined || secret === '' || said.includes(secret),
    )
    expect(leaked).toEqual([])
  })

  it('cannot be forged: every line is one JSON object, whatever the path, headers or body', {
    timeout: 180_000,
  }, async () => {
    const copies = await copiesWith({ LOG_LEVEL: 'trace' })
    await forge(copies)
    const lines = (await copies.stop()).split('\n').filter(Boolean)
    const read = lines.map((line) => {
      try {
        return JSON.parse(line)
      } catch {
        return line
      }
    })
    expect(read.filter((line) => typeof line !== 'object' || !(line.pid > 0) || line.msg === 'falsificada')).toEqual([])
    expect(read.filter(({ reqId, level }) => String(reqId).includes('falsificad') || level === 60)).toEqual([])
    // Requests were logged, harmlessly.
    expect(lines.filter((line) => line.includes('/api/cursos/1%0a')).length).toBe(1)
    expect(lines.filter((line) => line.includes('Failed query')).length).toBe(1)
    // No escapes or control characters, including C1 and line separators.
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    expect(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(line))).toEqual([])
  })
})
