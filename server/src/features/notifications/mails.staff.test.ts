import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

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
      SELECT ${student}::int, 'Otro', 'Hola', 'm' || n, 'fallido' FROM generate_series(1, 1001) n`
    expect([(await retry('')).body.data, (await retry('')).body.data]).toEqual([{ correos: 1000 }, { correos: 1 }])
  })

  it('are the business of those who run the academy', async () => {
    const support = await t.tokenOf((await aPerson(t.deps.db, { roles: ['soporte'] })).id)
    expect([(await t.call('GET', G, { token: support })).status, await counted(support)]).toEqual([403, null])
  })
})
