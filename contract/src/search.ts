import { z } from 'zod'
import { Id } from './common.ts'
import { CourseState } from './learning.ts'
import { MIN_SEARCH_TEXT } from './rules.ts'
import { line } from './text-fields.ts'

export const SearchItem = z.object({
  nombre: z.string(),
  tipo: z.enum(['Curso', 'Módulo', 'Lección', 'Foro', 'Certificado']),
  id: Id,
  id_curso: Id.nullable(),
  id_modulo: Id.nullable(),
  codigo: z.string().nullable(),
  /** Of courses only: the feed is downloaded before typing (docs/product/learning.md 8.3). */
  estado_avance: CourseState.optional(),
  codigo_certificado: z.string().nullable().optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

export const SearchResponse = z.object({
  busqueda: z.array(SearchItem),
  /** The lessons opened last, newest first. */
  recientes: z.array(SearchItem),
})

export const LessonTextQuery = z.object({
  q: line(100, 'Escribe hasta 100 letras.').min(MIN_SEARCH_TEXT, `Escribe al menos ${MIN_SEARCH_TEXT} letras.`),
})

export const LessonText = SearchItem.extend({ extracto: z.string() })
export type LessonText = z.infer<typeof LessonText>
