import { z } from 'zod'

/** Why something of a course is held back, or should not be on sale. */
export const UNREADY_TEXTS = {
  vacia: 'Sin texto, video, material ni clase en vivo.',
  borrador: 'Su primer texto es un borrador que no publicas ahora.',
  sin_lecciones: 'Sin ninguna lección visible.',
  sin_preguntas: 'Sin preguntas, o con un valor de cero.',
} as const

const UNREADY = Object.keys(UNREADY_TEXTS) as (keyof typeof UNREADY_TEXTS)[]

export const Unready = z.object({
  /** `leccion:34`, `modulo:5`, `evaluacion:9` */
  objeto: z.string(),
  nombre: z.string(),
  motivo: z.enum(UNREADY),
  /** Students see it already. */
  en_venta: z.boolean(),
})
export type Unready = z.infer<typeof Unready>
