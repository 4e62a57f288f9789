import type { OrderState, SandboxAction } from '@campus/contract/order-rules'
import fc from 'fast-check'
import type { TestApp } from './harness.ts'
import { type Step, same, spoken, step } from './models.steps.ts'
import { shopping } from './shop.ts'

/** Late notifications never lower the rank. */
const RANKS = { pending: 0, rejected: 1, approved: 2, refunded: 3, charged_back: 4 }
type Word = keyof typeof RANKS
/** State at the gateway, and the last notified one. */
type Payment = { actual: Word; notified: Word | null }
type Bought = { numero: string; courses: number[]; payments: Payment[] }
type Model = { orders: Bought[] }
type Real = { t: TestApp; token: string; id: number; ids: number[] }
type PurchaseStep = Step<Model, Real>

const COURSES = 3

export async function beginPurchases(t: TestApp): Promise<{ model: Model; real: Real }> {
  const { person, token, ids } = await shopping(t).scene(COURSES)
  return { model: { orders: [] }, real: { t, token, id: person.id, ids } }
}

function stateOf({ payments }: Bought): OrderState {
  const notified = payments.flatMap((payment) => payment.notified ?? [])
  const states: [Word, OrderState][] = [
    ['approved', 'pagada'],
    ['charged_back', 'contracargo'],
    ['refunded', 'reembolsada'],
    ['pending', 'en_espera'],
  ]
  for (const [word, state] of states) if (notified.includes(word)) return state
  return notified.length > 0 ? 'rechazada' : 'pendiente'
}

const payable = (order: Bought) => ['pendiente', 'en_espera', 'rechazada'].includes(stateOf(order))
const owned = ({ orders }: Model): number[] => [
  ...new Set(orders.filter((order) => stateOf(order) === 'pagada').flatMap((order) => order.courses)),
]

function hear(payment: Payment): void {
  if (payment.notified === null || RANKS[payment.actual] > RANKS[payment.notified]) payment.notified = payment.actual
}

/** Compares the states of orders and the enrolments. */
async function compare(model: Model, { t, token, id, ids }: Real): Promise<void> {
  const { body } = await t.call('GET', '/api/ordenes?per_page=100', { token })
  const said = Object.fromEntries(
    body.data.data.map((row: { numero: string; estado: string }) => [row.numero, row.estado]),
  )
  same(
    'the orders',
    model.orders.map(({ numero }) => said[numero]),
    model.orders.map(stateOf),
  )
  same('how many', body.data.total, model.orders.length)
  const places = await t.call('GET', `/api/matriculas/usuario/${id}`, { token })
  const open = places.body.data.map((row: { curso: { id: number } }) => ids.indexOf(row.curso.id))
  same('the open courses', open.sort(), owned(model).sort())
}

const buy = (courses: number[]): PurchaseStep =>
  step('comprar', [courses], async (model, real) => {
    const { t, token, ids } = real
    // The server must ignore the price of the body.
    const items = courses.map((at) => ({ id: ids[at], costo: 0.01, quantity: 3 }))
    const answer = await t.call('POST', '/api/mercadopago/preference', { token, body: { items } })
    if (courses.some((at) => owned(model).includes(at)))
      return same('a course that is owned', spoken(answer), '422 DATOS_INVALIDOS')
    const set = [...courses].sort().join()
    const open = model.orders.find((order) => payable(order) && order.courses.join() === set)
    if (open) same('an order taken up again', answer.body.orden, open.numero)
    else model.orders.push({ numero: answer.body.orden, courses: [...courses].sort(), payments: [] })
    same('a purchase', spoken(answer), '200')
    await compare(model, real)
  })

const ACTS: Partial<Record<SandboxAction, (order: Bought) => void>> = {
  aprobar: ({ payments }) => void payments.push({ actual: 'approved', notified: 'approved' }),
  rechazar: ({ payments }) => void payments.push({ actual: 'rejected', notified: 'rejected' }),
  dejar_pendiente: ({ payments }) => void payments.push({ actual: 'pending', notified: 'pending' }),
  aprobar_y_avisar_dos_veces: ({ payments }) => void payments.push({ actual: 'approved', notified: 'approved' }),
  aprobar_sin_avisar: ({ payments }) => void payments.push({ actual: 'approved', notified: null }),
  aprobar_con_firma_mala: ({ payments }) => void payments.push({ actual: 'approved', notified: null }),
  avisar_en_desorden: ({ payments }) =>
    void payments.push({ actual: 'pending', notified: 'pending' }, { actual: 'approved', notified: 'approved' }),
  pagar_dos_veces: ({ payments }) =>
    void payments.push({ actual: 'approved', notified: 'approved' }, { actual: 'approved', notified: 'approved' }),
}

const act = (which: number, action: keyof typeof ACTS): PurchaseStep =>
  step('en la pasarela', [which, action], async (model, real) => {
    const order = model.orders[which % Math.max(1, model.orders.length)]
    if (!order) return
    const { t } = real
    same('the act', spoken(await shopping(t).act(order.numero, action)), '200')
    await shopping(t).settle()
    ACTS[action]?.(order)
    await compare(model, real)
  })

const takeBack = (which: number, action: 'reembolsar' | 'contracargo'): PurchaseStep =>
  step('el banco', [which, action], async (model, real) => {
    const order = model.orders[which % Math.max(1, model.orders.length)]
    if (!order) return
    const answer = await shopping(real.t).act(order.numero, action)
    const last = order.payments.at(-1)
    if (!last) return same('nothing to take back', spoken(answer), '404 NO_ENCONTRADO')
    await shopping(real.t).settle()
    // Only money that came in goes back.
    if (action === 'contracargo') last.actual = 'charged_back'
    else if (last.actual === 'approved') last.actual = 'refunded'
    hear(last)
    await compare(model, real)
  })

const verify = (which: number): PurchaseStep =>
  step('comprobar', [which], async (model, real) => {
    const order = model.orders[which % Math.max(1, model.orders.length)]
    if (!order) return
    const { t, token } = real
    await t.database.sql`DELETE FROM limites`
    const answer = await t.call('GET', `/api/mercadopago/verificar-pago?orden=${order.numero}&status=approved`, {
      token,
    })
    order.payments.forEach(hear)
    same('the order', [spoken(answer), answer.body.data?.estado], ['200', stateOf(order)])
    await compare(model, real)
  })

const which = fc.nat(5)
export const PURCHASE_STEPS: fc.Arbitrary<PurchaseStep>[] = [
  fc.subarray([0, 1, 2], { minLength: 1 }).map(buy),
  fc
    .tuple(which, fc.constantFrom(...(Object.keys(ACTS) as (keyof typeof ACTS)[])))
    .map(([n, action]) => act(n, action)),
  fc.tuple(which, fc.constantFrom('reembolsar', 'contracargo')).map(([n, action]) => takeBack(n, action)),
  which.map(verify),
]
