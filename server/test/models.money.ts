import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { limaDay } from '../src/features/orders/movements.ts'
import { makeSandboxPayment, refundInSandbox } from '../src/features/orders/sandbox.ts'
import { aPerson } from './builders.ts'
import { letHoldsEnd, makeCoupon } from './coupons.ts'
import { changeEnrolment } from './enrolments.ts'
import type { TestApp } from './harness.ts'
import {
  annulRefund,
  annulSale,
  aPayment,
  close,
  conclude,
  finish,
  hear,
  heard,
  LIST,
  type Model,
  makeRoom,
  type Payment,
  PRICES,
  type Refund,
  type Sent,
  settle,
  share,
  standing,
  sum,
  TOTAL,
  take,
} from './models.money.model.ts'
import { compareReceipt, receiptSteps } from './models.receipts.ts'
import { type Step, same, spoken, step } from './models.steps.ts'
import { shopping } from './shop.ts'

type Real = {
  t: TestApp
  token: string
  admin: string
  id: number
  ids: number[]
  numero: string
  correo: string
  coupon: { id: number; codigo: string }
}
type MoneyStep = Step<Model, Real>

export async function beginMoney(t: TestApp): Promise<{ model: Model; real: Real }> {
  const shop = shopping(t)
  const { person, token, ids } = await shop.scene(LIST.length)
  for (const [at, centimos] of LIST.entries())
    await t.database.sql`UPDATE cursos SET costo_centimos = ${centimos} WHERE id = ${ids[at] ?? 0}`
  await t.database.sql`DELETE FROM limites`
  // What earlier stories left for later would keep this one waiting.
  await t.database.sql`DELETE FROM pgboss.job WHERE state = 'created' AND start_after > now()`
  // Sales and refunds are told to everybody who runs the academy.
  await t.database.sql`UPDATE usuarios SET estado = 0 WHERE tipo_cliente = 'Administrador' AND estado = 1`
  const admin = await t.tokenOf((await aPerson(t.deps.db, { roles: ['marca'] })).id)
  const coupon = await makeCoupon(t, admin, { porcentaje: 15, usos: 1, cursos: [ids[0], ids[2]] })
  // Of the two codes the coupon lowers more.
  const { codigo } = await shop.referral(5)
  const { orden: numero } = (await shop.buy(token, ids, { codigo, cupon: coupon.codigo })).body
  const model: Model = {
    moment: 0,
    payments: [],
    closed: new Map(),
    suspended: new Set(),
    state: 'pendiente',
    told: 0,
    given: 0,
    used: new Set(),
    records: [],
    rivals: 0,
    receipt: null,
  }
  return { model, real: { t, token, admin, id: person.id, ids, numero, correo: person.correo, coupon } }
}

const TOLD = ['devolucion_hecha', 'devolucion_parcial', 'cobro_devuelto', 'reembolsada']

async function compare(model: Model, { t, token, admin, id, ids, numero, coupon }: Real): Promise<void> {
  const { data } = (await t.call('GET', `/api/ordenes/${numero}`, { token })).body
  const { sql } = t.database
  const [money] = await sql`SELECT coalesce(sum(m.centimos), 0)::int AS neto,
      (-coalesce(sum(m.centimos) FILTER (WHERE m.tipo = 'devolucion' OR (m.tipo = 'ajuste' AND m.id_corregido <> m.id_cobro)), 0))::int AS devuelto,
      (SELECT coalesce(sum(a.monto_centimos), 0)::int FROM orden_avisos a WHERE a.id_orden = o.id AND a.tipo = ANY (${TOLD})) AS avisado
    FROM ordenes o LEFT JOIN movimientos m ON m.id_orden = o.id WHERE o.numero = ${numero} GROUP BY o.id`
  const parts =
    await sql`SELECT l.id_curso, sum(l.centimos)::int AS centimos FROM movimiento_lineas l JOIN ordenes o ON o.id = l.id_orden
    WHERE o.numero = ${numero} GROUP BY 1`
  const byCourse = ids.map((course) => parts.find((part) => Number(part.id_curso) === course)?.centimos ?? 0)
  const left = PRICES.map((_, at) => sum(heard(model).map((payment) => payment.left[at] ?? 0)))
  same('the money of each course', byCourse, left)
  same('the money', money?.neto, sum(left))
  same('the buyer reads', [data.estado, Math.round(data.devuelto * 100)], [model.state, money?.devuelto])
  same('the buyer was told', [money?.avisado, money?.devuelto], [model.told, model.told - model.given])
  const open = await sql`SELECT id_curso FROM matriculas WHERE id_usuario = ${id} AND estado = 'activa'`
  const due = [...LIST.keys()].filter(
    (at) => model.state === 'pagada' && !model.closed.has(at) && !model.suspended.has(at),
  )
  const { usos, pasados } = (await t.call('GET', `/api/gestion/cupones/${coupon.id}`, { token: admin })).body.data
  const mine = sum([Number(paidOnce(model)), model.rivals])
  same('the uses of the coupon', [usos, pasados], [mine, Math.max(0, mine - 1)])
  await compareReceipt(model, { t, token, admin, numero })
  same('the open courses', open.map(({ id_curso }) => ids.indexOf(Number(id_curso))).sort(), due)
}

