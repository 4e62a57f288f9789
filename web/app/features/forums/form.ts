import {
  FORUM_COURSE_TEXT,
  FORUM_FIELDS_TEXT,
  FORUM_MODULE_TEXT,
  FORUM_TYPES,
  type ForumType,
} from '@campus/contract/rules'
import { ApiError, OfflineError } from '../../platform/errors'
import { T } from './texts'

/** What somebody writes in the dialog; 0 is no course or module. */
export type ForumValues = {
  titulo: string
  descripcion: string
  contenido: string
  tipo_foro: ForumType
  id_curso: number
  id_modulo: number
}

export type ForumField = keyof ForumValues

/** What is wrong, with the specification's title, and at which fields. */
export type Wrong = { title: string; text: string; fields: ForumField[] }

/** A new forum of the course whose page it is opened on. */
export const emptyForum = (course: number): ForumValues => ({
  titulo: '',
  descripcion: '',
  contenido: '',
  tipo_foro: 'curso',
  id_curso: course,
  id_modulo: 0,
})

/** Another type: the chosen course and module are cleared (storefront.md section 4). */
export const withType = (values: ForumValues, tipo_foro: ForumType): ForumValues =>
  values.tipo_foro === tipo_foro ? values : { ...values, tipo_foro, id_curso: 0, id_modulo: 0 }

const isBlank = (html: string): boolean =>
  html
    .replace(/<(?!img\b)[^>]*>/gi, '')
    .replace(/&nbsp;/g, ' ')
    .trim() === ''

const TITLES = { id_curso: 'Curso requerido', id_modulo: 'Módulo requerido' } as const
const courseWrong: Wrong = { title: TITLES.id_curso, text: FORUM_COURSE_TEXT, fields: ['id_curso'] }
const moduleWrong: Wrong = { title: TITLES.id_modulo, text: FORUM_MODULE_TEXT, fields: ['id_modulo'] }

/** What is missing, or null (storefront.md section 5). */
export function wrongOf(values: ForumValues): Wrong | null {
  const fields: ForumField[] = []
  if (values.titulo.trim() === '') fields.push('titulo')
  if (isBlank(values.contenido)) fields.push('contenido')
  if (fields.length > 0) return { title: 'Campos requeridos', text: FORUM_FIELDS_TEXT, fields }
  if (values.tipo_foro === 'curso' && !values.id_curso) return courseWrong
  if (values.tipo_foro === 'modulo' && !values.id_modulo) return moduleWrong
  return null
}

/** The same values as they are sent. */
export const bodyOf = (values: ForumValues) => ({
  ...values,
  id_curso: values.tipo_foro === 'curso' ? values.id_curso : null,
  id_modulo: values.tipo_foro === 'modulo' ? values.id_modulo : null,
})

const FIELDS: readonly ForumField[] = ['titulo', 'descripcion', 'contenido', 'tipo_foro', 'id_curso', 'id_modulo']

/** Why the server did not take it: what it says of a field, else the catalogue's text with the reason it gives. */
export function refusedOf(error: unknown): Wrong {
  if (error instanceof OfflineError) return { title: T.saveError, text: error.message, fields: [] }
  if (!(error instanceof ApiError)) return { title: 'Error', text: T.saveError, fields: [] }
  const field = FIELDS.find((name) => error.errors[name])
  const text = field && error.errors[field]?.[0]
  if (field && text)
    return {
      title: field === 'id_curso' || field === 'id_modulo' ? TITLES[field] : 'Campos requeridos',
      text,
      fields: [field],
    }
  if (error.told && error.status < 500) return { title: T.saveError, text: error.message, fields: [] }
  return { title: 'Error', text: T.saveError, fields: [] }
}

/** Values out of a draft; null when that is not what we wrote. */
export function parseValues(text: string): ForumValues | null {
  try {
    const found: unknown = JSON.parse(text)
    if (typeof found !== 'object' || found === null) return null
    const { titulo, descripcion, contenido, tipo_foro, id_curso, id_modulo } = found as Record<string, unknown>
    const type = FORUM_TYPES.find((one) => one === tipo_foro)
    if (typeof titulo !== 'string' || typeof descripcion !== 'string' || typeof contenido !== 'string' || !type)
      return null
    return { titulo, descripcion, contenido, tipo_foro: type, id_curso: Number(id_curso), id_modulo: Number(id_modulo) }
  } catch {
    return null
  }
}
