import { z } from 'zod'
import { oneOf } from '../common.ts'

/** What a publication warns of by name; each reason is one list. */
export const Warning = z.object({
  motivo: z.enum(['sin_certificado', 'sin_examen', 'enlace', 'video']),
  /** `modulo:5`, `leccion:34` */
  objeto: z.string(),
  nombre: z.string(),
  /** Its field, as in a finding. */
  ruta: z.string(),
  /** The words of a link, or what is wrong with a video. */
  detalle: z.string(),
})
export type Warning = z.infer<typeof Warning>

/** The videos of a course that their hosts do not show, and how many could not be checked. */
export const CheckedVideos = oneOf(z.object({ avisos: z.array(Warning), sin_comprobar: z.int() }))
export type CheckedVideos = z.infer<typeof CheckedVideos>['data']
