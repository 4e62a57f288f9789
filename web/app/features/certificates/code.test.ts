import { describe, expect, it } from 'vitest'
import { normaliseCode } from './code'

describe('a code as people type it', () => {
  it.each([
    ['CERT-ABCDEFGHI', 'CERT-ABCDEFGHI'],
    ['cert-abcdefghi', 'CERT-ABCDEFGHI'],
    ['  CERT - ABC DEF GHI ', 'CERT-ABCDEFGHI'],
    ['cert–abcdefghi', 'CERT-ABCDEFGHI'],
    ['certabcdefghi', 'CERT-ABCDEFGHI'],
    ['abcdefghi', 'CERT-ABCDEFGHI'],
    ['CERTABCDE', 'CERT-CERTABCDE'],
    ['CERT-CERTABCDE', 'CERT-CERTABCDE'],
  ])('«%s» is %s', (typed, code) => expect(normaliseCode(typed)).toBe(code))
  it.each([
    '',
    'CERT-',
    'CERT-ABCDEFGH',
    'CERT-ABCDEFGHIJ',
    'CERT-ABCDEFGH1',
    'CERT-ABCDEFGHÑ',
    '../../etc',
    'CERT-ABCD<b>GHI',
  ])('«%s» is not a code', (typed) => expect(normaliseCode(typed)).toBeNull())
})
