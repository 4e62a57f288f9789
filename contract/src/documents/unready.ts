import { z } from 'zod'

/** Why something of a course is held back, or should not be on sale: the heading of its names. */
export const UNREADY_TITLES = {
  sin_lecciones: 'Módulos sin ninguna lección visible',
  vacia: 'Lecciones sin texto, video, material ni clase en vivo',
  borrador: 'Lecciones cuyo primer texto sigue en borrador',
  sin_preguntas: 'Evaluaciones sin preguntas o que valen cero',
} as const

const UNREADY = Object.keys(UNREADY_TITLES) as (keyof typeof UNREADY_TITLES)[]

export const Unready = z.object({
  /** `leccion:34`, `modulo:5`, `evaluacion:9` */
  objeto: z.string(),
  nombre: z.string(),
  motivo: z.enum(UNREADY),
  /** Students see it already. */
  en_venta: z.boolean(),
})
export type Unready = z.infer<typeof Unready>
