import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from './harness.ts'

/** What staff send for a coupon of 20 % of everything, once for each person. */
export const aCouponBody = (change: object = {}) => ({
  ...{ nombre: 'Día de la madre', codigo: `C${randomUUID().slice(0, 8)}`.toUpperCase() },
  ...{ porcentaje: 20, descuento: null, cursos: [], desde: null, hasta: null, usos: null, usos_persona: 1 },
  ...{ envio: randomUUID(), ...change },
})

/** Coupons of the brand whose staff `token` is. */
export async function makeCoupon(t: TestApp, token: string, change: object = {}) {
  const answer = await t.call('POST', '/api/gestion/cupones', { token, body: aCouponBody(change) })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return answer.body.data as { id: number; codigo: string; version: number }
}

/** The holds of a coupon are over. */
export const letHoldsEnd = (t: TestApp, id: number) =>
  t.database
    .sql`UPDATE cupon_usos SET retenido_hasta = now() - interval '1 second' WHERE id_cupon = ${id} AND usado_en IS NULL`
