import { beforeEach, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { act, buy, notices, order, enrolledIn, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

/** A paid order of 149 + 89 soles whose first course is asked back. */
async function asked() {
  const made = await scene(2, { lessons: 10 })
  await t.database.sql`UPDATE cursos SET costo_centimos = 8900 WHERE id = ${made.ids[1] ?? 0}`
  const { orden } = (await buy(made.token, made.ids)).body as { orden: string }
  await act(orden, 'aprobar')
  await settle()
  const admin = await t.tokenOf((await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })).id)
  const ask = (cursos = made.ids.slice(0, 1)) =>
    t.call('POST', `/api/ordenes/${orden}/devolucion`, { token: made.token, body: { cursos } })
  const decide = async (resultado: 'devuelta' | 'negada', cursos = made.ids.slice(0, 1)) => {
    const respuesta = 'El curso se dictó completo.'
    const body = { resultado, cursos, ...(resultado === 'negada' && { respuesta }) }
    expect((await t.call('PUT', `/api/ordenes/${orden}/devolucion`, { token: admin, body })).status).toBe(200)
  }
  const [{ id_pago = '' } = {}] = await t.database
    .sql`SELECT p.id_pago FROM pagos p JOIN ordenes o ON o.id = p.id_orden WHERE o.numero = ${orden}`
  /** The gateway has given back `soles` in all, of one payment of 238. */
  const gateway = (soles: number) =>
    applyPayment(t.deps.db, t.deps.jobs, sandbox(t.deps.db, t.deps.config), {
      ...{ id: id_pago, reference: orden, status: soles < 238 ? ('approved' as const) : ('refunded' as const) },
      ...{ detail: soles < 238 ? 'partially_refunded' : null, amountCentimos: 23_800, refundedCentimos: soles * 100 },
      ...{ currency: 'PEN', live: false },
    })
  /** The amounts that the buyer read of, in notices and in mails. */
  const told = async () => {
    await settle()
    const amounts = (texts: string[]) => texts.flatMap((text) => /evolvimos S\/ ([\d.]+)/.exec(text)?.[1] ?? [])
    const mails = t.outbox.filter(({ to }) => to === made.person.correo).map(({ text }) => text)
    const read = (await notices(made.person.id)).map(({ mensaje }) => mensaje)
    expect(amounts(mails).sort()).toEqual(amounts(read).sort())
    return amounts(mails)
  }
  const back = async () => (await order(made.token, orden)).devuelto
  const warned = async () =>
    (
      await t.database
        .sql`SELECT n.mensaje FROM notificaciones n WHERE n.ruta = ${`/gestion/ordenes/${orden}`} AND n.mensaje LIKE 'Una devolución parcial%'`
    ).map(({ mensaje }) => String(mensaje))
  await ask()
  return { ...made, orden, admin, ask, decide, gateway, told, back, warned }
}
type Asked = Awaited<ReturnType<typeof asked>>

it.each<[string, (one: Asked) => Promise<unknown>[], string[], number]>([
  ['the gateway, then staff', (one) => [one.gateway(149).then(() => one.decide('devuelta'))], ['149.00'], 149],
  ['staff, then the gateway', (one) => [one.decide('devuelta').then(() => one.gateway(149))], ['149.00'], 149],
  ['both at once', (one) => [one.decide('devuelta'), one.gateway(149)], ['149.00'], 149],
])('one refund is told once: %s', async (_, act, amounts, devuelto) => {
  const one = await asked()
  await Promise.all(act(one))
  await one.gateway(149)
  expect([await one.told(), await one.back()]).toEqual([amounts, devuelto])
  expect(await enrolledIn(one.token, one.person.id)).toBe(1)
})

it('in parts: each is told, or none after the staff’s word', async () => {
  const first = await asked()
  for (const soles of [100, 149]) await first.gateway(soles)
  await first.decide('devuelta')
  expect(await first.told()).toEqual(['100.00', '49.00'])
  const second = await asked()
  await second.decide('devuelta')
  await second.gateway(100)
  expect([await second.told(), await second.back()]).toEqual([['149.00'], 149])
  // Staff said more than the gateway has given back so far.
  expect(new Set(await second.warned())).toEqual(new Set([expect.stringContaining('faltan S/ 49.00')]))
  await second.gateway(149)
  expect([await second.told(), await second.back()]).toEqual([['149.00'], 149])
  expect((await second.warned()).filter((text) => !text.includes('faltan'))).toEqual([])
})

it('of another amount: the difference alone', async () => {
  const less = await asked()
  await less.gateway(100)
  const listed = await t.call('GET', '/api/ordenes/devoluciones?per_page=50', { token: less.admin })
  expect(listed.body.data.data.find(({ numero }: { numero: string }) => numero === less.orden).ya_devuelto).toBe(100)
  await less.decide('devuelta')
  expect([await less.told(), await less.back()]).toEqual([['100.00', '49.00'], 149])
  const mail = t.outbox.findLast(({ to }) => to === less.person.correo)
  expect(mail?.text).toMatch(/Ya te habíamos devuelto:? +-S\/ 100\.00/)
  const more = await asked()
  await more.decide('devuelta')
  await more.gateway(189)
  expect([await more.told(), await more.back()]).toEqual([['149.00', '40.00'], 189])
})

it('of the whole order after one course: the rest, once', async () => {
  const one = await asked()
  await one.decide('devuelta')
  await one.gateway(238)
  expect([await one.told(), await one.back()]).toEqual([['149.00', '89.00'], 238])
  const two = await asked()
  await two.ask(two.ids)
  await two.decide('devuelta', two.ids)
  await two.gateway(238)
  expect([await two.told(), (await order(two.token, two.orden)).estado]).toEqual([['238.00'], 'reembolsada'])
})

it('that no one asked for is told as it is, and answers no later request', async () => {
  const one = await asked()
  await one.decide('negada')
  await one.gateway(40)
  await one.ask(one.ids.slice(1))
  await one.decide('devuelta', one.ids.slice(1))
  expect(await one.told()).toEqual(['40.00', '89.00'])
  await one.gateway(129)
  expect([await one.told(), await one.back()]).toEqual([['40.00', '89.00'], 129])
})
