import type { Coupon } from '@campus/contract/coupons'
import { numberOf } from '@campus/contract/numbers'

/** What the form holds: text alone. `clase`: what it takes off; `tipo`: one code, or many for one use each. */
export type CouponValues = {
  nombre: string
  tipo: 'uno' | 'varios'
  codigo: string
  clase: 'porcentaje' | 'monto'
  porcentaje: string
  descuento: string
  cursos: string
  desde: string
  hasta: string
  usos: string
  usos_persona: string
}

const textOf = (value: number | null): string => (value === null ? '' : String(value))

export const idsIn = (text: string): string[] => (text === '' ? [] : text.split(','))

export const EMPTY = { usos_persona: 1, version: 0 } as const

/** Of a coupon, or of a new one. */
export const valuesOf = (coupon: Partial<Coupon> & { usos_persona: number | null }): CouponValues => ({
  nombre: coupon.nombre ?? '',
  tipo: coupon.codigo === null ? 'varios' : 'uno',
  codigo: coupon.codigo ?? '',
  clase: (coupon.descuento ?? null) === null ? 'porcentaje' : 'monto',
  porcentaje: textOf(coupon.porcentaje ?? null),
  descuento: coupon.descuento?.toFixed(2) ?? '',
  cursos: (coupon.cursos ?? []).map(({ id }) => id).join(),
  desde: coupon.desde ?? '',
  hasta: coupon.hasta ?? '',
  usos: coupon.codigo === null ? '' : textOf(coupon.limite ?? null),
  usos_persona: textOf(coupon.usos_persona),
})

/** NaN for what is no number, which the contract's schema says. */
const numberIn = (text: string): number | null => (text.trim() === '' ? null : numberOf(text))

export function termsOf(values: CouponValues) {
  const { nombre, clase, desde, hasta, cursos } = values
  return {
    nombre,
    porcentaje: clase === 'porcentaje' ? numberOf(values.porcentaje.replace('%', '').trim()) : null,
    descuento: clase === 'monto' ? numberOf(values.descuento) : null,
    cursos: idsIn(cursos).map(Number),
    desde: desde || null,
    hasta: hasta || null,
    usos: values.tipo === 'uno' ? numberIn(values.usos) : null,
    usos_persona: numberIn(values.usos_persona),
  }
}

/** Of a new one. */
export const newCoupon = (values: CouponValues, envio: string) => ({
  ...termsOf(values),
  codigo: values.tipo === 'uno' ? values.codigo : null,
  envio,
})
