import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aDocument, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { createInvitation } from './invitations.ts'

const t = useApp()

beforeEach(() => t.database.sql`DELETE FROM limites`)

const NEW_PASSWORD = 'Otra-clave-larga-7'
const DAY_MS = 86_400_000

const staff = async (...roles: Role[]) => {
  const { id } = await aPerson(t.deps.db, { nombres: 'Rosa', apellidos: 'Salas', roles })
  return { id, token: await t.tokenOf(id) }
}

const copy = (token: string | undefined, id: number, body: object = {}) =>
  t.call('POST', `/api/gestion/usuarios/${id}/enlace`, { ...(token && { token }), body })

const tokenIn = (text = '') => /\/restablecer\/\d+\?token=([\w-]+)/.exec(text)?.[1] ?? ''

/** The token of a new copied link. */
async function copied(token: string, id: number, body?: object): Promise<string> {
  const answer = await copy(token, id, body)
  expect(answer.status).toBe(200)
  return tokenIn(answer.body.data.url)
}

const use = (id: number, token: string) =>
  t.call('PUT', `/api/actualizar-contrasena/${id}`, {
    body: { token, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  })

const isLive = async (id: number, token: string) =>
  (await t.call('GET', `/api/restablecer/${id}?token=${token}`)).status === 200

const login = (correo: string, password: string) =>
  t.call('POST', '/api/loginalumno', { body: { email: correo, password } })

const lettersTo = (correo: string) => t.outbox.filter(({ to }) => to === correo)

/** The token of the newest link that was mailed. */
async function mailed(correo: string): Promise<string> {
  await t.deps.jobs.drain()
  return (
    lettersTo(correo)
      .map(({ text }) => tokenIn(text))
      .findLast(Boolean) ?? ''
  )
}

/** A student whose account a cashier made with a sale. */
async function anInvited() {
  const cashier = await staff('caja')
  const course = await aCourse(t.deps.db)
  const correo = `luis-${randomUUID()}@prueba.pe`
  const persona = { nombres: 'Luis', apellidos: 'Quispe', correo }
  const body = aSale({ medio: 'efectivo', operacion: null, persona, cursos: [course.id] })
  const sell = () => t.call('POST', '/api/gestion/ventas', { token: cashier.token, body })
  const sale = (await sell()).body.data
  return { id: sale.id_usuario as number, correo, cashier, sale, sellAgain: sell }
}

describe('the link of a student without a password', () => {
  it('lasts 14 days beside the mailed one, and sets the password without confirming the mail', async () => {
    const { id, correo, cashier, sale, sellAgain } = await anInvited()
    expect(sale.invitada).toBe(true)
    const letter = await mailed(correo)
    const { status, headers, body } = await copy(cashier.token, id)
    expect([status, body.data]).toEqual([
      200,
      {
        url: expect.stringMatching(
          new RegExp(`^http://campus.test/restablecer/${id}\\?token=[\\w-]{43}&marca=marca-2$`),
        ),
        tipo: 'invitacion',
        vence: expect.any(String),
      },
    ])
    expect(headers['cache-control']).toBe('no-store')
    expect(Date.parse(body.data.vence) - Date.now()).toBeGreaterThan(13.9 * DAY_MS)
    expect(Date.parse(body.data.vence) - Date.now()).toBeLessThan(14.1 * DAY_MS)
    const [first, second] = [tokenIn(body.data.url), await copied(cashier.token, id)]
    for (const token of [letter, first, second]) expect(await isLive(id, token)).toBe(true)

    expect((await use(id, first)).status).toBe(200)
    for (const token of [letter, first, second]) expect(await isLive(id, token)).toBe(false)
    expect((await login(correo, NEW_PASSWORD)).body.user).toMatchObject({ id, correo_verificado: false })
    expect((await sellAgain()).body.data.invitada).toBe(false)
    await t.deps.jobs.drain()
    expect(lettersTo(correo).map(({ subject }) => subject)).not.toContain(
      'Hicieron un enlace para cambiar tu contraseña',
    )
  })

  it('leaves the mailed one, whose use confirms the mail', async () => {
    const { id, correo, cashier } = await anInvited()
    const letter = await mailed(correo)
    const other = await copied(cashier.token, id)
    expect((await use(id, letter)).status).toBe(200)
    expect(await isLive(id, other)).toBe(false)
    expect((await login(correo, NEW_PASSWORD)).body.user.correo_verificado).toBe(true)
  })

  it('that is used before the invitation leaves makes it needless', async () => {
    const { id, correo, cashier } = await anInvited()
    expect((await use(id, await copied(cashier.token, id))).status).toBe(200)
    expect(await mailed(correo)).toBe('')
  })

  it('outlives a recovery that was asked for, and a mail of the invitation that is sent later', async () => {
    const { id, correo, cashier } = await anInvited()
    const link = await copied(cashier.token, id)
    const letter = await mailed(correo)
    const resent = (await createInvitation(t.deps.db, { id }))?.token ?? ''
    for (const token of [link, letter, resent]) expect(await isLive(id, token)).toBe(true)
    await t.call('POST', '/api/recuperar-contrasena', { body: { email: correo } })
    const recovery = await mailed(correo)
    await t.call('POST', '/api/recuperar-contrasena', { body: { email: correo } })
    const newer = await mailed(correo)
    const live = await Promise.all([link, letter, recovery, newer].map((token) => isLive(id, token)))
    expect(live).toEqual([true, true, false, true])
  })

  it('ends when the account is disabled, and does not come back with it', async () => {
    const admin = await staff('marca')
    const invited = await aPerson(t.deps.db, { roles: ['caja'], clave_propia: false })
    const link = await copied(admin.token, invited.id, { password: PASSWORD })
    for (const [version, estado] of ['inactivo', 'activo'].entries()) {
      const body = { roles: ['caja'], estado, version: version + 1, password: PASSWORD }
      await t.call('PUT', `/api/gestion/equipo/${invited.id}`, { token: admin.token, body })
    }
    expect((await use(invited.id, link)).body.code).toBe('ENLACE_INVALIDO')
    expect((await use(invited.id, await mailed(invited.correo))).status).toBe(200)
  })

  it('is no longer an invitation once they chose a password; who registered never had one', async () => {
    const { id, correo } = await anInvited()
    const support = await staff('soporte')
    expect((await use(id, await mailed(correo))).status).toBe(200)
    expect((await copy(support.token, id)).body.data.tipo).toBe('restablecer')

    const own = { nombres: 'Ana', apellidos: 'Paz', correo: `${randomUUID()}@prueba.pe`, numero_documento: aDocument() }
    const passwords = { password: PASSWORD, password_confirmation: PASSWORD }
    const { user } = (await t.call('POST', '/api/auth/register', { body: { ...own, ...passwords } })).body
    expect((await copy(support.token, user.id)).body.data.tipo).toBe('restablecer')
    expect(user.correo_verificado).toBe(false)
    expect((await use(user.id, await copied(support.token, user.id))).status).toBe(200)
    expect((await login(own.correo, NEW_PASSWORD)).body.user.correo_verificado).toBe(false)
  })
})

describe('the link of a student with a password', () => {
  it('lasts 24 hours, ends older copied ones alone, and the password serves until it is used', async () => {
    const student = await aPerson(t.deps.db)
    const { token } = await staff('soporte')
    await t.call('POST', '/api/recuperar-contrasena', { body: { email: student.correo } })
    const recovery = await mailed(student.correo)
    const first = await copied(token, student.id)
    const { data } = (await copy(token, student.id)).body
    expect(data.tipo).toBe('restablecer')
    expect(Date.parse(data.vence) - Date.now()).toBeGreaterThan(0.9 * DAY_MS)
    expect(Date.parse(data.vence) - Date.now()).toBeLessThan(1.1 * DAY_MS)
    const second = tokenIn(data.url)
    const live = () => Promise.all([recovery, first, second].map((one) => isLive(student.id, one)))
    expect(await live()).toEqual([true, false, true])
    await t.call('POST', '/api/recuperar-contrasena', { body: { email: student.correo } })
    await t.deps.jobs.drain()
    expect(await live()).toEqual([false, false, true])

    expect((await login(student.correo, PASSWORD)).status).toBe(200)
    expect((await use(student.id, second)).status).toBe(200)
    expect((await login(student.correo, PASSWORD)).status).toBe(401)
    expect((await login(student.correo, NEW_PASSWORD)).status).toBe(200)
  })

  it('is told to its owner by name, without the link, and ends with a change of the password', async () => {
    const student = await aPerson(t.deps.db, { nombres: 'Luis' })
    const { token } = await staff('soporte')
    const link = await copied(token, student.id)
    await t.deps.jobs.drain()
    const [letter, ...others] = lettersTo(student.correo)
    expect(others).toEqual([])
    expect(letter?.subject).toBe('Hicieron un enlace para cambiar tu contraseña')
    expect(letter?.text).toMatch(
      /Rosa Salas, de Marca 2, hizo un enlace para que elijas otra contraseña\. Sirve una sola vez, hasta el \d+ de [a-z]+ a las \d\d:\d\d\./,
    )
    expect(letter?.text).toContain('http://campus.test/login?vista=recuperar&marca=marca-2')
    expect(`${letter?.text} ${letter?.html}`).not.toMatch(/restablecer|token=/)
    await t.call('PUT', `/api/actualizar-contrasena/${student.id}`, {
      token: await t.tokenOf(student.id),
      body: { password_actual: PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
    })
    expect(await isLive(student.id, link)).toBe(false)
  })

  it('is not mailed of to an account that was closed meanwhile', async () => {
    const student = await aPerson(t.deps.db)
    await copied((await staff('soporte')).token, student.id)
    await t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${student.id}`
    await t.deps.jobs.drain()
    expect(lettersTo(student.correo)).toEqual([])
  })
})

describe('who may copy a link', () => {
  const EACH: [Role[], invited: number, student: number][] = [
    [['caja'], 200, 403],
    [['soporte'], 200, 200],
    [['marca'], 200, 200],
    [['plataforma'], 200, 200],
    [['docente'], 403, 403],
  ]
  it.each(EACH)('%j: %i of who has no password, %i of who has one', async (roles, ofInvited, ofStudent) => {
    const { token } = await staff(...roles)
    const invited = await aPerson(t.deps.db, { clave_propia: false })
    const student = await aPerson(t.deps.db)
    expect((await copy(token, invited.id)).status).toBe(ofInvited)
    expect((await copy(token, student.id)).status).toBe(ofStudent)
  })

  it('is no student and no guest', async () => {
    const [one, other] = [await aPerson(t.deps.db), await aPerson(t.deps.db, { clave_propia: false })]
    expect((await copy(await t.tokenOf(one.id), other.id)).status).toBe(403)
    expect((await copy(undefined, other.id)).status).toBe(401)
  })

  it('finds no account of another brand, and none that is closed', async () => {
    const { token } = await staff('plataforma')
    const closed = await aPerson(t.deps.db, { estado: 0, clave_propia: false })
    const foreign = await aPerson(t.deps.db, { id_cliente: 1, clave_propia: false })
    const left = await aPerson(t.deps.db, { estado: 0, roles: ['caja'] })
    for (const id of [closed.id, foreign.id, left.id, 987_654_321]) expect((await copy(token, id)).status).toBe(404)
    // Who may copy none does not learn which there are.
    expect((await copy((await staff('docente')).token, 987_654_321)).status).toBe(403)
  })

  it('for a member of the staff has `academia`, and types their own password', async () => {
    const admin = await staff('marca')
    const colleague = await aPerson(t.deps.db, { roles: ['caja'] })
    const invited = await aPerson(t.deps.db, { roles: ['docente'], clave_propia: false })
    for (const { id } of [colleague, invited]) {
      for (const roles of [['soporte'], ['caja'], ['docente']] as Role[][])
        expect((await copy((await staff(...roles)).token, id, { password: PASSWORD })).body.code).toBe('SIN_PERMISO')
      const missing = await copy(admin.token, id)
      expect([missing.status, missing.body.errors]).toEqual([
        422,
        { password: ['Escribe tu contraseña para continuar.'] },
      ])
      const wrong = await copy(admin.token, id, { password: 'no-es-esta' })
      expect([wrong.status, wrong.body.errors]).toEqual([422, { password: ['La contraseña no es correcta.'] }])
    }
    const links = await t.database
      .sql`SELECT 1 FROM restablecimientos WHERE id_usuario IN (${colleague.id}, ${invited.id})`
    expect(links).toHaveLength(0)
    expect((await copy(admin.token, invited.id, { password: PASSWORD })).body.data.tipo).toBe('invitacion')
    expect((await use(colleague.id, await copied(admin.token, colleague.id, { password: PASSWORD }))).status).toBe(200)
    await t.deps.jobs.drain()
    expect(
      lettersTo(colleague.correo)
        .map(({ text }) => text)
        .join(),
    ).toContain('Rosa Salas, de Marca 2, hizo')
  })

  it('never copies their own, nor a platform administrator’s without being one', async () => {
    const [admin, platform] = [await staff('marca'), await staff('plataforma')]
    expect((await copy(admin.token, admin.id, { password: PASSWORD })).body.code).toBe('SIN_PERMISO')
    expect((await copy(platform.token, platform.id, { password: PASSWORD })).body.code).toBe('SIN_PERMISO')
    expect((await copy(admin.token, platform.id, { password: PASSWORD })).body.code).toBe('SIN_PERMISO')
    const other = await staff('plataforma')
    expect((await copy(platform.token, other.id, { password: PASSWORD })).status).toBe(200)
  })

  it('does it 30 times an hour, and 10 a day of one person', async () => {
    const { id, token } = await staff('soporte')
    const student = await aPerson(t.deps.db)
    for (let n = 0; n < 10; n++) expect((await copy(token, student.id)).status).toBe(200)
    expect((await copy((await staff('soporte')).token, student.id)).status).toBe(429)
    await t.database.sql`UPDATE limites SET cuenta = 30 WHERE regla = 'copiar_enlace_usuario' AND clave = ${String(id)}`
    expect((await copy(token, (await aPerson(t.deps.db)).id)).status).toBe(429)
  })

  it('leaves a line of each, and of a refused one none', async () => {
    const { id, token } = await staff('soporte')
    const [student, invited] = [await aPerson(t.deps.db), await aPerson(t.deps.db, { clave_propia: false })]
    await copy(token, student.id)
    await copy(token, invited.id)
    await copy(token, (await aPerson(t.deps.db, { roles: ['caja'] })).id)
    const lines = await t.database.sql`SELECT sobre, objeto, detalle FROM auditoria WHERE id_usuario = ${id}
      AND accion = 'gestion' ORDER BY id`
    expect(lines).toEqual([
      {
        ...{ sobre: student.id, objeto: `enlace:${student.id}` },
        detalle: { hecho: 'enlace copiado', tipo: 'restablecer' },
      },
      {
        ...{ sobre: invited.id, objeto: `enlace:${invited.id}` },
        detalle: { hecho: 'enlace copiado', tipo: 'invitacion' },
      },
    ])
  })
})

describe('at once', () => {
  const liveOf = (id: number) =>
    t.database.sql`SELECT tipo FROM restablecimientos WHERE id_usuario = ${id} AND usado_en IS NULL`

  it('copies of one account with a password leave one link', async () => {
    const student = await aPerson(t.deps.db)
    const { token } = await staff('soporte')
    const answers = await Promise.all(Array.from({ length: 6 }, () => copy(token, student.id)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(await liveOf(student.id)).toHaveLength(1)
  })

  it('a copy beside a use of another leaves no invitation to an account with a password', async () => {
    for (let round = 0; round < 6; round++) {
      const invited = await aPerson(t.deps.db, { clave_propia: false })
      const { token } = await staff('caja')
      const first = await copied(token, invited.id)
      const [used, again] = await Promise.all([use(invited.id, first), copy(token, invited.id)])
      expect(used.status).toBe(200)
      // A cashier copies for who has no password alone; what was copied before the use ended with it.
      expect([200, 403]).toContain(again.status)
      expect(await liveOf(invited.id)).toEqual([])
    }
  })

  it('a copy finds what the account became while it waited', async () => {
    const { token } = await staff('caja')
    const meanwhile = async (change: (id: number) => ReturnType<typeof sql>) => {
      const { id } = await aPerson(t.deps.db, { clave_propia: false })
      return changedMeanwhile(t, {
        hold: sql`SELECT 1 FROM usuarios WHERE id = ${id} FOR UPDATE`,
        change: change(id),
        start: () => copy(token, id),
      })
    }
    expect((await meanwhile((id) => sql`UPDATE usuarios SET clave_propia = true WHERE id = ${id}`)).status).toBe(403)
    const promoted = (id: number) => sql`INSERT INTO roles_personal (id_usuario, rol) VALUES (${id}, 'caja')`
    expect((await meanwhile(promoted)).status).toBe(403)
    expect((await meanwhile((id) => sql`UPDATE usuarios SET estado = 0 WHERE id = ${id}`)).status).toBe(404)
  })

  it('a copy beside a change of roles or the end of an account opens neither', async () => {
    for (const estado of ['activo', 'inactivo'])
      for (let round = 0; round < 3; round++) {
        const [admin, colleague] = [await staff('marca'), await staff('caja')]
        const body = { roles: ['soporte'], estado, version: 1, password: PASSWORD }
        const [changed, link] = await Promise.all([
          t.call('PUT', `/api/gestion/equipo/${colleague.id}`, { token: admin.token, body }),
          copy(admin.token, colleague.id, { password: PASSWORD }),
        ])
        expect(changed.status).toBe(200)
        expect([200, 404]).toContain(link.status)
        // The one that was copied first ended; one that was copied afterwards is of the account as it is now.
        if (estado === 'inactivo') expect(await liveOf(colleague.id)).toEqual([])
      }
  })
})
