import type { InstalmentState } from '@campus/contract/instalment-rules'
import type { OrderState } from '@campus/contract/order-rules'
import { aPayment, makeRoom, type Payment, share, sum, take } from './models.money.model.ts'

/** A sale in instalments as it should be, in céntimos: models.instalments.ts acts on both. */

type Recorded = Payment['waiting'][number]
/** What came in for an instalment, with what of it was of each course. */
export type Charge = Payment & { cuota: number; came: number[] }
/** What went back of a charge; `recorded`: by staff, not by the gateway. */
export type Back = Recorded & { payment: Charge; recorded: boolean }
type Place = 'activa' | 'personal' | 'cuotas' | 'pasarela'

export type Model = {
  moment: number
  /** Of each course after its part of the discount, and of each instalment. */
  prices: number[]
  parts: number[]
  /** Days until each is due. */
  due: number[]
  payments: Charge[]
  backs: Back[]
  /** The refund that ended what was owed of an instalment. */
  ended: Map<number, Back>
  closed: Map<number, number>
  places: Place[]
  state: OrderState
  /** It counts as a sale; not where that was taken back. */
  sold: boolean
  /** Keys of what the buyer was told, by kind. */
  events: Map<string, Set<string>>
  told: number
  given: number
  /** Whether an instalment ever was paid twice. */
  doubled: boolean
  used: Set<number>
  /** Instalments that have a payment page. */
  pages: Set<number>
}

export const GRACE = 5
const leftOf = ({ left }: Charge): number => sum(left)
export const heard = ({ payments }: Model): Charge[] =>
  payments.filter((one) => one.heard > 0).toSorted((a, b) => a.heard - b.heard)
export const standing = (model: Model): Charge[] => heard(model).filter((one) => leftOf(one) > 0)
export const payers = (model: Model, cuota: number): Charge[] => standing(model).filter((one) => one.cuota === cuota)
const numbers = ({ parts }: Model): number[] => parts.map((_, at) => at + 1)
export const isPaid = (model: Model, cuota: number): boolean => payers(model, cuota).length > 0
const open = ({ places, closed }: Model): number[] => [...places.keys()].filter((at) => !closed.has(at))
export const owed = (model: Model): number[] =>
  model.state === 'pagada' ? numbers(model).filter((one) => !isPaid(model, one) && !model.ended.has(one)) : []
const dueOf = ({ due }: Model, cuota: number): number => due[cuota - 1] ?? 0
export const partOf = ({ parts }: Model, cuota: number): number => parts[cuota - 1] ?? 0
const overdue = (model: Model): number[] => owed(model).filter((one) => dueOf(model, one) + GRACE < 0)
/** Of the person whose code it was bought with. */
export const hasPoints = (model: Model): boolean =>
  model.state === 'pagada' && numbers(model).every((one) => isPaid(model, one)) && open(model).length > 0

export function standOf(model: Model, cuota: number): InstalmentState {
  if (isPaid(model, cuota)) return 'pagada'
  if (!owed(model).includes(cuota)) return 'cerrada'
  return dueOf(model, cuota) < 0 ? 'vencida' : 'por_pagar'
}

/** Of each instalment, charges beyond the first, or all of one that a refund had ended, less what went back of them. */
export function toGiveBack(model: Model): number {
  const each = numbers(model).map((cuota) => {
    const charges = payers(model, cuota)
    const extra = Math.max(0, charges.length - (model.ended.has(cuota) ? 0 : 1))
    const given = charges.map((one) => partOf(model, cuota) - leftOf(one))
    return Math.max(0, extra * partOf(model, cuota) - sum(given))
  })
  return sum(each)
}

export function tell({ events }: Model, tipo: string, key: unknown = ''): void {
  events.set(tipo, (events.get(tipo) ?? new Set()).add(String(key)))
}

function stateOf(model: Model, closing: boolean): OrderState {
  if (standing(model).length > 0) return 'pagada'
  if (model.payments.some(({ charged }) => charged)) return 'contracargo'
  if (heard(model).length === 0) return 'cancelada'
  return !closing && open(model).length > 0 ? 'pagada' : 'reembolsada'
}

/** What staff suspended stays theirs. */
function pause(model: Model, courses: number[], place: Place): void {
  for (const at of courses) if (model.places[at] !== 'personal') model.places[at] = place
}

