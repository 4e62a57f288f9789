import { REFERRAL_CODE, REFERRAL_LIMIT } from './order-rules.ts'
import { CERTIFICATE_CODE } from './rules.ts'

/** Codes as people type and paste them. Apart from the schemas, for pages that load no Zod. */

const DIGIT = /\p{Nd}/u

/** Unicode encodes each script's digits as a run from 0 to 9. */
function latinDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  let zero = point
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero--
  return String((point - zero) % 10)
}

/** The letters and digits alone, in capitals: `«cert–abc»` is `CERTABC`, and `１２.345` is `12345`. */
export const lettersAndDigits = (typed: string): string =>
  typed
    // Composing a run of marks needs quadratic time.
    .replace(/\p{M}+/gu, '')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/\p{Nd}/gu, latinDigit)
    .toUpperCase()

const withoutEscapes = (typed: string): string => typed.replace(/%[0-9a-f]{2}/gi, ' ')

/** The whole text, then the parts of a URL or a sentence from the last. */
function partsOf(typed: string): [string, ...string[]] {
  const text = withoutEscapes(typed)
  const parts = text.split(/[\s/?&=#:;.,|()]+/).reverse()
  return [lettersAndDigits(text), ...parts.map(lettersAndDigits)]
}

/** `CERT-ABCDEFGHI`, also where `CERT` was left out; null when there is none. */
export function certificateCode(typed: string): string | null {
  const [all, ...parts] = partsOf(typed)
  const codes = [all.length === 9 ? `CERT${all}` : all, ...parts].map((letters) => letters.replace(/^CERT/, 'CERT-'))
  return codes.find((code) => CERTIFICATE_CODE.test(code)) ?? null
}

export const referralCode = (typed: string): string | null =>
  partsOf(typed).find((letters) => REFERRAL_CODE.test(letters) && Number(letters.slice(3)) < REFERRAL_LIMIT) ?? null

/** Without the signs that mail programs and sentences put around it. */
export const linkToken = (pasted: string): string => pasted.replace(/[^A-Za-z0-9_-]/g, '')
