import { z } from 'zod'
import { Id } from './common.ts'
import { MIN_SEARCH_TEXT } from './rules.ts'
import { line } from './text-fields.ts'

export const SearchItem = z.object({
  nombre: z.string(),
  tipo: z.enum(['Curso', 'Módulo', 'Lección', 'Foro', 'Certificado']),
  id: Id,
  id_curso: Id.nullable(),
  id_modulo: Id.nullable(),
  codigo: z.string().nullable(),
})
export type SearchItem = z.infer<typeof SearchItem>

export const SearchResponse = z.object({
  busqueda: z.array(SearchItem),
  /** The lessons opened last, newest first. */
  recientes: z.array(SearchItem),
})

/** What is typed of a word may be its beginning. */
export const LessonTextQuery = z.object({
  q: line(100, 'Escribe hasta 100 letras.').min(MIN_SEARCH_TEXT, `Escribe al menos ${MIN_SEARCH_TEXT} letras.`),
})

export const LessonText = SearchItem.extend({ extracto: z.string() })
export type LessonText = z.infer<typeof LessonText>