const pay = (told: boolean): MoneyStep =>
  step('pagar', [told], async (model, real) => {
    const { t, numero } = real
    if (told) await shopping(t).act(numero, 'aprobar')
    else await makeSandboxPayment(t.deps.db, numero, 'approved')
    await shopping(t).settle()
    const payment = aPayment({ online: true })
    model.payments.push(payment)
    if (told) conclude(model, hear(model, payment))
    await compare(model, real)
  })

/** It was paid, and no sale by mistake was all of it: a refund does not give the coupon back. */
const paidOnce = ({ state }: Model): boolean => state !== 'pendiente' && state !== 'cancelada'

/** The hold is over, and somebody else takes the use and pays, where one is left. */
const lapse = (): MoneyStep =>
  step('dejar pasar el cupón', [], async (model, real) => {
    const { t, coupon, ids } = real
    await letHoldsEnd(t, coupon.id)
    const shop = shopping(t)
    const { token } = await shop.scene(0)
    await t.database.sql`DELETE FROM limites`
    const { body } = await shop.buy(token, ids, { cupon: coupon.codigo })
    const free = !paidOnce(model) && model.rivals === 0
    same('a use of the coupon', body.cupon.valido, free)
    if (free) {
      await shop.act(body.orden, 'aprobar')
      model.rivals++
    }
    await shop.settle()
    await compare(model, real)
  })

const lastOnline = ({ payments }: Model): Payment | undefined => payments.findLast(({ online }) => online)

/** Staff register what was paid by Yape: of this order, or the same courses to somebody else; a number is one sale's. */
const sell = (operation: number, here: boolean): MoneyStep =>
  step(here ? 'vender' : 'vender a otra persona', [operation], async (model, real) => {
    const { t, admin, ids, numero } = real
    if (here && model.state !== 'pendiente' && model.state !== 'cancelada') return
    const operacion = `${numero.slice(0, 8)}${operation}`
    const other = here ? undefined : (await aPerson(t.deps.db)).id
    const what = here
      ? { orden: numero, total: TOTAL / 100 }
      : { id_usuario: other, cursos: ids, total: sum(LIST) / 100 }
    const body = { ...what, medio: 'yape', operacion, dia: limaDay(), envio: randomUUID() }
    const answer = await t.call('POST', '/api/gestion/ventas', { token: admin, body })
    const repeated = model.used.has(operation)
    same('a sale', spoken(answer), repeated ? '409 OPERACION_REPETIDA' : '200')
    model.used.add(operation)
    if (here && !repeated) {
      model.payments.push(aPayment({ online: false, heard: ++model.moment, left: [...PRICES], operation }))
      settle(model)
    }
    await shopping(t).settle()
    await compare(model, real)
  })

/** In the gateway's own panel, of its last payment. */
const inPanel = (eighths: number): MoneyStep =>
  step('devolver en el panel', [eighths], async (model, real) => {
    const last = lastOnline(model)
    if (!last || last.charged) return
    const amount = Math.ceil((TOTAL * eighths) / 8)
    const begun = [...last.refunds, ...last.sent.filter(({ refused }) => refused)]
    const centimos = Math.min(amount, TOTAL - sum(begun.map((one) => one.centimos)))
    await refundInSandbox(real.t.deps.db, real.numero, amount)
    if (centimos > 0) last.refunds.push({ centimos, booked: false, own: false, claimed: false })
    await compare(model, real)
  })

