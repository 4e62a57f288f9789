import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sumDays } from '../src/features/orders/money-sums.ts'
import { makeSandboxPayment } from '../src/features/orders/sandbox.ts'
import { aCourse, aPerson, limaDay } from './builders.ts'
import { aClass, answered, answeredOnly, aStudent, countIn, ofThose, type Race, together } from './races.track.ts'
import { aSale } from './sales.ts'

const WITH_NUMBER = `SELECT count(*) AS n FROM movimientos WHERE medio = 'yape' AND operacion = $1`
const PAID = `SELECT count(*) AS n FROM ordenes WHERE id_usuario = $1 AND estado = 'pagada'`
const LIVE = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND estado = 'activa'`

/** Sales by staff: many with one number, one form sent again and again, and one beside the gateway's payment of the same course. */
export const sales: Race = async (track) => {
  const { t, copies, parallel } = track
  const tokens = await Promise.all(
    [1, 2].map(async () => t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)),
  )
  const course = await aCourse(t.deps.db)
  const cursos = [course.id]
  const rivals = await aClass(track, parallel)
  const [repeated, shopper] = [await aStudent(track), await aStudent(track)]
  const operacion = randomUUID().slice(0, 12).toUpperCase().replaceAll('-', '')
  const again = aSale({ id_usuario: repeated.id, cursos })
  const body = { items: [{ id: course.id }] }
  const ordered = await copies.ask('POST', '/mercadopago/preference', { token: shopper.token, body })
  const numero: string = ordered.body.orden
  await makeSandboxPayment(t.deps.db, numero, 'approved')
  const sell = (sale: object, n = 0) =>
    copies.ask('POST', '/gestion/ventas', { token: tokens[n % 2] ?? '', body: aSale(sale) })
  const replies = await together(parallel, (n) => {
    if (n % 4 < 2) return sell({ id_usuario: rivals[n]?.id, cursos, operacion }, n)
    if (n % 4 === 2) return sell(again)
    if (n % 8 === 3) return sell({ id_usuario: shopper.id, cursos }, n)
    return copies.ask('GET', `/mercadopago/verificar-pago?orden=${numero}`, { token: shopper.token })
  })
  const numbered = ofThose(replies, (n) => n % 4 < 2)
  answered(numbered, { 200: 1, '409 OPERACION_REPETIDA': numbered.length - 1 })
  const tries = ofThose(replies, (n) => n % 4 === 2)
  answered(tries, { 200: tries.length })
  answeredOnly(
    ofThose(replies, (n) => n % 4 === 3),
    ['200', '409 YA_MATRICULADO'],
  )
  const sold = ofThose(replies, (n) => n % 8 === 3).filter(({ status }) => status === 200).length
  return {
    'sales with the number': { met: await countIn(track, WITH_NUMBER, [operacion]), due: 1 },
    'sales of one form': { met: await countIn(track, PAID, [repeated.id]), due: 1 },
    'answers of one form': { met: new Set(tries.map((reply) => reply.body.data.numero)).size, due: 1 },
    'orders paid beside the gateway': { met: await countIn(track, PAID, [shopper.id]), due: 1 + Math.min(sold, 1) },
    'sales beside the gateway': { met: Math.max(sold, 1), due: 1 },
    'live places beside the gateway': { met: await countIn(track, LIVE, [shopper.id]), due: 1 },
  }
}

const NOT_SUMMED = `SELECT count(*) AS n FROM dias_de_dinero WHERE NOT sumado AND dia < $1`

/** Sales that staff register with the two days before this one, which are summed meanwhile. */
export const lateSales: Race = async (track) => {
  const { t, copies, parallel } = track
  const token = await t.tokenOf((await aPerson(t.deps.db, { roles: ['caja'] })).id)
  const cursos = [(await aCourse(t.deps.db)).id]
  const buyers = await aClass(track, parallel)
  let selling = true
  const summing = [1, 2].map(async () => {
    while (selling) {
      await sumDays(t.deps.db)
      await sleep(100)
    }
  })
  const replies = await together(parallel, (n) => {
    const cash = { medio: 'efectivo', operacion: null, dia: limaDay(-1 - (n % 2)) } as const
    return copies.ask('POST', '/gestion/ventas', { token, body: aSale({ id_usuario: buyers[n]?.id, cursos, ...cash }) })
  }).finally(() => (selling = false))
  await Promise.all(summing)
  answered(replies, { 200: parallel })
  await sumDays(t.deps.db)
  return { 'days that are over and not summed': { met: await countIn(track, NOT_SUMMED, [limaDay()]), due: 0 } }
}

const CLOSED = `SELECT count(*) AS n FROM caja_movimientos WHERE id_personal = $1 AND id_cierre IS NOT NULL`
const HELD = `SELECT count(*) AS n FROM movimientos WHERE id_personal = $1`
const UNTRUE = `SELECT count(*) AS n FROM cierres_de_caja c WHERE c.id_personal = $1 AND c.esperado_centimos <>
  (SELECT sum(m.centimos) FROM caja_movimientos k JOIN movimientos m ON m.id = k.id_movimiento WHERE k.id_cierre = c.id)`

/** A till that is closed again and again, also by one form sent twice, beside the sales of the same person. */
export const tills: Race = async (track) => {
  const { t, copies, parallel } = track
  const { id } = await aPerson(t.deps.db, { roles: ['caja'] })
  const token = await t.tokenOf(id)
  const cursos = [(await aCourse(t.deps.db)).id]
  const buyers = await aClass(track, parallel)
  const cash = { medio: 'efectivo', operacion: null } as const
  const close = async (envio: string) => {
    const { efectivo } = (await copies.ask('GET', '/gestion/caja', { token })).body.data
    const body = { esperado: efectivo, contado: Math.max(0, efectivo), envio }
    return copies.ask('POST', '/gestion/caja/cierres', { token, body })
  }
  const again = randomUUID()
  const replies = await together(parallel, (n) =>
    n % 2 === 0
      ? copies.ask('POST', '/gestion/ventas', { token, body: aSale({ id_usuario: buyers[n]?.id, cursos, ...cash }) })
      : close(n % 4 === 1 ? again : randomUUID()),
  )
  const sold = ofThose(replies, (n) => n % 2 === 0)
  answered(sold, { 200: sold.length })
  answeredOnly(
    ofThose(replies, (n) => n % 2 === 1),
    ['200', '422 DATOS_INVALIDOS'],
  )
  const last = await close(randomUUID())
  if (last.status !== 200) answeredOnly([last], ['422 DATOS_INVALIDOS'])
  return {
    'movements that a closing has': { met: await countIn(track, CLOSED, [id]), due: sold.length },
    'movements of the person': { met: await countIn(track, HELD, [id]), due: sold.length },
    'closings that expect another sum than their movements': { met: await countIn(track, UNTRUE, [id]), due: 0 },
  }
}
