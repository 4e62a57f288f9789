import { z } from 'zod'

const BY_TYPE: Record<string, string> = {
  string: 'Debe ser un texto.',
  number: 'Debe ser un número.',
  int: 'Debe ser un número entero.',
  boolean: 'Debe ser sí o no.',
  array: 'Debe ser una lista.',
  object: 'Envía los datos con sus nombres.',
  record: 'Envía los datos con sus nombres.',
}

const BY_FORMAT: Record<string, string> = {
  email: 'Escribe un correo válido.',
  date: 'La fecha no es válida.',
  datetime: 'La fecha y la hora no son válidas.',
  url: 'El enlace no es válido.',
}

const MISSING_TEXT = 'Falta este dato.'
const OTHER_TEXT = 'Este dato no es válido.'

const UNITS: Record<string, [one: string, many: string]> = {
  string: ['carácter', 'caracteres'],
  array: ['elemento', 'elementos'],
  set: ['elemento', 'elementos'],
}

/** A larger bound is technical (a safe integer, a column of ids), not a rule of the form. */
const LARGEST = 2_147_483_646

type Bound = { origin: string; inclusive?: boolean | undefined }

function amountOf(origin: string, bound: number): string | undefined {
  const unit = UNITS[origin]
  return unit && `${bound} ${unit[bound === 1 ? 0 : 1]}`
}

function tooBig({ origin, inclusive }: Bound, most: number): string {
  const amount = amountOf(origin, most)
  if (amount) return `Puede tener hasta ${amount}.`
  if (most > LARGEST) return 'El número es demasiado grande.'
  return inclusive === false ? `El número debe ser menor que ${most}.` : `El número debe ser ${most} o menos.`
}

function tooSmall({ origin, inclusive }: Bound, least: number): string {
  const amount = amountOf(origin, least)
  if (amount) return `Debe tener al menos ${amount}.`
  if (least < -LARGEST) return 'El número es demasiado pequeño.'
  return inclusive === false ? `El número debe ser mayor que ${least}.` : `El número debe ser ${least} o más.`
}

/** The text of a rule without its own. */
export const validationText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING_TEXT : (BY_TYPE[issue.expected] ?? OTHER_TEXT)
    case 'too_big':
      return tooBig(issue, Number(issue.maximum))
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return MISSING_TEXT
      return tooSmall(issue, Number(issue.minimum))
    case 'invalid_format':
      return BY_FORMAT[issue.format] ?? OTHER_TEXT
    case 'invalid_value':
      return issue.input === undefined ? MISSING_TEXT : 'Elige una de las opciones.'
    case 'unrecognized_keys':
      return 'Hay datos que no corresponden.'
    default:
      return OTHER_TEXT
  }
}

// Importing this file is enough: schemas are checked by several libraries on both sides.
z.config({ customError: validationText })