const chargeback = (): MoneyStep =>
  step('contracargo', [], async (model, real) => {
    const last = lastOnline(model)
    if (!last || last.charged || last.sent.length > 0) return
    await shopping(real.t).act(real.numero, 'contracargo')
    await shopping(real.t).settle()
    const own = hear(model, last)
    const amount = TOTAL - sum(last.refunds.map(({ centimos }) => centimos))
    last.charged = true
    if (amount > 0) {
      model.given += makeRoom(last, amount)
      take(last, share(amount, last.left))
    }
    conclude(model, own)
    await compare(model, real)
  })

const verify = (): MoneyStep =>
  step('comprobar', [], async (model, real) => {
    const { t, token, numero } = real
    await t.database.sql`DELETE FROM limites`
    // What the sandbox does later is done by now.
    await t.database
      .sql`UPDATE devoluciones_de_prueba SET creado_en = now() - interval '1 second' WHERE creado_en > now()`
    same('the check', spoken(await t.call('GET', `/api/mercadopago/verificar-pago?orden=${numero}`, { token })), '200')
    for (const payment of model.payments) if (payment.online) conclude(model, hear(model, payment))
    for (const payment of model.payments) payment.sent = payment.sent.filter(({ refused }) => !refused)
    await shopping(t).settle()
    await compare(model, real)
  })

const FAILURES = {
  rechazo: 'devolucion_rechazada',
  sin_respuesta: 'devolucion_sin_respuesta',
  tarde: 'devolucion_tarde',
  rechazo_tarde: 'devolucion_rechazada_tarde',
}
type Failure = keyof typeof FAILURES
type Way = 'bien' | Failure | 'panel' | 'yape'

const GIVEN: Record<Way, object> = {
  ...{
    bien: { via: 'pasarela' },
    rechazo: { via: 'pasarela' },
    sin_respuesta: { via: 'pasarela' },
    tarde: { via: 'pasarela' },
    rechazo_tarde: { via: 'pasarela' },
  },
  panel: { via: 'registrada', medio: 'mercadopago' },
  yape: { via: 'registrada', medio: 'yape', operacion: '123' },
}

/** Only what came by the gateway goes back there. */
const fitting = (model: Model, way: Way): Payment[] => standing(model).filter(({ online }) => online || way === 'yape')

/** What the answer changes, of a refund that fits in a payment. */
function give(model: Model, payment: Payment, way: Way, sent: Sent): void {
  if (way === 'rechazo') return
  if (way === 'rechazo_tarde') return void payment.sent.push({ ...sent, refused: true })
  const refund = { centimos: sent.centimos, booked: way !== 'tarde', own: false, claimed: false }
  if (way !== 'panel' && way !== 'yape') payment.refunds.push(refund)
  if (way === 'tarde') return void payment.sent.push(sent)
  finish(model, payment, sent)
  if (way !== 'panel' && way !== 'yape') return
  const record = { parts: sent.parts, whole: true, moment: model.moment, told: false, gone: false }
  model.records.push({ payment, record })
  if (way === 'panel') payment.waiting.push(record)
}

/** A refund of the gateway's own that no one has recorded yet. */
const findOwn = ({ payments }: Model, way: Way, centimos: number): Refund | undefined =>
  way === 'panel'
    ? heard({ payments } as Model)
        .flatMap(({ refunds }) => refunds)
        .find((one) => one.own && !one.claimed && one.centimos === centimos)
    : undefined

/** Applies it to the model and says how it is answered. */
function decide(model: Model, way: Way, centimos: number, closes: number[]): string {
  const payment = fitting(model, way).findLast(({ left }) => sum(left) >= centimos)
  const own = findOwn(model, way, centimos)
  if (own) {
    own.claimed = true
    close(model, closes)
    settle(model)
    return '200'
  }
  if (standing(model).length === 0) return '409 ORDEN_NO_PAGADA'
  if (fitting(model, way).length === 0) return '422 DATOS_INVALIDOS'
  if (!payment) return '409 MONTO_EXCEDIDO'
  give(model, payment, way, { centimos, parts: share(centimos, payment.left), closes })
  return '200'
}

