import type { OrderState } from '@campus/contract/order-rules'
import type { WithReceipt } from './models.receipts.ts'

/** The money of one order as it should be, in céntimos: models.money.ts acts on both. */

/** A refund at the gateway; `booked`: we know of it, `own`: of its own accord, `claimed`: staff recorded it later. */
export type Refund = { centimos: number; booked: boolean; own: boolean; claimed: boolean }
/**
 * A record of staff's with what is left of it by course and when it closed courses; `told`: the gateway told of it, too;
 * `gone`: taken back.
 */
type Recorded = { parts: number[]; whole: boolean; moment: number; told: boolean; gone: boolean }
/** `refused`: the gateway has begun it and will not do it. */
export type Sent = { centimos: number; parts: number[]; closes: number[]; refused?: boolean }
export type Payment = {
  /** At the gateway; otherwise by Yape, registered by staff. */
  online: boolean
  /** When the gateway told us of it; 0 for not yet. */
  heard: number
  refunds: Refund[]
  /** Records that wait for the gateway to tell of them. */
  waiting: Recorded[]
  /** Asked of the gateway, which has not answered. */
  sent: Sent[]
  /** What is left of our money by course. */
  left: number[]
  charged: boolean
  /** Of staff's: the number of its operation, and whether it was taken back. */
  operation?: number
  gone?: boolean
}
export const aPayment = (one: Pick<Payment, 'online'> & Partial<Payment>): Payment => ({
  ...{ heard: 0, refunds: [], waiting: [], sent: [], left: [], charged: false },
  ...one,
})
/** `closed`: when, counted like `heard`; `given`: what gave way to the bank. */
export type Model = {
  moment: number
  payments: Payment[]
  closed: Map<number, number>
  suspended: Set<number>
  state: OrderState
  told: number
  given: number
  /** Operation numbers that a sale carries. */
  used: Set<number>
  records: { payment: Payment; record: Recorded }[]
  /** Other people who paid with the order's coupon. */
  rivals: number
  receipt: WithReceipt['receipt']
}
export const LIST = [14_900, 8_990, 101]
/** A coupon of 15 % of the first and the last: 22.50 of 150.01, of which 22.35 of 149.00 (22.348…) and 0.15 of 1.01. */
export const PRICES = [12_665, 8_990, 86]

export const sum = (amounts: number[]): number => amounts.reduce((whole, one) => whole + one, 0)
export const TOTAL = sum(PRICES)

const leftOf = ({ left }: Payment): number => sum(left)
export const heard = ({ payments }: Model): Payment[] =>
  payments.filter((one) => one.heard > 0).toSorted((a, b) => a.heard - b.heard)
export const standing = (model: Model): Payment[] => heard(model).filter((one) => leftOf(one) > 0)

/** In proportion; the odd céntimos to the first that a part of one is left for. More than there is: as it came in. */
export function share(centimos: number, of: number[]): number[] {
  const weights = sum(of) < centimos ? PRICES : of
  const whole = sum(weights)
  const parts = weights.map((weight) => Math.floor((centimos * weight) / whole))
  let odd = centimos - sum(parts)
  return parts.map((part, at) => ((centimos * (weights[at] ?? 0)) % whole > 0 && odd-- > 0 ? part + 1 : part))
}

const less = (amounts: number[], parts: number[]): number[] => amounts.map((one, at) => one - (parts[at] ?? 0))

export const take = (payment: Payment, parts: number[]): void => {
  payment.left = less(payment.left, parts)
}

function stateOf(model: Model): OrderState {
  if (heard(model).length === 0) return model.payments.some(({ gone }) => gone) ? 'cancelada' : 'pendiente'
  if (standing(model).length > 0) return 'pagada'
  if (model.payments.some(({ charged }) => charged)) return 'contracargo'
  return model.closed.size < LIST.length ? 'pagada' : 'reembolsada'
}

