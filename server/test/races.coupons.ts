import { makeSandboxPayment } from '../src/features/orders/sandbox.ts'
import { aCourse, aPerson } from './builders.ts'
import { letHoldsEnd, makeCoupon } from './coupons.ts'
import { aClass, answered, answeredOnly, countIn, ofThose, type Race, together } from './races.track.ts'
import { aSale } from './sales.ts'

const USED = 'SELECT count(*) AS n FROM cupon_usos WHERE id_cupon = $1 AND usado_en IS NOT NULL'
const HELD = 'SELECT count(*) AS n FROM cupon_usos WHERE id_cupon = $1 AND usado_en IS NULL AND retenido_hasta > now()'
const OVER = 'SELECT count(*) AS n FROM cupon_usos WHERE id_cupon = $1 AND de_mas'

type Reply = { body: { orden: string; cupon: { valido: boolean } | null } }
const withIt = (replies: Reply[]) => replies.filter(({ body }) => body.cupon?.valido)

/** Buyers, and staff who sell, at the last three uses of a coupon; then what lapsed is taken by others and paid late. */
export const lastUses: Race = async (track) => {
  const { t, copies, parallel } = track
  const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const course = await aCourse(t.deps.db)
  const { id, codigo } = await makeCoupon(t, admin, { usos: 3, porcentaje: 20 })
  const [first, second] = [await aClass(track, parallel), await aClass(track, parallel)]
  const buy = (token: string | undefined) =>
    copies.ask('POST', '/mercadopago/preference', {
      token: token ?? '',
      body: { items: [{ id: course.id }], cupon: codigo },
    })
  const sell = (buyer: number | undefined) =>
    copies.ask('POST', '/gestion/ventas', {
      token: admin,
      body: aSale({ id_usuario: buyer, cursos: [course.id], cupon: codigo, total: 119.2 }),
    })
  const replies = await together(parallel, (n) => (n % 4 === 3 ? sell(first[n]?.id) : buy(first[n]?.token)))
  const bought = ofThose(replies, (n) => n % 4 !== 3)
  const sold = ofThose(replies, (n) => n % 4 === 3)
  answered(bought, { 200: bought.length })
  answeredOnly(sold, ['200', '422 DATOS_INVALIDOS'])
  const sales = sold.filter(({ status }) => status === 200).length
  const early = withIt(bought)
  const begun = { held: await countIn(track, HELD, [id]), used: await countIn(track, USED, [id]) }
  await letHoldsEnd(t, id)
  const later = withIt(await together(parallel, (n) => buy(second[n]?.token)))
  // All of them are paid, each told by both processes at once.
  const orders = [...early, ...later].map(({ body }) => body.orden)
  for (const orden of orders) await makeSandboxPayment(t.deps.db, orden, 'approved')
  const owners = new Map(
    [...replies.map((reply, n) => [reply.body.orden, first[n]?.token] as const)].filter(
      ([orden]) => orden !== undefined,
    ),
  )
  const rest = await t.database.sql<{ numero: string; id_usuario: string }[]>`
    SELECT numero, id_usuario FROM ordenes WHERE numero = ANY (${orders}::uuid[])`
  const tokens = new Map(
    rest.map(({ numero, id_usuario }) => [numero, second.find((one) => one.id === Number(id_usuario))?.token]),
  )
  answered(
    await together(orders.length * 2, (n) => {
      const numero = orders[n % orders.length] ?? ''
      const token = tokens.get(numero) ?? owners.get(numero) ?? ''
      return copies.ask('GET', `/mercadopago/verificar-pago?orden=${numero}`, { token })
    }),
    { 200: orders.length * 2 },
  )
  return {
    'uses that were given at first': { met: sales + early.length, due: 3 },
    'sold at once': { met: begun.used, due: sales },
    'held at first': { met: begun.held, due: early.length },
    'taken over from what lapsed': { met: later.length, due: 3 - sales },
    'paid in all': { met: await countIn(track, USED, [id]), due: sales + orders.length },
    'paid beyond the limit': { met: await countIn(track, OVER, [id]), due: sales + orders.length - 3 },
  }
}

/** Many people with one code that serves once. */
export const oneUse: Race = async (track) => {
  const { t, copies, parallel } = track
  const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const course = await aCourse(t.deps.db)
  const { id } = await makeCoupon(t, admin, { codigo: null, porcentaje: 100 })
  const made = await t.call('POST', `/api/gestion/cupones/${id}/codigos`, { token: admin, body: { cantidad: 1 } })
  if (made.status !== 200) throw new Error(`the code was answered ${made.status}`)
  const listed = await t.call('GET', `/api/gestion/cupones/${id}/codigos`, { token: admin })
  const cupon: string = listed.body.data.data[0].codigo
  const buyers = await aClass(track, parallel)
  const body = { items: [{ id: course.id }], cupon }
  const replies = await together(parallel, (n) =>
    copies.ask('POST', '/mercadopago/preference', { token: buyers[n]?.token ?? '', body }),
  )
  answered(replies, { 200: parallel })
  return {
    'free enrolments of one code': { met: withIt(replies).length, due: 1 },
    'its uses': { met: await countIn(track, USED, [id]), due: 1 },
  }
}
