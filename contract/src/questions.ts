import { z } from 'zod'
import { Id } from './common.ts'
import { MAX_DISTRACTORS, MAX_PAIRS } from './rules.ts'

const place = (most: number) =>
  z
    .int('Revisa las respuestas enviadas.')
    .min(0, 'Revisa las respuestas enviadas.')
    .max(most, 'Revisa las respuestas enviadas.')

/** Positions in the lists that the question shows. */
export const Pair = z.object({ izquierda: place(MAX_PAIRS - 1), derecha: place(MAX_PAIRS + MAX_DISTRACTORS - 1) })
export type Pair = z.infer<typeof Pair>

/** Only the fields of the question's kind. */
export const Key = z
  .object({
    correctas: z.array(Id),
    textos: z.array(z.string()),
    valor: z.number(),
    tolerancia: z.number(),
    desde: z.number(),
    hasta: z.number(),
    parejas: z.array(Pair),
  })
  .partial()
export type Key = z.infer<typeof Key>
