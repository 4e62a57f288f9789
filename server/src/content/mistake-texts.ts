import type { z } from 'zod'
import { es } from 'zod/locales'

const REST = es().localeError

const TYPES: Record<string, string> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'true o false',
  array: 'una lista',
  object: 'un grupo de claves',
}

/** Where letters replace it. */
const HOW: Record<string, string> = {
  number: ', en cifras, con punto y sin comillas',
  boolean: ', sin comillas',
  array: ', como [uno, dos]',
}

const choice = new Intl.ListFormat('es', { type: 'disjunction' })

type Size = { origin: string; inclusive?: boolean | undefined }

const unitOf = ({ origin }: Size, many?: unknown): string =>
  ({ string: ' caracteres', array: many === 1 ? ' elemento' : ' elementos' })[origin] ?? ''

function tooSmall(issue: Size & { minimum: unknown }): string {
  if (issue.origin === 'string' && Number(issue.minimum) === 1) return 'no puede estar vacío'
  const verb = unitOf(issue) === '' ? 'debe ser' : 'debe tener'
  return `${verb} ${issue.inclusive === false ? 'más de' : 'al menos'} ${issue.minimum}${unitOf(issue, issue.minimum)}`
}

function tooBig(issue: Size & { maximum: unknown }): string {
  return unitOf(issue) === ''
    ? `debe ser ${issue.maximum} como máximo`
    : `puede tener hasta ${issue.maximum}${unitOf(issue)}`
}

type Kinds = { discriminator?: string | undefined; options?: readonly unknown[] | undefined; input?: unknown }

/** Of entries whose kind is one of several. */
function kindText({ discriminator = '', options = [], input }: Kinds): string {
  const missing = (input as Record<string, unknown>)[discriminator] === undefined
  return `${missing ? 'falta; ' : ''}debe ser ${choice.format(options.map(String))}`
}

const typeText = ({ expected, input }: { expected: string; input?: unknown }): string =>
  `debe ser ${TYPES[expected] ?? expected}${(typeof input === 'string' && HOW[expected]) || ''}`

/** What a schema says of a wrong value, as one sentence of an academy's own language; undefined where zod's own will do. */
function wordsFor(issue: z.core.$ZodRawIssue): string | undefined {
  const missing = issue.input === undefined ? 'falta; ' : ''
  if (issue.input === null) return 'está sin valor; escríbelo o quita la línea'
  if (issue.code === 'invalid_union' && issue.discriminator) return kindText(issue)
  if (issue.code === 'invalid_value') return `${missing}debe ser ${choice.format(issue.values.map(String))}`
  if (issue.code === 'invalid_type') return missing ? 'falta' : typeText(issue)
  if (issue.code === 'too_small') return tooSmall(issue)
  return issue.code === 'too_big' ? tooBig(issue) : undefined
}

export const SPANISH: z.core.$ZodErrorMap = (issue) => wordsFor(issue) ?? REST(issue)
