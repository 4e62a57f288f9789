import { describe, expect, it } from 'vitest'
import { certificateCode, lettersAndDigits, linkToken, referralCode } from './codes.ts'

describe('the code of a certificate as people type and paste it', () => {
  it.each([
    'CERT-ABCDEFGHI',
    'cert-abcdefghi',
    '  CERT - ABC DEF GHI ',
    'cert–abcdefghi',
    'CERT\u2212ABCDEFGHI',
    'certabcdefghi',
    'abcdefghi',
    'CERT-ABCDEFGHI\u200b',
    '\ufeffCERT\u00ad-ABCDEFGHI',
    '«CERT-ABCDEFGHI»',
    'CERT-ABCDEFGHI)',
    'Código:CERT-ABCDEFGHI',
    'CERT-ABCDEFGHI.pdf',
    'CERT-ABCDEFGHI|hoy',
    'CERT-ABCDEFGHI,',
    'CERT-ABCDEFGHI/',
    'ＣＥＲＴ－ＡＢＣＤＥＦＧＨＩ',
    'https://campus.pe/certificado/CERT-ABCDEFGHI',
    'https://campus.pe/certificado/CERT-ABCDEFGHI/?utm_source=whatsapp#top',
    'https://campus.pe/certificado?codigo=cert-abcdefghi',
    'campus.pe/certificado/CERT-ABCDEFGHI%E2%80%8B',
    'https%3A%2F%2Fcampus.pe%2Fcertificado%2FCERT-ABCDEFGHI',
    'https://campus.pe/api/certificados/CERT-ABCDEFGHI/pdf',
    'Verifica mi certificado en https://campus.pe/certificado/CERT-ABCDEFGHI.',
    'Código: CERT-ABCDEFGHI',
  ])('reads it in «%s»', (typed) => expect(certificateCode(typed)).toBe('CERT-ABCDEFGHI'))
  it.each(['CERTABCDE', 'CERT-CERTABCDE'])('reads «%s», which begins twice like a code', (typed) =>
    expect(certificateCode(typed)).toBe('CERT-CERTABCDE'),
  )
  it.each(['', '/', 'CERT-', 'CERT-ABCDEFGH', 'CERT-ABCDEFGHIJ', 'CERT-ABCDEFGH1', 'CERT-ABCDEFGHÑ', '../../etc', '%'])(
    'finds none in «%s»',
    (typed) => expect(certificateCode(typed)).toBeNull(),
  )
})

describe('a referral code as people type and paste it', () => {
  it.each([
    ['REF123', 'REF123'],
    [' ref 123 ', 'REF123'],
    ['«REF-123».', 'REF123'],
    ['Código:REF123', 'REF123'],
    ['REF\u200b123', 'REF123'],
    ['ＲＥＦ１２３', 'REF123'],
    ['REF١٢٣', 'REF123'],
    ['https://campus.pe/referidos?codigo=REF123', 'REF123'],
    ['https://campus.pe/referidos?codigo=REF0&marca=2', 'REF0'],
    ['Usa mi código REF123 al comprar: https://campus.pe/referidos', 'REF123'],
  ])('reads it in «%s»', (typed, code) => expect(referralCode(typed)).toBe(code))
  it.each(['', 'REF', 'REF007', 'REF99999', 'REF123456', 'HOLA', '123'])('finds none in «%s»', (typed) =>
    expect(referralCode(typed)).toBeNull(),
  )
})

describe('a number as people type it', () => {
  it.each([
    ['12.345.678', '12345678'],
    [' 12 345-678\u200f', '12345678'],
    ['１２３４５６７８', '12345678'],
    ['١٢٣٤٥٦٧٨', '12345678'],
    ['۱۲۳۴۵۶۷۸', '12345678'],
    ['१२३४५६७८', '12345678'],
    ['𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖', '12345678'],
    ['ab-123456', 'AB123456'],
  ])('«%s» is %s', (typed, number) => expect(lettersAndDigits(typed)).toBe(number))
})

it('reads the token of a link without what stands around it', () => {
  expect(['<a-B_9>', 'a-B_9.', ' a-B_9\u200b', 'a-B_9'].map(linkToken)).toEqual(Array(4).fill('a-B_9'))
})