/** Of what the gateway has not told, it knows more than the model; its page makes its last payment fail. */
function isClear(model: Model, way: Way, centimos: number): boolean {
  if (model.payments.some(({ sent, refunds }) => sent.length > 0 || refunds.some(({ booked }) => !booked))) return false
  return !(way in FAILURES) || fitting(model, way).findLast(({ left }) => sum(left) >= centimos) === lastOnline(model)
}

const byStaff = (way: Way, eighths: number, closes: number[]): MoneyStep =>
  step('devolver', [way, eighths, closes], async (model, real) => {
    const { t, admin, numero, ids } = real
    const centimos = Math.ceil((TOTAL * eighths) / 8)
    if (!isClear(model, way, centimos)) return
    await t.database.sql`DELETE FROM limites`
    if (way in FAILURES) await shopping(t).act(numero, FAILURES[way as Failure])
    const body = { ...GIVEN[way], monto: centimos / 100, cierra: closes.map((at) => ids[at]) }
    const answer = await shopping(t).refund(admin, numero, body)
    await shopping(t).settle()
    same('a refund', spoken(answer), decide(model, way, centimos, closes))
    await compare(model, real)
  })

const suspend = (at: number, again: boolean): MoneyStep =>
  step(again ? 'reabrir' : 'suspender', [at], async (model, real) => {
    const { t, admin, ids, correo, id } = real
    await t.database.sql`DELETE FROM limites`
    const open = model.state === 'pagada' && !model.closed.has(at)
    if (!open || model.suspended.has(at) !== again) return
    const cursos = [ids[at]]
    const answer = again
      ? await t.call('POST', '/api/gestion/matriculas', { token: admin, body: { cursos, personas: [{ correo }] } })
      : await changeEnrolment(t, admin, { usuario: id, curso: ids[at] ?? 0 }, { accion: 'suspender' })
    same('an enrolment by hand', spoken(answer), '200')
    if (again) model.suspended.delete(at)
    else model.suspended.add(at)
    await compare(model, real)
  })

type Shown = { id: number; tipo: string; por: string | null; id_pasarela: string | null }

/** The last that staff registered and the gateway did not tell of; the same again is answered as the first. */
const annul = (tipo: 'cobro' | 'devolucion'): MoneyStep =>
  step('anular', [tipo], async (model, real) => {
    const { t, admin: token, numero } = real
    const path = `/api/gestion/ordenes/${numero}`
    const { movimientos } = (await t.call('GET', path, { token })).body.data
    const last = movimientos.findLast((one: Shown) => one.tipo === tipo && one.por !== null && one.id_pasarela === null)
    if (!last) return
    const body = { id_movimiento: last.id, motivo: 'Por error.' }
    const answer = await t.call('PUT', `${path}/anular`, { token, body })
    await shopping(t).settle()
    same('an annulment', spoken(answer), tipo === 'cobro' ? annulSale(model) : annulRefund(model))
    await compare(model, real)
  })

const eighths = fc.constantFrom(1, 3, 4, 5, 8)
const some = fc.subarray([...LIST.keys()])

export const MONEY_STEPS: fc.Arbitrary<MoneyStep>[] = [
  ...receiptSteps<Model, Real>(),
  fc.boolean().map(pay),
  eighths.map(inPanel),
  fc.tuple(fc.nat(2), fc.boolean()).map(([operation, here]) => sell(operation, here)),
  fc.constant(verify()),
  fc.constantFrom('cobro' as const, 'devolucion' as const).map(annul),
  fc.constant(chargeback()),
  fc.constant(lapse()),
  fc
    .tuple(
      fc.constantFrom<Way>('bien', 'rechazo', 'sin_respuesta', 'tarde', 'rechazo_tarde', 'panel', 'yape'),
      eighths,
      some,
    )
    .map(([way, part, closes]) => byStaff(way, part, closes)),
  fc.tuple(fc.nat(LIST.length - 1), fc.boolean()).map(([at, again]) => suspend(at, again)),
]
