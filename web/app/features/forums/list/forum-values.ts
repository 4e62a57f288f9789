import {
  FORUM_COURSE_TEXT,
  FORUM_FIELDS_TEXT,
  FORUM_MODULE_TEXT,
  FORUM_TYPES,
  type ForumType,
} from '@campus/contract/rules'
import { isBlank } from '@campus/contract/texts'
import { ApiError, OfflineError } from '../../../lib/errors'
import { TEXTS } from './texts'

/** The dialog's values; 0 is no course or module. */
export type ForumValues = {
  titulo: string
  descripcion: string
  contenido: string
  tipo_foro: ForumType
  id_curso: number
  id_modulo: number
}

export type ForumField = keyof ForumValues

/** Validation errors under one title. */
export type ValidationError = { title: string; text: string; fields: ForumField[] }

export type ForumPlace = Pick<ForumValues, 'tipo_foro' | 'id_curso' | 'id_modulo'>

export const emptyForum = (place: ForumPlace): ForumValues => ({
  titulo: '',
  descripcion: '',
  contenido: '',
  ...place,
})

/** Another type clears the chosen course and module. */
export const withType = (values: ForumValues, tipo_foro: ForumType): ForumValues =>
  values.tipo_foro === tipo_foro ? values : { ...values, tipo_foro, id_curso: 0, id_modulo: 0 }

const TITLES = { id_curso: 'Curso requerido', id_modulo: 'Módulo requerido' } as const
const courseMissing: ValidationError = { title: TITLES.id_curso, text: FORUM_COURSE_TEXT, fields: ['id_curso'] }
const moduleMissing: ValidationError = { title: TITLES.id_modulo, text: FORUM_MODULE_TEXT, fields: ['id_modulo'] }

/** What is missing, or null (docs/product/community.md 2.2). */
export function validationErrorOf(values: ForumValues): ValidationError | null {
  const fields: ForumField[] = []
  if (values.titulo.trim() === '') fields.push('titulo')
  if (isBlank(values.contenido)) fields.push('contenido')
  if (fields.length > 0) return { title: 'Campos requeridos', text: FORUM_FIELDS_TEXT, fields }
  if (values.tipo_foro === 'curso' && !values.id_curso) return courseMissing
  if (values.tipo_foro === 'modulo' && !values.id_modulo) return moduleMissing
  return null
}

export const bodyOf = (values: ForumValues) => ({
  ...values,
  id_curso: values.tipo_foro === 'curso' ? values.id_curso : null,
  id_modulo: values.tipo_foro === 'modulo' ? values.id_modulo : null,
})

const FIELDS: readonly ForumField[] = ['titulo', 'descripcion', 'contenido', 'tipo_foro', 'id_curso', 'id_modulo']

/** The server's field error, otherwise a general title with the server's reason. */
export function requestErrorOf(error: unknown): ValidationError {
  if (error instanceof OfflineError) return { title: TEXTS.saveError, text: error.message, fields: [] }
  if (!(error instanceof ApiError)) return { title: 'Error', text: TEXTS.saveError, fields: [] }
  const field = FIELDS.find((name) => error.errors[name])
  const text = field && error.errors[field]?.[0]
  if (field && text)
    return {
      title: field === 'id_curso' || field === 'id_modulo' ? TITLES[field] : 'Campos requeridos',
      text,
      fields: [field],
    }
  if (error.fromServer && error.status < 500) return { title: TEXTS.saveError, text: error.message, fields: [] }
  return { title: 'Error', text: TEXTS.saveError, fields: [] }
}

/** The values of a stored draft; null when its content is not ours. */
export function parseValues(text: string): ForumValues | null {
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored !== 'object' || stored === null) return null
    const { titulo, descripcion, contenido, tipo_foro, id_curso, id_modulo } = stored as Record<string, unknown>
    const type = FORUM_TYPES.find((candidate) => candidate === tipo_foro)
    if (typeof titulo !== 'string' || typeof descripcion !== 'string' || typeof contenido !== 'string' || !type)
      return null
    return { titulo, descripcion, contenido, tipo_foro: type, id_curso: Number(id_curso), id_modulo: Number(id_modulo) }
  } catch {
    return null
  }
}
