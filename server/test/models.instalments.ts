import { POINTS } from '@campus/contract/rules'
import fc from 'fast-check'
import { limaDay } from '../src/features/orders/movements.ts'
import { makeSandboxPayment, refundInSandbox } from '../src/features/orders/sandbox.ts'
import { aPerson } from './builders.ts'
import { changeEnrolment } from './enrolments.ts'
import type { TestApp } from './harness.ts'
import { aPlan, inInstalments } from './instalments.ts'
import {
  annulCharge,
  annulRefund,
  type Charge,
  closeBy,
  finish,
  hasPoints,
  hear,
  heard,
  type Model,
  owed,
  partOf,
  payers,
  register,
  review,
  standing,
  standOf,
  toGiveBack,
} from './models.instalments.model.ts'
import { aPayment, LIST, sum } from './models.money.model.ts'
import { type Step, same, spoken, step } from './models.steps.ts'
import { aSale } from './sales.ts'
import { shopping } from './shop.ts'

type Real = {
  t: TestApp
  token: string
  admin: string
  id: number
  ids: number[]
  numero: string
  correo: string
  /** Of the code that it was bought with. */
  owner: number
  /** Of the payment page of each instalment. */
  references: string[]
}
type PlanStep = Step<Model, Real>

const PARTS = 4
/** Less 5 % of 239.91, which is 12.00: 7.45, 4.50 and 0.05 of them. */
const PRICES = [14_155, 8540, 96]

export async function beginInstalments(t: TestApp): Promise<{ model: Model; real: Real }> {
  const shop = shopping(t)
  const { sql } = t.database
  const { person, token, ids } = await shop.scene(LIST.length)
  for (const [at, centimos] of LIST.entries())
    await sql`UPDATE cursos SET costo_centimos = ${centimos} WHERE id = ${ids[at] ?? 0}`
  await sql`DELETE FROM limites`
  // Of earlier stories, which would keep this one waiting or be told of it.
  await sql`DELETE FROM pgboss.job WHERE state = 'created' AND start_after > now()`
  await sql`UPDATE usuarios SET estado = 0 WHERE tipo_cliente = 'Administrador' AND estado = 1`
  await sql`UPDATE cuotas SET vence = '2999-01-01' WHERE vence < '2999-01-01'`
  const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const { owner, codigo } = await shop.referral(5)
  const { orden: numero } = (await shop.buy(token, ids, { codigo })).body
  const total = sum(PRICES) / 100
  const cuotas = aPlan(PARTS, total)
  const body = aSale({ orden: numero, medio: 'efectivo', operacion: null, total, cuotas })
  same('the sale', spoken(await t.call('POST', '/api/gestion/ventas', { token: admin, body })), '200')
  await shop.settle()
  const rows = await sql`SELECT q.referencia, q.vence - ${limaDay()}::date AS dias FROM cuotas q
    JOIN ordenes o ON o.id = q.id_orden WHERE o.numero = ${numero} ORDER BY q.numero`
  const model: Model = {
    ...{ moment: 0, prices: PRICES, payments: [], backs: [], ended: new Map(), closed: new Map(), state: 'pagada' },
    ...{ parts: cuotas.map(({ monto }) => Math.round(monto * 100)), due: rows.map(({ dias }) => dias) },
    places: LIST.map(() => 'activa' as const),
    ...{ sold: true, events: new Map(), told: 0, given: 0, doubled: false, used: new Set(), pages: new Set() },
  }
  register(model, 1)
  model.events.clear()
  const references = rows.map(({ referencia }) => referencia)
  const real = { t, token, admin, id: person.id, ids, numero, correo: person.correo, owner: owner.id, references }
  return { model, real }
}

const BACK = ['devolucion_hecha', 'devolucion_parcial', 'cobro_devuelto', 'reembolsada']
const EVENTS = [
  ...['cobro_anulado', 'cobro_doble', 'compra_anulada', 'cuota_hoy', 'cuota_pagada', 'cuota_pronto'],
  ...['cuota_reabierta', 'cuota_suspendida', 'devolucion_anulada'],
]

