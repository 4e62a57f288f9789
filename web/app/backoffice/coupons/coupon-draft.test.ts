import { CouponBody, NewCoupon } from '@campus/contract/coupons'
import { describe, expect, it } from 'vitest'
import { bodyErrors } from '../blocks/field-errors'
import { EMPTY, newCoupon, termsOf, valuesOf } from './coupon-draft'

const envio = '4d1f0f2e-6d0f-4f5a-9d3e-2b1a5c7e9f10'
const values = { ...valuesOf(EMPTY), nombre: 'Navidad', codigo: 'navidad', porcentaje: '20 %' }

describe('what the form of a coupon sends', () => {
  it('is one discount, with one code or for many', () => {
    const terms = { nombre: 'Navidad', cursos: [], desde: null, hasta: null, usos: null, usos_persona: 1 }
    const body = newCoupon(values, envio)
    expect(body).toEqual({ ...terms, porcentaje: 20, descuento: null, codigo: 'navidad', envio })
    const amount = { ...values, clase: 'monto' as const, descuento: 'S/ 15.50', tipo: 'varios' as const, usos: '9' }
    expect(newCoupon(amount, envio)).toEqual({ ...terms, porcentaje: null, descuento: 15.5, codigo: null, envio })
  })

  it.each([
    [{ nombre: '' }, ['nombre']],
    [{ codigo: '', porcentaje: '' }, ['porcentaje', 'codigo']],
    [{ porcentaje: '12.5' }, ['porcentaje']],
    [{ clase: 'monto' as const, descuento: 'diez' }, ['descuento']],
    [{ usos: 'muchos' }, ['usos']],
    [{ desde: '2026-12-02', hasta: '2026-12-01' }, ['hasta']],
  ])('with %o says at its field what is wrong', (change, fields) => {
    const changed = { ...values, ...change }
    expect(Object.keys(bodyErrors(NewCoupon, newCoupon(changed, envio), changed)).sort()).toEqual(fields.sort())
  })

  it('of a coupon is what it was', () => {
    const coupon = {
      ...{ nombre: 'Exalumnos', codigo: 'EX', porcentaje: null, descuento: 30, cursos: [{ id: 3, nombre: 'Telar' }] },
      ...{ desde: '2026-12-01', hasta: null, limite: 50, usos_persona: null },
    }
    const terms = termsOf(valuesOf(coupon))
    expect(terms).toEqual({
      ...{ nombre: 'Exalumnos', porcentaje: null, descuento: 30, cursos: [3], desde: '2026-12-01', hasta: null },
      ...{ usos: 50, usos_persona: null },
    })
    expect(CouponBody.safeParse({ ...terms, version: 1 }).success).toBe(true)
  })
})
