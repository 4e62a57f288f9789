import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../../../src/app/app.ts'
import { createConnections } from '../../../src/platform/connections/connections.ts'
import { aCourse, anEnrolment, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { changedMeanwhile } from '../../../test/waiting.ts'
import { createInvitation } from './invitations.ts'
import { createResetLink } from './recovery.ts'
import { createVerificationLink } from './verification.ts'

const t = useApp()

beforeEach(() => t.database.sql`DELETE FROM limites`)

const DEAD = { status: 422, body: { mensaje: 'El enlace no es válido o ha caducado.' } }
const NEW_PASSWORD = 'Otra-clave-larga-7'

const aMail = () => `${randomUUID()}@prueba.pe`

const support = async (id_cliente = 2) => {
  const { id } = await aPerson(t.deps.db, { roles: ['soporte'], nombres: 'Rosa', apellidos: 'Salas', id_cliente })
  return { id, token: await t.tokenOf(id) }
}

const ask = (token: string, id: number, correo: string, motivo = 'Ya no usa el de antes.') =>
  t.call('POST', `/api/gestion/alumnos/${id}/correo`, { token, body: { correo, motivo } })
const cancel = (token: string, id: number) => t.call('DELETE', `/api/gestion/alumnos/${id}/correo`, { token })
const resend = (token: string, id: number) => t.call('POST', `/api/gestion/alumnos/${id}/correo/reenviar`, { token })
const read = (id: number, token: string) => t.call('GET', `/api/verificar-correo/${id}?token=${token}`)
const confirm = (id: number, token: string) => t.call('POST', `/api/verificar-correo/${id}`, { body: { token } })
const login = (correo: string, password = PASSWORD) =>
  t.call('POST', '/api/loginalumno', { body: { email: correo, password } })
const page = async (token: string, id: number) =>
  (await t.call('GET', `/api/gestion/alumnos/${id}`, { token })).body.data

const lettersTo = async (correo: string) => {
  await t.deps.jobs.drain()
  return t.outbox.filter(({ to }) => to === correo)
}
const linkIn = (text = '') => /\/(?:verificar-correo|restablecer)\/\d+\?token=([\w-]+)/.exec(text)?.[1] ?? ''
/** The token of the newest link that was mailed. */
const mailed = async (correo: string) => linkIn((await lettersTo(correo)).findLast(({ text }) => linkIn(text))?.text)

/** A student whose mail is about to be another. */
async function aChange() {
  const staff = await support()
  const student = await aPerson(t.deps.db)
  const correo = aMail()
  expect((await ask(staff.token, student.id, correo)).status).toBe(200)
  return { staff, student, correo, link: await mailed(correo) }
}

const rowOf = async (id: number) => {
  const [row] = await t.database.sql`SELECT correo, correo_verificado_en IS NOT NULL AS confirmado, nombres, apellidos,
    falta_nombre, version FROM usuarios WHERE id = ${id}`
  return row
}
const linksOf = async (id: number) =>
  (
    await t.database
      .sql`SELECT (SELECT count(*)::int FROM restablecimientos WHERE id_usuario = ${id} AND usado_en IS NULL)
      + (SELECT count(*)::int FROM verificaciones_correo WHERE id_usuario = ${id}) AS n`
  )[0]?.n

describe('another mail for an account with a password', () => {
  it('stays pending until its link is used, and then lets in alone', async () => {
    const { token } = await support()
    const student = await aPerson(t.deps.db)
    const session = await t.tokenOf(student.id)
    const correo = aMail()
    const asked = await ask(token, student.id, correo.toUpperCase())
    expect([asked.status, asked.body.data]).toEqual([200, { estado: 'pendiente', correo }])
    expect(await page(token, student.id)).toMatchObject({ correo: student.correo, correo_pendiente: correo })
    const link = await mailed(correo)
    expect((await login(student.correo)).status).toBe(200)

    // As often as a mail scanner opens it.
    for (let n = 0; n < 2; n++) expect((await read(student.id, link)).body.data).toEqual({ correo })
    expect((await login(correo)).status).toBe(401)

    expect(await confirm(student.id, link)).toMatchObject({ status: 200 })
    expect((await login(correo)).body.user).toMatchObject({ id: student.id, correo, correo_verificado: true })
    expect((await login(student.correo)).status).toBe(401)
    expect((await t.call('GET', `/api/usuarios/${student.id}`, { token: session })).body.data.correo).toBe(correo)
    expect(await page(token, student.id)).toMatchObject({ correo, correo_pendiente: null })
    expect(await confirm(student.id, link)).toMatchObject(DEAD)
    expect(await read(student.id, link)).toMatchObject(DEAD)
  })

  it('is told to the old one twice, without a link or the new one', async () => {
    await t.database.sql`UPDATE clientes SET correo = 'academia@prueba.pe' WHERE id = 2`
    const { student, correo, link } = await aChange()
    const before = await lettersTo(student.correo)
    expect(before.map(({ subject }) => subject)).toEqual(['Pidieron cambiar tu correo en Marca 2'])
    await confirm(student.id, link)
    const letters = await lettersTo(student.correo)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Pidieron cambiar tu correo en Marca 2',
      'Tu correo en Marca 2 cambió',
    ])
    for (const { text, html, replyTo } of letters) {
      expect(replyTo).toBe('academia@prueba.pe')
      for (const part of [text, html]) {
        expect(part).not.toContain(correo)
        expect(part).not.toContain('token=')
        expect(part).toContain('escríbenos')
      }
    }
    expect((await lettersTo(correo)).map(({ subject }) => subject)).toEqual(['Confirma tu correo nuevo en Marca 2'])
  })

  it('is replaced by a newer one, sent again, cancelled, and ends after 72 hours', async () => {
    const { staff, student, correo, link } = await aChange()
    const other = aMail()
    await ask(staff.token, student.id, other)
    expect(await confirm(student.id, link)).toMatchObject(DEAD)
    const first = await mailed(other)
    expect((await resend(staff.token, student.id)).status).toBe(200)
    const second = await mailed(other)
    expect(second).not.toBe(first)
    expect(await confirm(student.id, first)).toMatchObject(DEAD)
    expect((await read(student.id, second)).status).toBe(200)

    expect((await cancel(staff.token, student.id)).status).toBe(200)
    expect(await confirm(student.id, second)).toMatchObject(DEAD)
    for (const answer of [await cancel(staff.token, student.id), await resend(staff.token, student.id)])
      expect(answer).toMatchObject({ status: 404, body: { mensaje: 'Ese cambio de correo ya no está pendiente.' } })

    await ask(staff.token, student.id, correo)
    const last = await mailed(correo)
    const hours = (n: number) =>
      t.database
        .sql`UPDATE verificaciones_correo SET expira_en = expira_en - make_interval(hours => ${n}) WHERE id_usuario = ${student.id}`
    await hours(71)
    expect((await read(student.id, last)).status).toBe(200)
    await hours(1)
    expect(await confirm(student.id, last)).toMatchObject(DEAD)
    expect((await page(staff.token, student.id)).correo_pendiente).toBeNull()
    expect((await rowOf(student.id))?.correo).toBe(student.correo)
  })

  it('and the confirmation of the mail that stands do not end one another; a change ends all', async () => {
    const staff = await support()
    const student = await aPerson(t.deps.db, { correo_verificado_en: null })
    const correo = aMail()
    await ask(staff.token, student.id, correo)
    const change = await mailed(correo)
    const ordinary = (await createVerificationLink(t.deps.db, student.id))?.token ?? ''
    expect((await read(student.id, ordinary)).body.data).toEqual({ correo: null })
    expect((await confirm(student.id, ordinary)).status).toBe(200)
    expect(await rowOf(student.id)).toMatchObject({ correo: student.correo, confirmado: true })
    expect((await read(student.id, change)).status).toBe(200)

    const recovery = await createResetLink(t.deps.db, student.correo)
    await t.database.sql`INSERT INTO verificaciones_correo (hash, id_usuario, expira_en)
      VALUES (${Buffer.from(randomUUID())}, ${student.id}, now() + interval '1 hour')`
    await t.call('POST', `/api/gestion/usuarios/${student.id}/enlace`, { token: staff.token, body: {} })
    expect((await confirm(student.id, change)).status).toBe(200)
    expect(await linksOf(student.id)).toBe(0)
    expect((await t.call('GET', `/api/restablecer/${student.id}?token=${recovery?.token}`)).status).toBe(422)
  })

  it('is shown to those who care for the account alone', async () => {
    const { student, correo, staff } = await aChange()
    const teacher = await aPerson(t.deps.db, { roles: ['docente'] })
    const course = await aCourse(t.deps.db, { teacher: teacher.id })
    await anEnrolment(t.deps.db, student.id, course.id)
    const token = await t.tokenOf(teacher.id)
    expect(await page(token, student.id)).toMatchObject({ correo: student.correo, correo_pendiente: null })
    expect((await page(staff.token, student.id)).correo_pendiente).toBe(correo)
  })

  it('leaves the name that was taken from the mail, and who asks for it', async () => {
    const { token } = await support()
    const student = await aPerson(t.deps.db, { falta_nombre: true, nombres: 'Anita', apellidos: 'Quispe' })
    const correo = aMail()
    await ask(token, student.id, correo)
    await confirm(student.id, await mailed(correo))
    expect(await rowOf(student.id)).toMatchObject({ correo, falta_nombre: true, nombres: 'Anita', apellidos: 'Quispe' })
  })

  it('is refused where no mail goes out, and nothing waits', async () => {
    const config = { ...t.deps.config, production: true }
    const site = await buildApp({ ...t.deps, config, connections: createConnections(config, t.deps.db) })
    onTestFinished(() => site.close())
    const { token } = await support()
    const [student, invited] = [await aPerson(t.deps.db), await aPerson(t.deps.db, { clave_propia: false })]
    const send = (id: number) =>
      site.inject({
        method: 'POST',
        url: `/api/gestion/alumnos/${id}/correo`,
        headers: { authorization: `Bearer ${token}` },
        payload: { correo: aMail(), motivo: 'Se equivocó.' },
      })
    const refused = await send(student.id)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { correo: ['Todavía no salen correos: el enlace no llegaría al correo nuevo.'] },
    ])
    expect((await page(token, student.id)).correo_pendiente).toBeNull()
    expect((await send(invited.id)).json().data.estado).toBe('cambiado')
  })
})

