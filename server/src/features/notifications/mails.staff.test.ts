import { randomUUID } from 'node:crypto'
import { shortNumber } from '@campus/contract/order-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { createJobs } from '../../platform/jobs.ts'

const t = useApp()
const G = '/api/gestion/correos'

let admin: string
let student: number

beforeEach(async () => {
  await t.database.sql`DELETE FROM notificaciones`
  admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  student = (
    await aPerson(t.deps.db, { nombres: 'Ana', apellidos: 'Rojas', correo: `ana.rojas.${Date.now()}@prueba.pe` })
  ).id
})

async function aMail(correo: string, rechazos = 0, usuario = student): Promise<number> {
  const [made] = await t.database
    .sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave, correo, intentos, rechazos)
    VALUES (${usuario}, 'Otro', 'Tu examen está calificado.', gen_random_uuid()::text, ${correo}, 50, ${rechazos}) RETURNING id`
  return Number(made?.id)
}
const list = async (token = admin) => (await t.call('GET', G, { token })).body.data
const retry = (what: string, token = admin) => t.call('POST', `${G}${what}/reintentar`, { token, body: {} })
const stateOf = async (id: number) =>
  (await t.database.sql`SELECT correo, intentos, rechazos FROM notificaciones WHERE id = ${id}`)[0]
const counted = async (token: string) =>
  (await t.call('GET', '/api/gestion/bandeja', { token })).body.data.correos_fallidos

const AGAIN = { correo: 'pendiente', intentos: 0, rechazos: 0 }

describe('mails that were given up', () => {
  it('are listed with a masked address and the cause, the newest first', async () => {
    const [away, refused] = [await aMail('fallido'), await aMail('fallido', 8)]
    await aMail('enviado')
    const { data, total } = await list()
    expect([total, await counted(admin)]).toEqual([2, 2])
    expect(data).toMatchObject([
      { id: refused, nombre: 'Ana Rojas', correo: 'a•••@prueba.pe', causa: 'rechazado' },
      { id: away, asunto: 'Tu examen está calificado.', causa: 'sin_servidor' },
    ])
  })

  it('are sent again, one or all of the brand, and once by two at the same moment', async () => {
    const [one, other, sent] = [await aMail('fallido', 8), await aMail('fallido'), await aMail('enviado')]
    const foreigner = await aPerson(t.deps.db, { id_cliente: 1 })
    const foreign = await aMail('fallido', 0, foreigner.id)
    const both = await Promise.all([retry(`/${one}`), retry(`/${one}`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect([await stateOf(one), (await stateOf(other))?.correo]).toEqual([AGAIN, 'fallido'])
    expect((await retry('')).body.data).toEqual({ correos: 1 })
    expect((await retry('')).body.data).toEqual({ correos: 0 })
    expect([await stateOf(other), (await stateOf(sent))?.correo, (await stateOf(foreign))?.correo]).toEqual([
      AGAIN,
      'enviado',
      'fallido',
    ])
    expect((await retry(`/${foreign}`)).status).toBe(404)
  })

  it('go 1,000 at a time', async () => {
    await t.database.sql`INSERT INTO notificaciones (id_usuario, tipo, mensaje, clave, correo)
      SELECT ${student}::bigint, 'Otro', 'Hola', 'm' || n, 'fallido' FROM generate_series(1, 1001) n`
    expect([(await retry('')).body.data, (await retry('')).body.data]).toEqual([{ correos: 1000 }, { correos: 1 }])
  })

  it('are the business of those who run the academy', async () => {
    const support = await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
    expect([(await t.call('GET', G, { token: support })).status, await counted(support)]).toEqual([403, null])
  })
})

const shop = shopping(t)
const QUEUES = ['correo-orden', 'correo-invitacion', 'correo-soporte']
const refusal = Object.assign(new Error('550 No such user'), { code: 'EENVELOPE', responseCode: 550 })

/** Lets the mails that wait fail for good. */
async function giveUp(...errors: Error[]): Promise<void> {
  const { sql } = t.database
  await sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = ANY (${QUEUES})`
  const waiting = async () =>
    (await sql`SELECT id FROM pgboss.job WHERE name = ANY (${QUEUES}) AND state < 'completed'`).length
  const worker = createJobs(String(t.deps.config.databaseUrl), () => undefined)
  for (const [at, queue] of QUEUES.entries())
    worker.define(queue, async () => {
      throw errors[at] ?? new Error('connect ECONNREFUSED')
    })
  await worker.start()
  await expect.poll(waiting).toBe(0)
  await worker.stop()
}