export function settle(model: Model): void {
  const now = stateOf(model)
  if (now === 'pagada' && model.state !== 'pagada') {
    const last = Math.max(...standing(model).map((payment) => payment.heard))
    // A payment opens what had been closed before it.
    for (const [at, moment] of model.closed) if (moment < last) model.closed.delete(at)
    // What staff suspended stays so, unless the sale was taken back.
    if (model.state === 'cancelada') model.suspended.clear()
  }
  model.state = now
}

export const close = (model: Model, courses: number[]): void => {
  model.moment++
  for (const at of courses) if (!model.closed.has(at)) model.closed.set(at, model.moment)
}

export function finish(model: Model, payment: Payment, { centimos, parts, closes }: Sent): void {
  take(payment, parts)
  close(model, closes)
  model.told += centimos
  settle(model)
}

/** What staff recorded gives way, the newest first. */
export function makeRoom(payment: Payment, centimos: number): number {
  let excess = Math.max(0, centimos - sum(payment.left))
  let given = 0
  for (const record of payment.waiting.toReversed()) {
    const amount = Math.min(excess, sum(record.parts))
    if (amount === 0) continue
    const parts = share(amount, record.parts)
    record.parts = less(record.parts, parts)
    record.whole = false
    take(
      payment,
      parts.map((part) => -part),
    )
    excess -= amount
    given += amount
  }
  payment.waiting = payment.waiting.filter(({ parts }) => sum(parts) > 0)
  return given
}

/** Returns what no one had told of. */
function hearRefund(model: Model, payment: Payment, refund: Refund): number {
  const { centimos } = refund
  const sent = payment.sent.findIndex((one) => one.centimos === centimos && !one.refused)
  if (sent >= 0) {
    for (const one of payment.sent.splice(sent, 1)) finish(model, payment, one)
    return 0
  }
  const same = payment.waiting.findIndex(({ parts, whole }) => whole && sum(parts) === centimos)
  if (same >= 0) {
    for (const record of payment.waiting.splice(same, 1)) record.told = true
    return 0
  }
  refund.own = true
  const given = makeRoom(payment, centimos)
  take(payment, share(centimos, payment.left))
  return centimos - given
}

/** What the gateway tells of a payment that we did not know; returns what no one had told of. */
export function hear(model: Model, payment: Payment): number {
  if (payment.heard === 0) {
    payment.heard = ++model.moment
    payment.left = [...PRICES]
  }
  const unknown = payment.refunds.filter(({ booked }) => !booked)
  return sum(
    unknown.map((refund) => {
      refund.booked = true
      return hearRefund(model, payment, refund)
    }),
  )
}

/** What came back of the gateway's own accord closes the courses, once nothing is left. */
export function conclude(model: Model, own: number): void {
  const over = standing(model).length === 0 && !model.payments.some(({ charged }) => charged)
  if (own > 0 && over) close(model, [...LIST.keys()])
  model.told += own
  settle(model)
}

const REFUSED = '409 MOVIMIENTO_NO_ANULABLE'

/** Staff take their last sale back; says how it is answered. */
export function annulSale(model: Model): string {
  const sale = model.payments.findLast(({ online }) => !online)
  if (!sale || sale.gone) return '200'
  if (leftOf(sale) !== TOTAL) return REFUSED
  sale.heard = 0
  sale.gone = true
  model.used.delete(sale.operation ?? -1)
  const over = standing(model).length === 0 && heard(model).length > 0 && !model.payments.some(({ charged }) => charged)
  if (over) close(model, [...LIST.keys()])
  settle(model)
  return '200'
}

/** Staff take back the last refund that they recorded and that the gateway did not tell of. */
export function annulRefund(model: Model): string {
  const last = model.records.findLast(({ record }) => !record.told)
  if (!last || last.record.gone) return '200'
  const { payment, record } = last
  const centimos = sum(record.parts)
  if (centimos === 0) return REFUSED
  take(
    payment,
    record.parts.map((part) => -part),
  )
  model.given += centimos
  record.gone = true
  payment.waiting = payment.waiting.filter((one) => one !== record)
  for (const [at, moment] of model.closed) if (moment === record.moment) model.closed.delete(at)
  settle(model)
  return '200'
}
