import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { enrol } from '../src/features/learning/learning.ts'
import {
  changeSandboxPayment,
  makeSandboxPayment,
  sandboxSecret,
  signNotification,
} from '../src/features/orders/sandbox.ts'
import { aCourse, anEnrolment, aPerson, limaDay } from './builders.ts'
import { enrolmentOf } from './enrolments.ts'
import { answered, answeredOnly, aStudent, countIn, ofThose, type Race, type Track, together } from './races.track.ts'

type Buyer = { id: number; token: string }

const forSale = ({ t }: Track) => aCourse(t.deps.db, { nombre: 'En venta' })

export async function anOrder({ copies }: Track, { token }: Buyer, ids: number[]): Promise<string> {
  const body = { items: ids.map((id) => ({ id })) }
  return (await copies.ask('POST', '/mercadopago/preference', { token, body })).body.orden
}

/** Verification by the buyer, which queries the gateway; throttled to 30 in five minutes. */
export const verify = ({ copies }: Track, { token }: Buyer, numero: string) =>
  copies.ask('GET', `/mercadopago/verificar-pago?orden=${numero}`, { token })

export const LIVE = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND id_curso = ANY($2) AND estado = 'activa'
  AND coalesce(fecha_vencimiento >= (now() AT TIME ZONE 'America/Lima')::date, true)`
const PLACES = 'SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1'
const IN_STATE = 'SELECT count(*) AS n FROM ordenes WHERE id_usuario = $1 AND estado = $2'

const PAYMENT_JOBS = ['pago-evento', 'pasarela-de-prueba-aviso']
const WAITING = `SELECT count(*)::int AS n FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
  AND name = ANY($1) AND start_after <= now()`

/** Runs jobs besides the instances until no payment job, and none of these, is left. */
export async function settle({ t }: Track, more: string[] = []): Promise<void> {
  const waiting = async () => {
    await t.deps.jobs.drain()
    const [row] = await t.database.sql.unsafe(WAITING, [[...PAYMENT_JOBS, ...more]])
    return row?.n
  }
  await expect.poll(waiting, { timeout: 60_000 }).toBe(0)
}

/** Gateway notifications, with distinct request ids or one for all. */
export async function notifier({ t, copies }: Track) {
  const secret = await sandboxSecret(t.deps.db)
  return (dataId: string, requestId: string = randomUUID()) => {
    const signature = signNotification(secret, { requestId, dataId }, String(Date.now()))
    const headers = { 'x-request-id': requestId, 'x-signature': signature }
    const body = { action: 'payment.updated', type: 'payment', data: { id: dataId } }
    return copies.ask('POST', `/mercadopago/webhook?data.id=${dataId}&type=payment`, { headers, body })
  }
}

/** Two payments of an order, repeated notifications, and verifications by the buyer. */
export const webhooks: Race = async (track) => {
  const { t, parallel } = track
  const buyer = await aStudent(track)
  const course = await forSale(track)
  const numero = await anOrder(track, buyer, [course.id])
  const payments = [
    await makeSandboxPayment(t.deps.db, numero, 'approved'),
    await makeSandboxPayment(t.deps.db, numero, 'approved'),
  ]
  const tell = await notifier(track)
  const again = randomUUID()
  const replies = await together(parallel, (n) =>
    n % 5 === 4 ? verify(track, buyer, numero) : tell(payments[n % 2] ?? '', n % 4 < 2 ? randomUUID() : again),
  )
  answered(replies, { 200: parallel })
  await settle(track)
  return {
    'orders paid': { met: await countIn(track, IN_STATE, [buyer.id, 'pagada']), due: 1 },
    'live places': { met: await countIn(track, LIVE, [buyer.id, [course.id]]), due: 1 },
    places: { met: await countIn(track, PLACES, [buyer.id]), due: 1 },
  }
}

/** Concurrent checkouts of a cart create one order and one payment URL. */
export const checkout: Race = async (track) => {
  const { token } = await aStudent(track)
  const course = await forSale(track)
  const replies = await together(track.parallel, () =>
    track.copies.ask('POST', '/mercadopago/preference', { token, body: { items: [{ id: course.id, costo: 0.01 }] } }),
  )
  answered(replies, { 200: track.parallel })
  return { orders: { met: new Set(replies.map(({ body }) => body.orden)).size, due: 1 } }
}

/**
 * An ended enrolment is bought again while the files, which end it, are loaded and the student opens the lesson: one
 * active enrolment remains.
 */
export const renewals: Race = async (track) => {
  const { t, copies, parallel } = track
  const buyer = await aStudent(track)
  const course = await forSale(track)
  const numero = await anOrder(track, buyer, [course.id])
  const ended = { id_usuario: buyer.id, id_curso: course.id, fecha_vencimiento: limaDay(-1) }
  await anEnrolment(t.deps.db, buyer.id, course.id, ended)
  await makeSandboxPayment(t.deps.db, numero, 'approved')
  const body = { leccion_id: course.modulos[0]?.lecciones[0]?.id }
  const attend = () => copies.ask('POST', '/asistencia/iniciar', { token: buyer.token, body })
  const loads = Promise.all(Array.from({ length: 5 }, () => enrol(t.deps.db, [ended], { silent: true })))
  const replies = await together(parallel, (n) => (n % 2 ? attend() : verify(track, buyer, numero)))
  await loads
  const asked = ofThose(replies, (n) => n % 2 === 0)
  answered(asked, { 200: asked.length })
  answeredOnly(
    ofThose(replies, (n) => n % 2 === 1),
    ['201', '200', '403 SIN_MATRICULA'],
  )
  answeredOnly([await attend()], ['201', '200'])
  return {
    'live places': { met: await countIn(track, LIVE, [buyer.id, [course.id]]), due: 1 },
    places: { met: await countIn(track, PLACES, [buyer.id]), due: 1 },
  }
}

const ASKING = 12

/** Two orders of one course, the first paid. */
async function twoOrders(track: Track) {
  const { db } = track.t.deps
  const buyer = await aStudent(track)
  const [shared, other] = [await forSale(track), await forSale(track)]
  const orders = [await anOrder(track, buyer, [shared.id]), await anOrder(track, buyer, [other.id, shared.id])]
  const [first = '', second = ''] = orders
  await makeSandboxPayment(db, first, 'approved')
  answered([await verify(track, buyer, first)], { 200: 1 })
  await makeSandboxPayment(db, second, 'approved')
  return { buyer, first, second, courses: [shared.id, other.id] }
}

/** Of two orders of one course, one refunded while the other is paid leaves it open; two concurrent refunds close it. */
export const refunds: Race = async (track) => {
  const { db } = track.t.deps
  const [kept, gone] = [await twoOrders(track), await twoOrders(track)]
  answered([await verify(track, gone.buyer, gone.second)], { 200: 1 })
  for (const numero of [kept.first, gone.first, gone.second]) await changeSandboxPayment(db, numero, 'refunded')
  const replies = await together(4 * ASKING, (n) => {
    const { buyer, first, second } = n % 2 ? kept : gone
    return verify(track, buyer, n % 4 < 2 ? first : second)
  })
  answered(replies, { 200: 4 * ASKING })
  return {
    'enrolments still paid': { met: await countIn(track, LIVE, [kept.buyer.id, kept.courses]), due: 2 },
    'enrolments no longer paid': { met: await countIn(track, LIVE, [gone.buyer.id, gone.courses]), due: 0 },
    'orders paid': { met: await countIn(track, IN_STATE, [kept.buyer.id, 'pagada']), due: 1 },
    'orders given back': { met: await countIn(track, IN_STATE, [gone.buyer.id, 'reembolsada']), due: 2 },
  }
}

async function anAdministrator({ t }: Track): Promise<string> {
  const { id } = await aPerson(t.deps.db, { roles: ['marca'] })
  return t.tokenOf(id)
}

/**
 * The gateway and the buyer repeat a payment while the academy suspends the place that it bought: it stays suspended
 * until the academy opens it.
 */
export const suspensions: Race = async (track) => {
  const { t, copies, parallel } = track
  const [buyer, admin] = [await aStudent(track), await anAdministrator(track)]
  const course = await forSale(track)
  const numero = await anOrder(track, buyer, [course.id])
  const payment = await makeSandboxPayment(t.deps.db, numero, 'approved')
  answered([await verify(track, buyer, numero)], { 200: 1 })
  const [person] = await t.database.sql`SELECT correo FROM usuarios WHERE id = ${buyer.id}`
  const { id, version } = await enrolmentOf(t, { usuario: buyer.id, curso: course.id })
  const body = { accion: 'suspender', motivo: 'Lo pidió.', version }
  const tell = await notifier(track)
  const replies = await together(parallel, (n) => {
    if (n % 5 === 0) return copies.ask('PUT', `/gestion/matriculas/${id}`, { token: admin, body })
    return n % 5 === 1 ? verify(track, buyer, numero) : tell(payment ?? '')
  })
  const suspending = ofThose(replies, (n) => n % 5 === 0)
  answered(suspending, { 200: 1, ...(suspending.length > 1 && { '409 CAMBIO_MIENTRAS': suspending.length - 1 }) })
  answered(
    ofThose(replies, (n) => n % 5 !== 0),
    { 200: parallel - suspending.length },
  )
  await settle(track)
  const stored = `SELECT count(*) AS n FROM matriculas WHERE id_usuario = $1 AND estado = 'suspendida'`
  const live = () => countIn(track, LIVE, [buyer.id, [course.id]])
  const [meanwhile, suspended] = [await live(), await countIn(track, stored, [buyer.id])]
  const enrol = { cursos: [course.id], personas: [{ correo: person?.correo, nombres: 'Ana', apellidos: 'Paz' }] }
  answered([await copies.ask('POST', '/gestion/matriculas', { token: admin, body: enrol })], { 200: 1 })
  return {
    'live places': { met: meanwhile, due: 0 },
    'suspended places': { met: suspended, due: 1 },
    'places opened again': { met: await live(), due: 1 },
  }
}

/** Staff extend an enrolment while others suspend it: one of them is done, and everybody else is told of it. */
export const enrolmentActs: Race = async (track) => {
  const { t, copies, parallel } = track
  const [student, admin] = [await aStudent(track), await anAdministrator(track)]
  const course = await aCourse(t.deps.db)
  await anEnrolment(t.deps.db, student.id, course.id, { fecha_vencimiento: limaDay(3) })
  const { id, version } = await enrolmentOf(t, { usuario: student.id, curso: course.id })
  const changes = [
    { accion: 'extender', dias: 30 },
    { accion: 'suspender', motivo: 'Lo pidió.' },
  ]
  const replies = await together(parallel, (n) =>
    copies.ask('PUT', `/gestion/matriculas/${id}`, { token: admin, body: { ...changes[n % 2], version } }),
  )
  answered(replies, { 200: 1, '409 CAMBIO_MIENTRAS': parallel - 1 })
  const one = `SELECT count(*) AS n FROM matriculas WHERE id = $1 AND secuencia = $2
    AND (estado = 'suspendida') = (fecha_vencimiento = $3::date)`
  const lines = `SELECT count(*) AS n FROM auditoria WHERE sobre = $1 AND detalle ->> 'hecho' IN ('ultimo_dia', 'suspendida')`
  const notices = `SELECT count(*) AS n FROM notificaciones WHERE id_usuario = $1`
  return {
    'enrolments that one act changed': { met: await countIn(track, one, [id, version + 1, limaDay(3)]), due: 1 },
    'lines in the log': { met: await countIn(track, lines, [student.id]), due: 1 },
    'notices to the student': { met: await countIn(track, notices, [student.id]), due: 1 },
  }
}

const PRICES = [100, 300]

/** Students buy two courses while their prices go up and down: each order has prices that were asked, and their sum. */
export const prices: Race = async (track) => {
  const { t, copies, parallel } = track
  const admin = await anAdministrator(track)
  const ids = (await Promise.all([1, 2].map(() => forSale(track)))).map(({ id }) => id)
  const price = async (id: number, costo: number) => {
    const { version_precio } = (await copies.ask('GET', `/gestion/cursos/${id}`, { token: admin })).body.data
    const body = { costo, promocion: null, promocion_hasta: null, version: version_precio }
    return copies.ask('PUT', `/gestion/cursos/${id}/precio`, { token: admin, body })
  }
  for (const id of ids) answered([await price(id, PRICES[0] ?? 0)], { 200: 1 })
  const buyers = await Promise.all(Array.from({ length: Math.floor(parallel / 2) }, () => aStudent(track)))
  const change = async () => {
    for (let n = 1; n < 4; n++) for (const id of ids) answered([await price(id, PRICES[n % 2] ?? 0)], { 200: 1 })
  }
  const [numbers] = await Promise.all([Promise.all(buyers.map((buyer) => anOrder(track, buyer, ids))), change()])
  const [sums] = await t.database.sql`
    SELECT count(*) FILTER (WHERE l.centimos = o.total_centimos AND o.total_centimos = o.subtotal_centimos)::int AS sums,
      coalesce(sum(l.asked), 0)::int AS asked
    FROM ordenes o JOIN LATERAL (SELECT sum(precio_centimos) AS centimos,
        count(*) FILTER (WHERE precio_centimos = ANY(${PRICES.map((soles) => soles * 100)})) AS asked
      FROM orden_lineas WHERE id_orden = o.id) l ON true
    WHERE o.numero = ANY(${numbers}::uuid[])`
  return {
    'orders with the sum of their lines': { met: sums?.sums, due: buyers.length },
    'lines with a price that was asked': { met: sums?.asked, due: 2 * buyers.length },
  }
}
