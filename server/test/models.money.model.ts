import type { OrderState } from '@campus/contract/order-rules'

/** The money of one order as it should be, in céntimos: models.money.ts acts on both. */

/** A refund at the gateway; `booked`: we know of it, `own`: of its own accord, `claimed`: staff recorded it later. */
export type Refund = { centimos: number; booked: boolean; own: boolean; claimed: boolean }
/** A record of staff's that waits for the gateway to tell of it, with what is left of it by course. */
type Recorded = { parts: number[]; whole: boolean }
export type Sent = { centimos: number; parts: number[]; closes: number[] }
export type Payment = {
  /** At the gateway; otherwise by Yape, registered by staff. */
  online: boolean
  /** When the gateway told us of it; 0 for not yet. */
  heard: number
  refunds: Refund[]
  waiting: Recorded[]
  /** Asked of the gateway, which has not answered. */
  sent: Sent[]
  /** What is left of our money by course. */
  left: number[]
  charged: boolean
}
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
}
export const LIST = [14_900, 8_990, 101]
/** 10 % of 239.91 less, as the checkout spreads it. */
export const PRICES = [13_410, 8_091, 91]

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
  if (heard(model).length === 0) return 'pendiente'
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
    model.suspended.clear()
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
  const sent = payment.sent.findIndex((one) => one.centimos === centimos)
  if (sent >= 0) {
    for (const one of payment.sent.splice(sent, 1)) finish(model, payment, one)
    return 0
  }
  const same = payment.waiting.findIndex(({ parts, whole }) => whole && sum(parts) === centimos)
  if (same >= 0) {
    payment.waiting.splice(same, 1)
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