describe('another mail for an account that no one entered', () => {
  it('is its mail at once; links to the old one end, and an invitation confirms the new one', async () => {
    const { token } = await support()
    const student = await aPerson(t.deps.db, { clave_propia: false })
    const old = (await createInvitation(t.deps.db, { id: student.id }))?.token
    const correo = aMail()
    const answer = await ask(token, student.id, correo)
    expect(answer.body.data).toEqual({ estado: 'cambiado', correo })
    expect(await rowOf(student.id)).toMatchObject({ correo, confirmado: false })
    expect((await t.call('GET', `/api/restablecer/${student.id}?token=${old}`)).status).toBe(422)
    const link = await mailed(correo)
    expect(await lettersTo(student.correo)).toEqual([])
    const body = { token: link, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD }
    expect((await t.call('PUT', `/api/actualizar-contrasena/${student.id}`, { body })).status).toBe(200)
    expect((await login(correo, NEW_PASSWORD)).body.user).toMatchObject({ id: student.id, correo_verificado: true })
  })
})

describe('a mail that cannot be theirs', () => {
  it('is refused under its field, and those of others are counted', async () => {
    const { id: by, token } = await support()
    const [student, other] = [
      await aPerson(t.deps.db),
      await aPerson(t.deps.db, { nombres: 'Luz', apellidos: 'Rojas' }),
    ]
    const foreign = await aPerson(t.deps.db, { id_cliente: 1, nombres: 'Ajena', apellidos: 'Soto' })
    const errorOf = async (correo: string) => (await ask(token, student.id, correo)).body.errors
    expect(await errorOf(student.correo.toUpperCase())).toEqual({ correo: ['Es el correo que ya tiene.'] })
    expect(await errorOf('ana@')).toEqual({ correo: ['Escribe un correo válido.'] })
    expect(await errorOf(other.correo)).toEqual({ correo: ['Ese correo ya tiene una cuenta: la de Luz Rojas.'] })
    expect(await errorOf(foreign.correo)).toEqual({ correo: ['Ese correo ya tiene una cuenta.'] })
    const lines = await t.database.sql`SELECT detalle FROM auditoria WHERE id_usuario = ${by} AND sobre = ${student.id}`
    expect(lines.map(({ detalle }) => detalle)).toEqual(Array(2).fill({ hecho: 'correos rechazados', rechazados: 1 }))
    await t.database.sql`UPDATE limites SET cuenta = 30 WHERE regla = 'correos_ajenos_usuario'`
    await t.database.sql`DELETE FROM limites WHERE regla = 'cambiar_correo_persona'`
    expect((await ask(token, student.id, other.correo)).status).toBe(429)
    expect((await ask(token, student.id, aMail(), 'x')).body.errors).toEqual({
      motivo: ['Escribe por qué se cambia el correo.'],
    })
  })

  it('is of no student of the academy', async () => {
    const { token } = await support()
    const people = await Promise.all([
      aPerson(t.deps.db, { id_cliente: 1 }),
      aPerson(t.deps.db, { roles: ['docente'] }),
      aPerson(t.deps.db, { tipo_documento: 'Eliminado', numero_documento: null, estado: 0 }),
    ])
    for (const { id } of people)
      for (const answer of [await ask(token, id, aMail()), await cancel(token, id), await resend(token, id)])
        expect(answer.status).toBe(404)
  })

  it('is limited by who asks and for whom', async () => {
    const { token } = await support()
    const student = await aPerson(t.deps.db)
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await ask(token, student.id, aMail())).status)
    expect(statuses).toEqual([...Array(5).fill(200), 429])
  })

  it('taken until it is confirmed changes nothing, and the link says so', async () => {
    const { student, correo, link } = await aChange()
    await aPerson(t.deps.db, { correo })
    expect(await confirm(student.id, link)).toMatchObject({
      status: 422,
      body: { mensaje: 'Ese correo ya es de otra cuenta. El tuyo sigue siendo el de antes.' },
    })
    expect((await rowOf(student.id))?.correo).toBe(student.correo)
    expect((await login(student.correo)).status).toBe(200)
  })
})

