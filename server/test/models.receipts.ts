import fc from 'fast-check'
import type { TestApp } from './harness.ts'
import { type Step, same, spoken, step } from './models.steps.ts'

/** The receipt of an order as it should be; null where none was written. */
type Written = { tipo: 'boleta' | 'factura'; documento: string | null; numero: string | null }
export type WithReceipt = { receipt: Written | null; state: string }
type Order = { t: TestApp; token: string; admin: string; numero: string }

const ASKED = [
  { tipo: 'boleta', documento: null },
  { tipo: 'boleta', documento: '40506071' },
  { tipo: 'factura', documento: '20131312955' },
] as const
const BUSINESS = { razon_social: 'Una S.A.C.', direccion: 'Av. Uno 12' }

const PLAIN: Written = { tipo: 'boleta', documento: null, numero: null }

type Shown = { tipo: string; documento: string | null } | null

export async function compareReceipt({ receipt }: WithReceipt, { t, token, admin, numero }: Order): Promise<void> {
  const staff = (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: admin })).body.data.comprobante
  const buyer = (await t.call('GET', `/api/ordenes/${numero}`, { token })).body.data.comprobante
  const pick = (shown: Shown, number: string | null) =>
    shown && { tipo: shown.tipo, documento: shown.documento, numero: number }
  same('the receipt of staff', pick(staff.datos, staff.numero), receipt ?? PLAIN)
  same('the receipt of the buyer', pick(buyer, buyer?.numero), receipt)
}

const change = <M extends WithReceipt, R extends Order>(which: number): Step<M, R> =>
  step('cambiar el comprobante', [which], async (model, real) => {
    const asked = ASKED[which] ?? ASKED[0]
    const body = asked.tipo === 'factura' ? { ...asked, ...BUSINESS } : asked
    const { t, admin: token, numero } = real
    const answer = await t.call('PUT', `/api/gestion/ordenes/${numero}/comprobante`, { token, body })
    const before = model.receipt ?? PLAIN
    const fixed = before.numero !== null
    same('a receipt', spoken(answer), fixed ? '409 COMPROBANTE_CON_NUMERO' : '200')
    const other = before.tipo !== asked.tipo || before.documento !== asked.documento
    if (!fixed && other) model.receipt = { ...asked, numero: null }
    await compareReceipt(model, real)
  })

/** Its number, or an empty one that takes it away. */
const number = <M extends WithReceipt, R extends Order>(which: number): Step<M, R> =>
  step('numerar el comprobante', [which], async (model, real) => {
    const { t, admin: token, numero } = real
    const typed = which === 0 ? '' : `B${which}-${numero.slice(0, 8).toUpperCase()}`
    const path = `/api/gestion/ordenes/${numero}/comprobante/numero`
    const answer = await t.call('PUT', path, { token, body: { numero: typed } })
    const before = model.receipt ?? PLAIN
    const unpaid = model.state === 'pendiente' || model.state === 'cancelada'
    const refused = typed !== '' && typed !== before.numero && unpaid
    same('the number of a receipt', spoken(answer), refused ? '409 ORDEN_NO_PAGADA' : '200')
    if (!refused && (before.numero ?? '') !== typed) model.receipt = { ...before, numero: typed || null }
    await compareReceipt(model, real)
  })

export const receiptSteps = <M extends WithReceipt, R extends Order>(): fc.Arbitrary<Step<M, R>>[] => [
  fc.nat(2).map((which) => change<M, R>(which)),
  fc.nat(2).map((which) => number<M, R>(which)),
]
