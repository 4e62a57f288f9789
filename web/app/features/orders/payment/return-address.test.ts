import { describe, expect, it } from 'vitest'
import { isOrderNumber, readReturn } from './return-address'

const NUMERO = '0b8e7c1e-3f0a-4a57-9d0b-6f4f1f6a1c11'
const read = (query: string) => readReturn(new URLSearchParams(query))

describe('readReturn', () => {
  it.each([
    ['', null, null, false],
    [`orden=${NUMERO}`, NUMERO, null, false],
    [`orden=${NUMERO}&vuelta=1`, NUMERO, null, true],
    [`external_reference=${NUMERO}&collection_id=12&collection_status=approved&status=approved`, NUMERO, '12', true],
    [`orden=${NUMERO}&external_reference=otra&payment_id=34&status=rejected`, NUMERO, '34', true],
    [`orden=${NUMERO}&payment_id=null&collection_id=null&status=null`, NUMERO, null, true],
    [`orden=${NUMERO}&payment_id=<script>`, NUMERO, null, true],
    [`orden=«${NUMERO}».`, NUMERO, null, false],
    ['orden=hola', 'hola', null, false],
  ])('of %j', (query, numero, pago, vuelta) => expect(read(query)).toEqual({ numero, pago, vuelta }))
})

describe('isOrderNumber', () => {
  it.each([
    [NUMERO, true],
    [NUMERO.toUpperCase(), true],
    ['hola', false],
    ['', false],
    [`${NUMERO}/..`, false],
  ])('of %j is %s', (numero, is) => expect(isOrderNumber(numero)).toBe(is))
})