describe('at once', () => {
  it('two changes to one mail: one wins, the other is told', async () => {
    for (let round = 0; round < 4; round++) {
      const { token } = await support()
      const correo = aMail()
      const pair = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
      const links: string[] = []
      for (const { id } of pair) {
        await ask(token, id, correo)
        links.push(await mailed(correo))
      }
      const answers = await Promise.all(pair.map(({ id }, at) => confirm(id, links[at] ?? '')))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(answers.find(({ status }) => status === 422)?.body.mensaje).toMatch(/^Ese correo ya es de otra cuenta/)
      expect(await t.database.sql`SELECT id FROM usuarios WHERE correo = ${correo}`).toHaveLength(1)
    }
  })

  it('a change beside the end of the account leaves no mail in it', async () => {
    for (let round = 0; round < 4; round++) {
      const { staff, student, correo, link } = await aChange()
      const body = { motivo: 'Lo pidió.' }
      const [confirmed, closed] = await Promise.all([
        confirm(student.id, link),
        t.call('POST', `/api/gestion/alumnos/${student.id}/cierre`, { token: staff.token, body }),
      ])
      expect(closed.status).toBe(200)
      expect([200, 422]).toContain(confirmed.status)
      expect((await rowOf(student.id))?.correo).toBe(`eliminada-${student.id}@eliminada.invalid`)
      expect(await linksOf(student.id)).toBe(0)
      expect((await lettersTo(confirmed.status === 200 ? correo : student.correo)).at(-1)?.subject).toBe(
        'Cerramos tu cuenta en Marca 2',
      )
    }
  })

  it('a link that is made while the mail changes does not open the account from the old one', async () => {
    const meanwhile = async <T>(person: { id: number }, start: () => Promise<T>) =>
      changedMeanwhile(t, {
        hold: sql`SELECT 1 FROM usuarios WHERE id = ${person.id} FOR UPDATE`,
        change: sql`UPDATE usuarios SET correo = ${aMail()} WHERE id = ${person.id}`,
        start,
      })
    const student = await aPerson(t.deps.db)
    expect(await meanwhile(student, () => createResetLink(t.deps.db, student.correo))).toBeNull()
    const unverified = await aPerson(t.deps.db, { correo_verificado_en: null })
    const link = await meanwhile(unverified, () => createVerificationLink(t.deps.db, unverified.id))
    expect(link?.user.correo).toBe((await rowOf(unverified.id))?.correo)
  })

  it('a change beside the first password waits for its link, as for every account with one', async () => {
    const { token } = await support()
    const student = await aPerson(t.deps.db, { clave_propia: false })
    const answer = await changedMeanwhile(t, {
      hold: sql`SELECT 1 FROM usuarios WHERE id = ${student.id} FOR UPDATE`,
      change: sql`UPDATE usuarios SET clave_propia = true WHERE id = ${student.id}`,
      start: () => ask(token, student.id, aMail()),
    })
    expect(answer.body.data.estado).toBe('pendiente')
    expect((await rowOf(student.id))?.correo).toBe(student.correo)
  })
})
