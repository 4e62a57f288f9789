import { SaleBody } from '@campus/contract/sales'
import { describe, expect, it } from 'vitest'
import { bodyErrors } from '../blocks/field-errors'
import { FOLLOWING } from './instalment-draft'
import { bodyOf, buyerOf, emptySale, firstOf, totalOf } from './sale-draft'

const envio = '4d1f0f2e-6d0f-4f5a-9d3e-2b1a5c7e9f10'
const values = { ...emptySale({ persona: '7', cursos: ['3', '4'] }), operacion: '1234', dia: '2026-11-30' }
const sold = [3, 4].map((id) => ({ id, precio: 149 }))
const rest = { orden: undefined, total: 298, envio }

describe('what a sale sends', () => {
  it('names the groups of the courses that are sold', () => {
    const grupos = { 3: '12', 4: '', 9: '15' }
    expect(bodyOf({ ...values, grupos }, rest).grupos).toEqual([{ id_curso: 3, id_grupo: 12 }])
    expect(bodyOf({ ...values, grupos }, { ...rest, orden: 'x' })).not.toHaveProperty('grupos')
  })

  it('is the person and the courses, the order alone, or somebody new', () => {
    const paid = { medio: 'yape', operacion: '1234', dia: '2026-11-30', total: 298, envio }
    expect(bodyOf(values, rest)).toEqual({
      ...paid,
      id_usuario: 7,
      cursos: [3, 4],
      motivo: '',
      comprobante: { tipo: 'boleta' },
    })
    expect(bodyOf(values, { ...rest, orden: 'abc' })).toEqual({ ...paid, orden: 'abc' })
    const luz = { ...values, nueva: true, ...buyerOf('Luz Rojas Díaz'), correo: 'luz@prueba.pe' }
    const factura = {
      comprobante_documento: '20131312955',
      comprobante_razon_social: 'Una SAC',
      comprobante_direccion: 'Lima',
    }
    expect(bodyOf({ ...values, ...factura, comprobante_tipo: 'factura' }, rest).comprobante).toEqual({
      ...{ tipo: 'factura', documento: '20131312955', razon_social: 'Una SAC', direccion: 'Lima' },
    })
    expect(bodyOf({ ...values, medio: 'cortesia' }, rest)).not.toHaveProperty('comprobante')
    expect(bodyOf(luz, rest).persona).toEqual({ nombres: 'Luz', apellidos: 'Rojas Díaz', correo: 'luz@prueba.pe' })
  })

  it('has the instalments that were agreed, but for a gift', () => {
    const agreed = { ...values, dia: '2026-11-30', cuotas: [FOLLOWING, { monto: '100', vence: null }] }
    expect(bodyOf(agreed, rest).cuotas).toEqual([
      { monto: 198, vence: '2026-11-30' },
      { monto: 100, vence: '2026-12-30' },
    ])
    expect([firstOf(agreed, 298), firstOf(values, 298)]).toEqual([198, 298])
    expect(bodyOf({ ...agreed, medio: 'cortesia' }, { ...rest, total: 0 })).not.toHaveProperty('cuotas')
    expect(bodyOf(values, rest)).not.toHaveProperty('cuotas')
  })

  it.each([
    ['luz@prueba.pe', { correo: 'luz@prueba.pe' }],
    ['40 50 60 71', { numero_documento: '40 50 60 71' }],
    ['Luz', { nombres: 'Luz', apellidos: '' }],
  ])('of «%s» keeps what it tells of somebody new', (typed, known) => {
    expect(buyerOf(typed)).toMatchObject(known)
  })

  it.each([
    [{}, 298],
    [{ descuento: '29.80' }, 268.2],
    [{ descuento: 'S/ 0.10' }, 297.9],
    [{ descuento: 'diez' }, Number.NaN],
    [{ medio: 'cortesia' as const, descuento: '10' }, 0],
  ])('with %o takes %d', (change, total) => {
    expect(totalOf({ ...values, ...change }, sold)).toBe(total)
  })

  it.each([
    [20, true, 268.2],
    [20, false, 298],
  ])('with a coupon of %d %% that is valid: %s takes %d', (porcentaje, valido, total) => {
    const coupon = { codigo: 'MADRE20', porcentaje, descuento: null, cursos: [3], valido, motivo: null }
    const changed = { ...values, cupon: 'madre20', descuento: '5' }
    expect(totalOf(changed, sold, coupon)).toBe(total)
    const { cupon, descuento, motivo } = bodyOf(changed, { ...rest, total })
    expect({ cupon, descuento, motivo }).toEqual({ cupon: 'madre20' })
  })

  it.each([
    [{ operacion: '' }, { operacion: 'Escribe el número de operación.' }],
    [{ operacion: '', medio: 'efectivo' as const }, {}],
    [{ persona: '' }, { persona: 'Elige a quién le vendes.' }],
    [{ cursos: [] }, { cursos: 'Elige al menos un curso.' }],
    [
      { comprobante_tipo: 'factura' as const, comprobante_razon_social: 'Una', comprobante_direccion: 'Lima' },
      { comprobante_documento: 'Escribe el RUC.' },
    ],
    [{ descuento: '10' }, { motivo: 'Escribe por qué.' }],
    [{ descuento: 'diez' }, { descuento: 'Escribe el descuento.' }],
    [{ nueva: true, nombres: 'Luz', apellidos: 'Paz', correo: 'luz' }, { correo: 'Escribe un correo válido.' }],
  ])('with %o says at its field what is missing', (change, errors) => {
    const changed = { ...values, ...change }
    expect(bodyErrors(SaleBody, bodyOf(changed, rest), changed)).toEqual(errors)
  })
})