async function compareMoney(model: Model, { t, ids, numero }: Real): Promise<number> {
  const { sql } = t.database
  const [money] = await sql`SELECT coalesce(sum(m.centimos), 0)::int AS neto,
      (-coalesce(sum(m.centimos) FILTER (WHERE m.tipo = 'devolucion' OR (m.tipo = 'ajuste' AND m.id_corregido <> m.id_cobro)), 0))::int AS devuelto,
      (SELECT coalesce(sum(a.monto_centimos), 0)::int FROM orden_avisos a WHERE a.id_orden = o.id AND a.tipo = ANY (${BACK})) AS avisado
    FROM ordenes o LEFT JOIN movimientos m ON m.id_orden = o.id WHERE o.numero = ${numero} GROUP BY o.id`
  const lines =
    await sql`SELECT l.id_curso, sum(l.centimos)::int AS centimos FROM movimiento_lineas l JOIN ordenes o ON o.id = l.id_orden
    WHERE o.numero = ${numero} GROUP BY 1`
  const byCourse = ids.map((course) => lines.find((line) => Number(line.id_curso) === course)?.centimos ?? 0)
  const left = PRICES.map((_, at) => sum(heard(model).map((payment) => payment.left[at] ?? 0)))
  same('the money of each course', byCourse, left)
  same('the money', money?.neto, sum(left))
  same('what went back was told', [money?.avisado, money?.devuelto], [model.told, model.told - model.given])
  const whole = heard(model).every((one) => one.refunds.length === 0 && sum(one.left) === partOf(model, one.cuota))
  if (!model.doubled && whole && standing(model).length === PARTS) same('each course is paid', byCourse, PRICES)
  return money?.devuelto ?? 0
}

async function compare(model: Model, real: Real): Promise<void> {
  const { t, token, admin, id, ids, numero, owner } = real
  const { sql } = t.database
  const devuelto = await compareMoney(model, real)
  const mine = (await t.call('GET', `/api/ordenes/${numero}`, { token })).body.data
  const page = (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: admin })).body.data
  const debe = sum(owed(model).map((one) => partOf(model, one))) / 100
  same(
    'the buyer reads',
    [mine.estado, mine.debe, Math.round(mine.devuelto * 100), mine.por_devolver],
    [model.state, debe, devuelto, toGiveBack(model) / 100],
  )
  same('staff read', [page.estado, page.debe], [model.state, debe])
  const states = model.parts.map((_, at) => standOf(model, at + 1))
  for (const [who, { cuotas }] of Object.entries({ mine, page }))
    same(
      `instalments of ${who}`,
      cuotas.map(({ estado }: { estado: string }) => estado),
      states,
    )
  const places =
    await sql`SELECT id_curso, coalesce(suspendida_por, estado) AS lugar FROM matriculas WHERE id_usuario = ${id}`
  const byCourse = ids.map((course) => places.find((place) => Number(place.id_curso) === course)?.lugar)
  same('the courses', byCourse, model.places)
  const [won] = await sql`SELECT coalesce(sum(puntos), 0)::int AS n FROM puntos WHERE id_usuario = ${owner}`
  same('the points of the code', won?.n, hasPoints(model) ? POINTS.referido : 0)
  const told = await sql`SELECT a.tipo, count(*)::int AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden
    WHERE o.numero = ${numero} AND a.tipo = ANY (${EVENTS}) GROUP BY 1 ORDER BY 1`
  const due = [...model.events].map(([tipo, keys]) => ({ tipo, n: keys.size }))
  same(
    'the notices',
    told.map(({ tipo, n }) => ({ tipo, n })),
    due.toSorted((a, b) => (a.tipo < b.tipo ? -1 : 1)),
  )
}

const later = (name: string, values: unknown[], run: (model: Model, real: Real) => Promise<void>): PlanStep =>
  step(name, values, async (model, real) => {
    await real.t.database.sql`DELETE FROM limites`
    await run(model, real)
    await shopping(real.t).settle()
    await compare(model, real)
  })

/** The first that is owed alone is to be paid. */
const mayPay = (model: Model, cuota: number): string => (owed(model)[0] === cuota ? '200' : '409 CUOTA_NO_COBRABLE')

/** What the same person registers again was registered; a number is one charge's. */
function registering(model: Model, cuota: number, operation: number | undefined): string {
  const again = standing(model).some((one) => !one.online && one.cuota === cuota && one.operation === operation)
  if (again) return '200'
  const answer = mayPay(model, cuota)
  if (answer !== '200') return answer
  if (operation !== undefined && model.used.has(operation)) return '409 OPERACION_REPETIDA'
  register(model, cuota, operation)
  return '200'
}

/** The next, or whichever; by Yape with one of three numbers, otherwise in cash. */
const collect = (which: number, operation: number | undefined): PlanStep =>
  later('cobrar', [which, operation], async (model, { t, admin, numero, token }) => {
    const cuota = which || (owed(model)[0] ?? 1)
    const number = operation === undefined ? {} : { medio: 'yape', operacion: `${numero.slice(0, 8)}${operation}` }
    const answer = await inInstalments(t).register({ staff: { token: admin }, token, numero }, cuota, number)
    same('an instalment', spoken(answer), registering(model, cuota, operation))
  })

