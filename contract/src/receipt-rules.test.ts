import { describe, expect, it } from 'vitest'
import { isRuc, receiptProblems, rucProblem } from './receipt-rules.ts'

describe('a RUC', () => {
  // 20131312955: 10+0+3+6+7+6+15+4+27+10 = 88… the rest of 11 leaves 5. 20100070970 leaves 10, whose digit is 0, 20100017491 leaves 1.
  it.each(['20131312955', '20100047218', '20100017491', '20467534026', '20131370645', '20123456786', '20100070970'])(
    '%s is one',
    (ruc) => expect([isRuc(ruc), rucProblem(ruc)]).toEqual([true, null]),
  )

  it.each([...'0123456789'])('has one check digit: 2013131295%s', (last) => {
    expect(isRuc(`2013131295${last}`)).toBe(last === '5')
  })

  it.each(['20-13131295-5', ' 20131312955 ', '２０１３１３１２９５５'])('%j is read', (typed) => {
    expect(rucProblem(typed)).toBeNull()
  })

  it.each([
    ['', 'Escribe el RUC.'],
    ['2013131295', 'El RUC debe tener 11 dígitos.'],
    ['201313129555', 'El RUC debe tener 11 dígitos.'],
    ['2013131295A', 'El RUC debe tener 11 dígitos.'],
    ['20131312956', 'Revisa el RUC: uno de sus dígitos no corresponde.'],
    ['30131312955', 'Revisa el RUC: uno de sus dígitos no corresponde.'],
  ])('%j is none', (typed, text) => expect(rucProblem(typed)).toBe(text))
})

const factura = {
  tipo: 'factura' as const,
  documento: '20131312955',
  razon_social: 'Minera Sur SAC',
  direccion: 'Av. Uno 12',
}

it.each([
  [{ tipo: 'boleta' }, {}],
  [{ tipo: 'boleta', documento: '' }, {}],
  [{ tipo: 'boleta', tipo_documento: 'DNI', documento: '40506071' }, {}],
  [{ tipo: 'boleta', documento: '4050607' }, { documento: 'El DNI debe tener 8 dígitos.' }],
  [{ tipo: 'boleta', tipo_documento: 'CE', documento: '00123456' }, { documento: expect.stringMatching(/^El carné/) }],
  [{ tipo: 'boleta', tipo_documento: 'Pasaporte', documento: 'AB 12-345' }, {}],
  [factura, {}],
  [{ ...factura, razon_social: ' ' }, { razon_social: 'Escribe la razón social.' }],
  [
    { tipo: 'factura' },
    { documento: 'Escribe el RUC.', razon_social: 'Escribe la razón social.', direccion: 'Escribe la dirección.' },
  ],
] as const)('of %o is wrong: %o', (receipt, problems) => expect(receiptProblems(receipt)).toEqual(problems))
