import { z } from 'zod'
import { Id } from './common.ts'

/** A thing of the student's that the search box offers; the client makes its address from type and ids. */
export const SearchItem = z.object({
  nombre: z.string(),
  tipo: z.enum(['Curso', 'Módulo', 'Lección', 'Foro', 'Certificado']),
  id: Id,
  id_curso: Id.nullable(),
  id_modulo: Id.nullable(),
  codigo: z.string().nullable(),
})
export type SearchItem = z.infer<typeof SearchItem>

/** An exception to the envelope that the specification shows. */
export const SearchAnswer = z.object({ busqueda: z.array(SearchItem) })