function close(model: Model, courses: number[]): void {
  model.moment++
  for (const at of courses) if (!model.closed.has(at)) model.closed.set(at, model.moment)
}

/** Without an overdue instalment the courses are open again; returns whether one was opened. */
function follow(model: Model): boolean {
  if (model.state !== 'pagada' || overdue(model).length > 0) return false
  const paused = open(model).filter((at) => model.places[at] === 'cuotas')
  for (const at of paused) model.places[at] = 'activa'
  return paused.length > 0
}

function enter(model: Model, courses: number[]): void {
  for (const at of courses) if (!(model.sold && model.places[at] === 'personal')) model.places[at] = 'activa'
}

/** A payment opens what had been closed before it. */
function openAgain(model: Model): void {
  const last = Math.max(...standing(model).map((payment) => payment.heard))
  if (model.sold) for (const [at, moment] of model.closed) if (moment < last) model.closed.delete(at)
  enter(model, open(model))
  model.sold = true
}

function paid(model: Model, charge: Charge): void {
  const reopened = follow(model)
  tell(model, reopened ? 'cuota_reabierta' : 'cuota_pagada', charge.heard)
}

/** In proportion to what the other instalments left of each course. */
function cameOf(model: Model, cuota: number): number[] {
  const others = numbers(model).filter((one) => one !== cuota)
  const first = others.flatMap((one) => payers(model, one).slice(0, 1))
  const left = model.prices.map((price, at) => Math.max(0, price - sum(first.map(({ came }) => came[at] ?? 0))))
  return share(partOf(model, cuota), left)
}

export function book(model: Model, charge: Charge): void {
  charge.came = cameOf(model, charge.cuota)
  charge.left = [...charge.came]
  charge.heard = ++model.moment
  model.doubled ||= payers(model, charge.cuota).length > 1
}

/** Staff took its money. */
export function register(model: Model, cuota: number, operation?: number): void {
  const charge = { ...aPayment({ online: false, ...(operation !== undefined && { operation }) }), cuota, came: [] }
  model.payments.push(charge)
  book(model, charge)
  if (operation !== undefined) model.used.add(operation)
  paid(model, charge)
}

const paysNothing = (model: Model, { payment }: Back): boolean =>
  standing(model).every((one) => one === payment || one.cuota !== payment.cuota)

/** A refund ends what is owed, but not where another charge pays the same. */
function end(model: Model, back: Back): void {
  model.backs.push(back)
  if (!paysNothing(model, back)) return
  for (const cuota of numbers(model)) if (!isPaid(model, cuota) && !model.ended.has(cuota)) model.ended.set(cuota, back)
}

/** A refund that was not done ended nothing; another one may have. */
function unend(model: Model): void {
  const stands = ({ parts }: Back) => sum(parts) > 0
  const other = model.backs.find((one) => stands(one) && paysNothing(model, one))
  for (const [cuota, back] of model.ended) {
    if (stands(back)) continue
    if (other) model.ended.set(cuota, other)
    else model.ended.delete(cuota)
  }
}

function giveWay(model: Model, payment: Charge, centimos: number): number {
  const given = makeRoom(payment, centimos)
  unend(model)
  return given
}

const spread = ({ left, came }: Charge, centimos: number): number[] =>
  share(centimos, sum(left) < centimos ? came : left)

/** Staff gave it back, by the gateway (`told`) or recorded. */
export function finish(model: Model, payment: Charge, centimos: number, closes: number[], recorded: boolean): Back {
  const parts = spread(payment, centimos)
  take(payment, parts)
  const back = { payment, parts, recorded, whole: true, moment: 0, told: !recorded, gone: false }
  end(model, back)
  closeBy(model, closes)
  back.moment = model.moment
  model.told += centimos
  return back
}

/** The courses that staff close with a refund. */
export function closeBy(model: Model, courses: number[]): void {
  const closing = courses.filter((at) => !model.closed.has(at))
  close(model, courses)
  if (model.state === 'pagada') pause(model, closing, 'pasarela')
  const now = stateOf(model, false)
  if (now === 'contracargo' && model.state === 'pagada') pause(model, open(model), 'pasarela')
  model.state = now
  follow(model)
}

