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

const UNITS: Record<string, string> = { string: 'caracteres', array: 'elementos', set: 'elementos' }

const tooBig = (origin: string, most: unknown) =>
  UNITS[origin] ? `Puede tener hasta ${most} ${UNITS[origin]}.` : `El número debe ser ${most} o menos.`

const tooSmall = (origin: string, least: unknown) =>
  UNITS[origin] ? `Debe tener al menos ${least} ${UNITS[origin]}.` : `El número debe ser ${least} o más.`

/** The text of a rule that has none of its own. */
export const validationText: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? MISSING_TEXT : (BY_TYPE[issue.expected] ?? OTHER_TEXT)
    case 'too_big':
      return tooBig(issue.origin, issue.maximum)
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1 ? MISSING_TEXT : tooSmall(issue.origin, issue.minimum)
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
