import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { z } from 'zod'
import { LoginBody, ResetBody } from './accounts.ts'
import { Email } from './common.ts'
import { ComplaintBody } from './complaints.ts'
import { DeleteAccountBody, ProfileForm } from './profile.ts'
import { RegisterBody } from './registration.ts'
import { FirstBrandBody } from './settings.ts'
import { address, html, line, prose, unfinished, unfinishedHtml, writtenLine, writtenProse } from './text-fields.ts'
import { withoutPiles } from './texts.ts'

const PILE = '\u0301'.repeat(400) + '\u0327'.repeat(400)
/** Signs that are taken out, so that the marks around them meet. */
const APART = [...PILE].join('\u200b')
const DOUBLE = '\u0344'.repeat(800)
const RUN = /\p{M}{62}/u

/** All fields that a schema knows, each with this text. */
const all = (schema: z.ZodType, text: string): unknown =>
  'shape' in schema ? Object.fromEntries(Object.keys(schema.shape as object).map((field) => [field, text])) : text

const SCHEMAS: Record<string, z.ZodType> = {
  line: line(100),
  writtenLine: writtenLine('Falta.', 100),
  prose: prose(100),
  writtenProse: writtenProse('Falta.', 100),
  unfinished: unfinished(100),
  html: html('Falta.', 100),
  unfinishedHtml: unfinishedHtml(100),
  address: address('Mal.'),
  Email,
  LoginBody,
  ResetBody,
  RegisterBody,
  ProfileForm,
  DeleteAccountBody,
  FirstBrandBody,
  ComplaintBody,
}

it.each(Object.entries(SCHEMAS))('%s composes no run of marks, which takes quadratic time', (_name, schema) => {
  const composing = vi.spyOn(String.prototype, 'normalize')
  onTestFinished(() => composing.mockRestore())
  for (const pile of [PILE, APART, DOUBLE]) schema.safeParse(all(schema, `a${pile}`))
  expect(composing.mock.contexts.filter((text) => RUN.test(String(text)))).toEqual([])
})

it('marks that letters have stay', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => withoutPiles(text) === text))
  for (const text of ['Nguyễn'.normalize('NFD'), 'བསྒྲུབས', 'שָׁלוֹם', '👩‍👩‍👧🏽']) expect(withoutPiles(text)).toBe(text)
})

it('a text that was cleaned is clean', () => {
  const marks = fc.string({
    unit: fc.constantFrom('a', 'é', '\u0301', '\u0344', '\u0327', '\u200b', ' '),
    maxLength: 200,
  })
  fc.assert(
    fc.property(marks, (text) => {
      const once = prose(1000).parse(text)
      expect(prose(1000).parse(once)).toBe(once)
      expect(once).not.toMatch(/\p{M}{31}/u)
    }),
  )
})
