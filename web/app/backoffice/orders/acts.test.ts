import type { OrderState } from '@campus/contract/order-rules'
import { expect, it } from 'vitest'
import { actsOn } from './acts'

const order = (estado: OrderState, en_pasarela = true) => ({ estado, en_pasarela, neto: estado === 'pagada' ? 149 : 0 })
const on = (estado: OrderState, en_pasarela?: boolean) => actsOn(order(estado, en_pasarela), () => true, true)

it('the next act comes first, and what does not fit is left out', () => {
  expect(on('pendiente')).toEqual(['registrar', 'verificar', 'cancelar'])
  expect(on('en_espera')).toEqual(['verificar', 'registrar', 'cancelar'])
  expect(on('en_revision')).toEqual(['aceptar', 'verificar'])
  expect(on('pagada')).toEqual(['reenviar', 'verificar', 'devolver'])
  expect(on('pagada', false)).toEqual(['reenviar', 'devolver'])
  expect(on('cancelada', false)).toEqual([])
})

it('who may only see has none, and a cashier accepts no payment', () => {
  expect(actsOn(order('pendiente'), () => false, true)).toEqual([])
  const cashier = (permission: string) => permission === 'ventas.registrar'
  expect(actsOn(order('en_revision'), cashier, true)).toEqual(['verificar'])
  expect(actsOn(order('rechazada'), cashier, false)).toEqual(['verificar', 'cancelar'])
})
