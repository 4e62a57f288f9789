import { plainSigns } from './folding.ts'

/** Numbers as people of Peru type and paste them. Apart from the schemas, for pages that load no Zod. */

const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
const FULL_WIDTH = /[\uff01-\uff5e]/g

const latin = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)

/** A sign, before or after the currency; then the digits. */
const TYPED = /^([+-]?) ?(?:s ?\/\.? ?)?([+-]?) ?([\d.,' ]*?)( ?%)?$/i
/** Thousands in groups of three after 1 to 9; the decimal sign is another one. */
const GROUPED = /^([1-9]\d{0,2}(?:([.,' ])\d{3})(?:\2\d{3})*)(?:(?!\2)([.,])(\d*))?$/
const PLAIN = /^(\d*)(?:[.,](\d*))?$/
const MOST_DIGITS = 20

/** `pointed`: as typed where the point may have been meant for thousands. */
type Parts = { whole: string; fraction: string; pointed?: string }

/** The point is the decimal sign of Peru, the comma that of the thousands: `1.500` is 1.5, `1,500` is 1500. */
function partsOf(digits: string): Parts | null {
  const [, groups = '', separator, decimal, rest = ''] = GROUPED.exec(digits) ?? []
  const pointed = separator === '.' && decimal === undefined && /^\d+\.\d+$/.test(groups)
  if (groups && !pointed) return { whole: groups.replace(/\D/g, ''), fraction: rest }
  const [, whole = '', fraction = ''] = PLAIN.exec(digits) ?? []
  return whole || fraction ? { whole, fraction, ...(pointed && { pointed: groups }) } : null
}

type Read = { text: string; percent: boolean; pointed: string | undefined }

function read(typed: string): Read | null {
  const line = plainSigns(typed.replace(FULL_WIDTH, latin)).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()
  const [, before = '', after = '', digits = '', percent] = TYPED.exec(line) ?? []
  const parts = partsOf(digits.trim())
  if (!parts || (before && after)) return null
  const { whole, fraction, pointed } = parts
  if (whole.length > MOST_DIGITS || fraction.length > MOST_DIGITS) return null
  const size = whole.replace(/^0+(?=\d)/, '') || '0'
  const decimals = fraction.replace(/0+$/, '')
  const value = decimals ? `${size}.${decimals}` : size
  const negative = (before || after) === '-' && value !== '0'
  return { text: negative ? `-${value}` : value, percent: percent !== undefined, pointed }
}

/** Exact, as `-1500.5`; null when it is no number. */
export const decimalOf = (typed: string): string | null => read(typed)?.text ?? null

/** NaN when it is no number. */
export const numberOf = (typed: string): number => Number(decimalOf(typed) ?? Number.NaN)

/** Whether more digits can make it a number. */
export const isBegun = (typed: string): boolean =>
  ['', '0', '00', '000'].some((rest) => decimalOf(typed + rest) !== null)

/** Whether something beside digits, a sign and a decimal point was typed: it is worth saying how it was understood. */
export const hasSeparator = (typed: string): boolean => /\d[^\d]+\d/.test(typed.trim())

const withCents = (decimal: string): string => decimal.replace(/\.\d$/, '$&0')

/** Soles, of which nothing is guessed: `1.500` is asked back. Neither when it is no amount. */
export function amountOf(typed: string): { amount?: number; error?: string } {
  const found = read(typed)
  if (!found || found.percent) return {}
  const { text, pointed } = found
  if (pointed === undefined) return { amount: Number(text) }
  const small = withCents(text.replace('-', ''))
  const [shown, large] = [pointed.replace('.', ','), pointed.replace('.', '')]
  if (/\.\d{3}/.test(small)) return { error: `¿Quisiste decir ${shown}? Escribe ${large}.` }
  return { error: `¿${small} o ${shown}? Escribe ${large} o ${small}.` }
}