/** Returns what no one had told of. */
function hearRefund(model: Model, payment: Charge, refund: Charge['refunds'][number]): number {
  const { centimos } = refund
  const same = payment.waiting.findIndex(({ parts, whole }) => whole && sum(parts) === centimos)
  if (same >= 0) {
    for (const record of payment.waiting.splice(same, 1)) record.told = true
    return 0
  }
  refund.own = true
  const given = giveWay(model, payment, centimos)
  const parts = spread(payment, centimos)
  take(payment, parts)
  end(model, { payment, parts, recorded: false, whole: false, moment: 0, told: true, gone: false })
  return centimos - given
}

/** What the gateway tells of a payment, and what follows. */
export function hear(model: Model, payment: Charge, chargeback = false): void {
  const fresh = payment.heard === 0
  if (fresh) book(model, payment)
  const unknown = payment.refunds.filter(({ booked }) => !booked)
  const own = sum(
    unknown.map((refund) => {
      refund.booked = true
      return hearRefund(model, payment, refund)
    }),
  )
  if (chargeback) {
    const amount = partOf(model, payment.cuota) - sum(payment.refunds.map(({ centimos }) => centimos))
    payment.charged = true
    if (amount > 0) {
      model.given += giveWay(model, payment, amount)
      take(payment, spread(payment, amount))
    }
  }
  conclude(model, payment, own, fresh)
}

/** Not paid any more: its courses close. */
function shut(model: Model, now: OrderState): void {
  if (model.state === 'pagada') pause(model, open(model), 'pasarela')
  if (now === 'reembolsada') close(model, [...model.places.keys()])
  model.sold = now !== 'cancelada'
}

function conclude(model: Model, payment: Charge, own: number, fresh: boolean): void {
  const { cuota, refunds, charged } = payment
  const before = model.state
  const now = stateOf(model, own > 0 && standing(model).length === 0)
  if (now !== before && now !== 'pagada') shut(model, now)
  model.state = now
  if (now === 'pagada' && before !== 'pagada') openAgain(model)
  model.told += own
  const approved = fresh && !charged && partOf(model, cuota) > sum(refunds.map(({ centimos }) => centimos))
  const paying = payers(model, cuota).length
  if (approved && paying > 1 && !model.ended.has(cuota)) tell(model, 'cobro_doble', payment.heard)
  if (approved && before === 'pagada' && paying === 1) paid(model, payment)
  else if (before === 'pagada') follow(model)
}

const REFUSED = '409 MOVIMIENTO_NO_ANULABLE'

/** Staff take a charge back; says how it is answered. */
export function annulCharge(model: Model, charge: Charge): string {
  if (charge.gone) return '200'
  if (leftOf(charge) !== partOf(model, charge.cuota)) return REFUSED
  const id = charge.heard
  charge.heard = 0
  charge.gone = true
  model.used.delete(charge.operation ?? -1)
  const now = stateOf(model, standing(model).length === 0)
  tell(model, now === 'pagada' ? 'cobro_anulado' : 'compra_anulada', id)
  if (now !== 'pagada') shut(model, now)
  model.state = now
  follow(model)
  return '200'
}

/** Staff take the record of a refund back. */
export function annulRefund(model: Model, back: Back): string {
  const { payment, parts } = back
  const centimos = sum(parts)
  if (back.gone) return '200'
  if (centimos === 0) return REFUSED
  take(
    payment,
    parts.map((part) => -part),
  )
  model.given += centimos
  back.gone = true
  back.parts = parts.map(() => 0)
  payment.waiting = payment.waiting.filter((one) => one !== back)
  unend(model)
  const reopened = [...model.closed].flatMap(([at, moment]) => (moment === back.moment ? [at] : []))
  for (const at of reopened) model.closed.delete(at)
  const before = model.state
  model.state = stateOf(model, false)
  if (model.state === 'pagada' && before === 'pagada') enter(model, reopened)
  else if (model.state === 'pagada') openAgain(model)
  follow(model)
  tell(model, 'devolucion_anulada', model.backs.indexOf(back))
  return '200'
}

/** The day's job. */
export function review(model: Model, day: number): void {
  for (const cuota of owed(model)) {
    const days = dueOf(model, cuota)
    if (days > 0 && days <= 3) tell(model, 'cuota_pronto', cuota)
    if (days === 0) tell(model, 'cuota_hoy', cuota)
  }
  const [late] = overdue(model)
  const active = open(model).filter((at) => model.places[at] === 'activa')
  if (late === undefined || active.length === 0) return
  pause(model, active, 'cuotas')
  tell(model, 'cuota_suspendida', `${late}:${day}`)
}
