import { z } from 'zod'
import { amountOf } from './numbers.ts'
import { cleanLine, cleanText, isWritten, normalizeText, withoutPiles, withoutUnwanted } from './texts.ts'

const tooLong = (most: number) => `Puede tener hasta ${most} caracteres.`

const cleanMarkup = (html: string): string => withoutPiles(withoutUnwanted(html))

const written = (text: z.ZodString, empty: string, most: number, long = tooLong(most)) =>
  text
    .min(1, empty)
    .refine((kept) => kept === '' || isWritten(kept), empty)
    .max(most, long)

/** One line that may be empty. Lengths are code points of the cleaned text. */
export const line = (most: number, long = tooLong(most)) => z.string().overwrite(cleanLine).max(most, long)

/** One line with something visible; fails with `empty`. */
export const writtenLine = (empty: string, most: number, long?: string) =>
  written(z.string(empty).overwrite(cleanLine), empty, most, long)

export const address = (wrong: string, most = 500) =>
  z
    .string(wrong)
    .overwrite(cleanLine)
    .max(most, tooLong(most))
    .pipe(z.url({ protocol: /^https$/, error: wrong }))

export const prose = (most: number, long = tooLong(most)) => z.string().overwrite(cleanText).max(most, long)

/** Several lines with something visible; fails with `empty`. */
export const writtenProse = (empty: string, most: number, long?: string) =>
  written(z.string(empty).overwrite(cleanText), empty, most, long)

/** {@link writtenProse} without runs of empty lines. */
export const paragraphs = (empty: string, most: number) =>
  writtenProse(empty, most).transform((value) => value.replace(/\n{3,}/g, '\n\n'))

/** Text that is still being written: blanks around it stay, and it may be empty. */
export const unfinished = (most: number, long = tooLong(most)) => z.string().overwrite(normalizeText).max(most, long)

/** HTML as an editor sends it; it is composed and checked where it is sanitized. */
export const html = (empty: string, most: number, long?: string) =>
  z.string(empty).overwrite(cleanMarkup).trim().min(1, empty).max(most, long)

export const unfinishedHtml = (most: number, long = tooLong(most)) => z.string().overwrite(cleanMarkup).max(most, long)

const typed = (text: string) => z.union([z.number(), line(40, text)], { error: text })

function amountIn(given: number | string, text: string, context: z.RefinementCtx): number {
  if (typeof given === 'number') return given
  const { amount, error = text } = amountOf(given)
  if (amount === undefined) context.addIssue({ code: 'custom', message: error })
  return amount ?? z.NEVER
}

/** Soles as a number or as typed; `text` asks for them. An amount with two readings is asked back. */
export const soles = (text: string) => typed(text).transform((given, context) => amountIn(given, text, context))

/** {@link soles}, or null where nothing was typed. */
export const optionalSoles = (text: string) =>
  typed(text).transform((given, context) => (given === '' ? null : amountIn(given, text, context)))

export const isInCents = (amount: number): boolean => Number(amount.toFixed(2)) === amount
