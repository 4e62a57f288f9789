import type { CouponCheck } from '@campus/contract/cart'
import { couponOff } from '@campus/contract/discounts'
import { splitName } from '@campus/contract/enrollee-names'
import { limaClock } from '@campus/contract/formats'
import { type Medium, takesNumber } from '@campus/contract/media'
import { numberOf } from '@campus/contract/numbers'
import type { SaleBody, SaleCourses, SaleRequest } from '@campus/contract/sales'
import { type DraftPart, type Part, partsOf, planIn } from './instalment-draft'
import { EMPTY_RECEIPT, type ReceiptValues, receiptIn } from './receipt-fields'

export type SoldCourse = SaleCourses['cursos'][number]

export type SaleMedium = Exclude<Medium, 'mercadopago'>

/** How it was paid, in any form. */
export type PaymentValues = { medio: SaleMedium; operacion: string; dia: string }

/** A medium without a number sends none. */
export const numberIn = ({ medio, operacion }: PaymentValues) => (takesNumber(medio) ? operacion : null)

/** What the form holds; `nueva`: the buyer is written below, and not one of the list. */
export type SaleValues = ReceiptValues &
  PaymentValues & {
    persona: string
    nueva: boolean
    nombres: string
    apellidos: string
    correo: string
    numero_documento: string
    cursos: string[]
    /** The group of a course, by its id. */
    grupos: Record<string, string>
    descuento: string
    cupon: string
    motivo: string
    /** Empty where it is paid at once. */
    cuotas: DraftPart[]
  }

export const today = (): string => limaClock(Date.now()).slice(0, 10)

export const emptySale = (known: Pick<SaleValues, 'persona' | 'cursos'>): SaleValues => ({
  ...{ nueva: false, nombres: '', apellidos: '', correo: '', numero_documento: '', ...known, grupos: {} },
  ...{ descuento: '', cupon: '', motivo: '', medio: 'yape', operacion: '', dia: today(), cuotas: [], ...EMPTY_RECEIPT },
})

/** The new buyer as far as what was searched tells: a mail, a document or a name. */
export function buyerOf(typed: string): Pick<SaleValues, 'nombres' | 'apellidos' | 'correo' | 'numero_documento'> {
  const blank = { nombres: '', apellidos: '', correo: '', numero_documento: '' }
  if (typed.includes('@')) return { ...blank, correo: typed }
  if (/^[\d\s.-]+$/.test(typed)) return { ...blank, numero_documento: typed }
  return { ...blank, ...splitName(typed) }
}

const inCents = (soles: number): number => Math.round(soles * 100)

const discountOf = ({ descuento }: SaleValues): number => (descuento.trim() === '' ? 0 : numberOf(descuento))

/** A sum as it is written once its field is left: with two decimals. */
export function tidySum(typed: string): string {
  const sum = numberOf(typed)
  return inCents(sum) / 100 === sum ? sum.toFixed(2) : typed
}

type Priced = { id: number; precio: number }

/** In soles; NaN while the discount is no number. A coupon is instead of a discount. */
export function totalOf(values: SaleValues, sold: readonly Priced[], coupon?: CouponCheck): number {
  if (values.medio === 'cortesia') return 0
  const lines = sold.map(({ id, precio }) => ({ id, centimos: inCents(precio) }))
  const subtotal = lines.reduce((sum, { centimos }) => sum + centimos, 0)
  if (values.cupon === '') return (subtotal - inCents(discountOf(values))) / 100
  return (subtotal - (coupon?.valido ? couponOff(lines, coupon) : 0)) / 100
}

const writtenDocument = ({ numero_documento }: SaleValues) =>
  numero_documento.trim() === '' ? {} : { numero_documento }

function buyerIn(values: SaleValues): Pick<SaleBody, 'id_usuario' | 'persona'> {
  const { nueva, persona, nombres, apellidos, correo } = values
  if (nueva) return { persona: { nombres, apellidos, correo, ...writtenDocument(values) } }
  return persona === '' ? {} : { id_usuario: Number(persona) }
}

/** The instalments that are agreed; none where nothing is left to pay. */
export const planOf = ({ cuotas, medio, dia }: SaleValues, total: number): Part[] =>
  medio !== 'cortesia' && total > 0 ? partsOf(cuotas, total, dia) : []

/** What is paid with the sale, in soles: all of it, or the first instalment. */
export function firstOf(values: SaleValues, total: number): number {
  const [first] = planOf(values, total)
  return first ? numberOf(first.monto) || 0 : total
}

/** Of the courses that are sold. */
const groupsIn = ({ cursos, grupos }: SaleValues) =>
  cursos.flatMap((id) => (grupos[id] ? [{ id_curso: Number(id), id_grupo: Number(grupos[id]) }] : []))

type Rest = { orden: string | undefined; total: number; envio: string }

export function bodyOf(values: SaleValues, { orden, total, envio }: Rest): SaleRequest {
  const { medio, dia, cursos, motivo } = values
  const plan = planOf(values, total)
  const grupos = groupsIn(values)
  const cupon = medio === 'cortesia' ? '' : values.cupon
  const discount = medio === 'cortesia' || cupon ? 0 : discountOf(values)
  return {
    ...(orden ? { orden } : { ...buyerIn(values), cursos: cursos.map(Number) }),
    ...(!orden && grupos.length > 0 && { grupos }),
    ...(!orden && discount !== 0 && { descuento: discount }),
    ...(!orden && (cupon ? { cupon } : { motivo })),
    ...(!orden && medio !== 'cortesia' && { comprobante: receiptIn(values) }),
    ...(plan.length > 0 && { cuotas: planIn(plan) }),
    ...{ medio, dia, operacion: numberIn(values), total, envio },
  }
}
