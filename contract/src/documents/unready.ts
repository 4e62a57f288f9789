import { z } from 'zod'

/** What is held back of a course, or should not be on sale. */
export const Unready = z.object({
  /** `leccion:34`, `modulo:5`, `evaluacion:9` */
  objeto: z.string(),
  nombre: z.string(),
  /** A module without a shown lesson, an empty lesson, one whose first text is a draft, an exam without questions or worth nothing. */
  motivo: z.enum(['sin_lecciones', 'vacia', 'borrador', 'sin_preguntas']),
  /** Students see it already. */
  en_venta: z.boolean(),
})
export type Unready = z.infer<typeof Unready>