const others = async (token = admin) => (await t.call('GET', `${G}/otros`, { token })).body.data

describe('other mails that were given up', () => {
  it('of orders, invitations and support are listed for their brand, and sent again, one or all', async () => {
    const invited = { nombres: 'Luz', apellidos: 'Paz', correo: `luz-${randomUUID()}@prueba.pe`, roles: ['caja'] }
    const invitation = await t.call('POST', '/api/gestion/equipo', {
      token: admin,
      body: { ...invited, password: PASSWORD },
    })
    expect(invitation.status).toBe(201)
    const foreign = await aPerson(t.deps.db, { id_cliente: 1, tipo_cliente: 'Administrador' })
    const stranger = await t.tokenOf(foreign.id)
    await t.call('POST', '/api/enviar-soporte', { token: stranger, body: { mensaje: 'Un mensaje de otra marca' } })
    const before = await counted(admin)
    await giveUp(new Error(), refusal)
    const { total, correos } = await others()
    expect([total, await counted(admin)]).toEqual([1, before + 1])
    expect(correos).toEqual([
      {
        ...{ id: expect.any(String), nombre: 'Luz Paz', correo: 'l•••@prueba.pe', asunto: 'Invitación al equipo' },
        ...{ fecha: expect.any(String), causa: 'rechazado' },
      },
    ])
    const [theirs] = (await others(stranger)).correos
    expect(theirs).toMatchObject({ nombre: null, asunto: expect.stringMatching(/^Soporte N\.º \d+, a la academia$/) })
    expect(theirs.causa).toBe('sin_servidor')

    expect((await retry(`/otros/${theirs.id}`)).status).toBe(404)
    const both = await Promise.all([retry(`/otros/${correos[0].id}`), retry(`/otros/${correos[0].id}`)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    await t.deps.jobs.drain()
    expect(t.outbox.some(({ to }) => to === invited.correo)).toBe(true)
    expect([(await others()).total, (await others(stranger)).total]).toEqual([0, 1])
    expect((await retry('', stranger)).body.data).toEqual({ correos: 1 })
    expect((await others(stranger)).total).toBe(0)
    expect((await t.call('GET', `${G}/otros`, { token: await t.tokenOf(student) })).status).toBe(403)
  })

  it('are counted alone where there are more than 500', async () => {
    await t.database.sql`INSERT INTO pgboss.job (name, data, source_name)
      SELECT 'fallidos', '{"id":0,"_correo":{"marca":3,"usuario":null,"asunto":"Orden"}}', 'correo-orden' FROM generate_series(1, 501)`
    const token = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 3, tipo_cliente: 'Administrador' })).id)
    expect(await others(token)).toEqual({ total: 501, correos: [] })
    expect((await retry('', token)).body.data).toEqual({ correos: 501 })
    expect(await others(token)).toEqual({ total: 0, correos: [] })
  })

  it('carry their buyer and order, which reach no letter', async () => {
    const { person, token, ids } = await shop.scene()
    const { orden } = (await shop.buy(token, ids)).body
    await shop.act(orden, 'aprobar')
    await shop.settle()
    const [job] = await t.database.sql`SELECT data -> '_correo' AS correo FROM pgboss.job
      WHERE name = 'correo-orden' AND data -> '_correo' ->> 'usuario' = ${String(person.id)}`
    expect(job?.correo).toEqual({ marca: 2, usuario: person.id, asunto: `Orden ${shortNumber(orden)}` })
    expect(t.outbox.some(({ to }) => to === person.correo)).toBe(true)
  })
})
