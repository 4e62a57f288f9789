import { z } from 'zod'
import { BrandQuery } from './catalogue.ts'
import { Id, Instant, PageQuery } from './common.ts'

const MONTH_TEXT = 'El mes debe tener la forma AAAA-MM.'

/** `YYYY-MM` in Lima. */
export const Month = z.string(MONTH_TEXT).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, MONTH_TEXT)

/** `puesto` is the first rank that wins it (docs/product/community.md 4.4). */
export const Prize = z.object({ id: Id, imagen: z.string().nullable(), premio: z.string(), puesto: z.int() })
export type Prize = z.infer<typeof Prize>

/** Public, so without id, email or document; guests see only the initial in `apellido`. */
export const RankingRow = z.object({
  puesto: z.int(),
  nombre: z.string(),
  apellido: z.string(),
  pais: z.string(),
  puntos: z.int(),
})
export type RankingRow = z.infer<typeof RankingRow>

export const RankingQuery = PageQuery.extend(BrandQuery.shape).extend({ mes: Month.optional() })

export const MonthQuery = z.object({ mes: Month.optional() })

/** `puesto` is null without points; `vecinos` are the closest ranks, in order. */
export const OwnRank = z.object({
  mes: Month,
  puesto: z.int().nullable(),
  puntos: z.int(),
  nombre: z.string(),
  apellido: z.string(),
  pais: z.string(),
  iniciales: z.boolean(),
  vecinos: z.array(RankingRow),
})
export type OwnRank = z.infer<typeof OwnRank>

export const PointReason = z.enum(['asistencia', 'examen', 'certificado', 'foro', 'referido'])

export const PointEntry = z.object({
  id: Id,
  motivo: PointReason,
  detalle: z.string(),
  puntos: z.int(),
  mes: Month,
  fecha: Instant,
})
export type PointEntry = z.infer<typeof PointEntry>

export const PointsQuery = PageQuery.extend({ mes: Month.optional() })

export const ClosedMonth = z.object({ mes: Month, participantes: z.int() })
export type ClosedMonth = z.infer<typeof ClosedMonth>

export const MonthsQuery = PageQuery.extend(BrandQuery.shape)

export const RankingPreference = z.object({
  iniciales: z.boolean('Indica si prefieres aparecer con tus iniciales.'),
})
export type RankingPreference = z.infer<typeof RankingPreference>