/** Also by the page of one that is not owed any more. */
const pay = (which: number, told: boolean): PlanStep =>
  later('pagar', [which, told], async (model, { t, token, numero, references }) => {
    const cuota = which || (owed(model)[0] ?? 1)
    const answer = await inInstalments(t).pay({ token, numero }, cuota)
    same('the payment page', spoken(answer), mayPay(model, cuota))
    if (answer.status === 200) model.pages.add(cuota)
    if (!model.pages.has(cuota)) return
    const reference = references[cuota - 1] ?? ''
    if (told) await shopping(t).act(reference, 'aprobar')
    else await makeSandboxPayment(t.deps.db, reference, 'approved')
    const charge: Charge = { ...aPayment({ online: true }), cuota, came: [] }
    model.payments.push(charge)
    if (told) hear(model, charge)
  })

const lastOf = ({ payments }: Model, cuota: number): Charge | undefined =>
  payments.findLast((one) => one.online && one.cuota === cuota)

const inPanel = (cuota: number, eighths: number): PlanStep =>
  later('devolver en el panel', [cuota, eighths], async (model, { t, references }) => {
    const last = lastOf(model, cuota)
    if (!last || last.charged) return
    const amount = Math.ceil((partOf(model, cuota) * eighths) / 8)
    const centimos = Math.min(amount, partOf(model, cuota) - sum(last.refunds.map((one) => one.centimos)))
    await refundInSandbox(t.deps.db, references[cuota - 1] ?? '', amount)
    if (centimos > 0) last.refunds.push({ centimos, booked: false, own: false, claimed: false })
  })

const chargeback = (cuota: number): PlanStep =>
  later('contracargo', [cuota], async (model, { t, references }) => {
    const last = lastOf(model, cuota)
    if (!last || last.charged) return
    await shopping(t).act(references[cuota - 1] ?? '', 'contracargo')
    hear(model, last, true)
  })

const verify = (): PlanStep =>
  later('comprobar', [], async (model, { t, token, numero }) => {
    same('the check', spoken(await t.call('GET', `/api/mercadopago/verificar-pago?orden=${numero}`, { token })), '200')
    const inOrder = model.payments.filter(({ online }) => online).toSorted((a, b) => a.cuota - b.cuota)
    for (const payment of inOrder) hear(model, payment)
  })

type Way = 'pasarela' | 'panel' | 'yape'
const GIVEN: Record<Way, object> = {
  pasarela: { via: 'pasarela' },
  panel: { via: 'registrada', medio: 'mercadopago' },
  yape: { via: 'registrada', medio: 'yape', operacion: '123' },
}

/** Applies it to the model and says how it is answered. */
function decide(model: Model, way: Way, centimos: number, closes: number[]): string {
  const refunds = way === 'panel' ? heard(model).flatMap((one) => one.refunds) : []
  const own = refunds.find((one) => one.own && !one.claimed && one.centimos === centimos)
  if (own) {
    own.claimed = true
    closeBy(model, closes)
    return '200'
  }
  const fitting = standing(model).filter(({ online }) => online || way === 'yape')
  if (standing(model).length === 0) return '409 ORDEN_NO_PAGADA'
  if (fitting.length === 0) return '422 DATOS_INVALIDOS'
  const twice = fitting.filter((one) => payers(model, one.cuota).length > 1)
  const holds = ({ left }: Charge) => sum(left) >= centimos
  const payment = twice.findLast(holds) ?? fitting.findLast(holds)
  if (!payment) return '409 MONTO_EXCEDIDO'
  if (way === 'pasarela') payment.refunds.push({ centimos, booked: true, own: false, claimed: false })
  const back = finish(model, payment, centimos, closes, way !== 'pasarela')
  if (way === 'panel') payment.waiting.push(back)
  return '200'
}

const giveBack = (way: Way, eighths: number, closes: number[]): PlanStep =>
  later('devolver', [way, eighths, closes], async (model, { t, admin, numero, ids }) => {
    // Of what the gateway has not told, it knows more than the model.
    if (model.payments.some(({ refunds }) => refunds.some(({ booked }) => !booked))) return
    const centimos = Math.ceil((partOf(model, 1) * eighths) / 8)
    const body = { ...GIVEN[way], monto: centimos / 100, cierra: closes.map((at) => ids[at]) }
    const answer = await shopping(t).refund(admin, numero, body)
    same('a refund', spoken(answer), decide(model, way, centimos, closes))
  })

