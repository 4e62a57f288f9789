import { z } from 'zod'
import { Id } from './common.ts'
import { CourseState } from './learning.ts'
import { MIN_SEARCH_TEXT } from './rules.ts'
import { line } from './text-fields.ts'

/** What leads nowhere is left out: the feed has thousands and is downloaded before typing (docs/product/learning.md 8.3). */
export const SearchItem = z.object({
  nombre: z.string(),
  tipo: z.enum(['Curso', 'Módulo', 'Lección', 'Foro', 'Certificado']),
  id: Id,
  /** Of all but courses and general forums. */
  id_curso: Id.optional(),
  /** Of lessons. */
  id_modulo: Id.optional(),
  /** Of certificates. */
  codigo: z.string().optional(),
  /** Of courses. */
  estado_avance: CourseState.optional(),
  /** Of finished courses. */
  codigo_certificado: z.string().optional(),
})
export type SearchItem = z.infer<typeof SearchItem>

export const SearchResponse = z.object({
  busqueda: z.array(SearchItem),
  /** The lessons opened last, newest first. */
  recientes: z.array(SearchItem),
})
export type SearchResponse = z.infer<typeof SearchResponse>

export const LessonTextQuery = z.object({
  q: line(100, 'Escribe hasta 100 letras.').min(MIN_SEARCH_TEXT, `Escribe al menos ${MIN_SEARCH_TEXT} letras.`),
})

export const LessonText = SearchItem.extend({ extracto: z.string() })
export type LessonText = z.infer<typeof LessonText>