type Shown = { id: number; tipo: string; por: string | null; id_pasarela: string | null }

/** What staff registered and the gateway did not tell of; the same again is answered as the first. */
const annul = (tipo: 'cobro' | 'devolucion', which: number): PlanStep =>
  later('anular', [tipo, which], async (model, { t, admin: token, numero }) => {
    const path = `/api/gestion/ordenes/${numero}`
    const { movimientos } = (await t.call('GET', path, { token })).body.data
    const own = movimientos.filter((one: Shown) => one.tipo === tipo && one.por !== null && one.id_pasarela === null)
    const charges = model.payments.filter(({ online }) => !online)
    const backs = model.backs.filter(({ recorded, told }) => recorded && !told)
    same(`what staff registered as ${tipo}`, own.length, (tipo === 'cobro' ? charges : backs).length)
    if (own.length === 0) return
    const at = which % own.length
    const body = { id_movimiento: own[at].id, motivo: 'Por error.' }
    const answer = await t.call('PUT', `${path}/anular`, { token, body })
    const [charge, back] = [charges[at], backs[at]]
    const expected = tipo === 'cobro' ? charge && annulCharge(model, charge) : back && annulRefund(model, back)
    same('an annulment', spoken(answer), expected)
  })

const suspend = (at: number): PlanStep =>
  later('suspender', [at], async (model, { t, admin, ids, id }) => {
    const place = { usuario: id, curso: ids[at] ?? 0 }
    const suspended = spoken(await changeEnrolment(t, admin, place, { accion: 'suspender' }))
    const already = model.places[at] === 'personal' || model.places[at] === 'pasarela'
    same('a suspension', suspended, already ? '422 DATOS_INVALIDOS' : '200')
    if (!already) model.places[at] = 'personal'
  })

const reopen = (at: number): PlanStep =>
  later('reabrir', [at], async (model, { t, admin, ids, correo }) => {
    if (model.state !== 'pagada' || model.closed.has(at)) return
    const body = { cursos: [ids[at]], personas: [{ correo }] }
    same('an enrolment', spoken(await t.call('POST', '/api/gestion/matriculas', { token: admin, body })), '200')
    model.places[at] = 'activa'
  })

/** Days pass: what is due comes nearer, and what was told was told on an earlier day. */
const pass = (days: number): PlanStep =>
  later('pasar días', [days], async (model, { t, numero }) => {
    const { sql } = t.database
    await sql`UPDATE cuotas q SET vence = vence - ${days}::int FROM ordenes o WHERE o.id = q.id_orden AND o.numero = ${numero}`
    if (days > 0) {
      await sql`UPDATE orden_avisos a SET clave = clave || ':antes' FROM ordenes o
        WHERE o.id = a.id_orden AND o.numero = ${numero} AND a.tipo = 'cuota_suspendida'`
      model.due = model.due.map((due) => due - days)
      model.moment++
    }
    await inInstalments(t).review(limaDay())
    review(model, sum(model.due))
  })

const anyPart = fc.integer({ min: 1, max: PARTS })
const which = fc.oneof({ arbitrary: fc.constant(0), weight: 3 }, { arbitrary: anyPart, weight: 1 })
const operation = fc.option(fc.nat(2), { nil: undefined })
const eighths = fc.constantFrom(1, 4, 8)

export const INSTALMENT_STEPS: fc.Arbitrary<PlanStep>[] = [
  fc.tuple(which, operation).map(([cuota, number]) => collect(cuota, number)),
  fc.tuple(which, fc.boolean()).map(([cuota, told]) => pay(cuota, told)),
  fc.constantFrom(0, 1, 2, 5, 12, 28, 31).map(pass),
  fc.tuple(anyPart, eighths).map(([cuota, part]) => inPanel(cuota, part)),
  anyPart.map(chargeback),
  fc.constant(verify()),
  fc
    .tuple(fc.constantFrom<Way>('pasarela', 'panel', 'yape'), eighths, fc.subarray([...LIST.keys()]))
    .map(([way, part, closes]) => giveBack(way, part, closes)),
  fc.tuple(fc.constantFrom('cobro' as const, 'devolucion' as const), fc.nat(3)).map(([tipo, at]) => annul(tipo, at)),
  fc.nat(LIST.length - 1).map(suspend),
  fc.nat(LIST.length - 1).map(reopen),
]
