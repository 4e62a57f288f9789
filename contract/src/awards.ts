import { z } from 'zod'
import { BrandQuery } from './catalogue.ts'
import { Id, Instant, PageQuery } from './common.ts'

const MONTH_TEXT = 'El mes debe tener la forma AAAA-MM.'

/** A calendar month of Lima, `YYYY-MM`. */
export const Month = z.string(MONTH_TEXT).regex(/^20\d{2}-(0[1-9]|1[0-2])$/, MONTH_TEXT)

/** A prize of the month; `puesto` is the first rank that wins it (storefront.md section 9). */
export const Prize = z.object({ id: Id, imagen: z.string().nullable(), premio: z.string(), puesto: z.int() })
export type Prize = z.infer<typeof Prize>

/** A row of the ranking: never an id, a mail or a document. `apellido` is an initial for visitors. */
export const RankingRow = z.object({
  puesto: z.int(),
  nombre: z.string(),
  apellido: z.string(),
  /** Two letters, ISO 3166-1. */
  pais: z.string(),
  puntos: z.int(),
})
export type RankingRow = z.infer<typeof RankingRow>

/** `?marca=&mes=&page=&per_page=`; without `mes` the current month. */
export const RankingQuery = PageQuery.extend(BrandQuery.shape).extend({ mes: Month.optional() })

/** `?mes=`; without it the current month. */
export const MonthQuery = z.object({ mes: Month.optional() })

/** The own place in a month: `puesto` is null without points. `vecinos` are who stands just before and after, in order. */
export const OwnRank = z.object({
  mes: Month,
  puesto: z.int().nullable(),
  puntos: z.int(),
  nombre: z.string(),
  apellido: z.string(),
  pais: z.string(),
  /** Whether the person shows initials instead of the name. */
  iniciales: z.boolean(),
  vecinos: z.array(RankingRow),
})
export type OwnRank = z.infer<typeof OwnRank>

/** What points were given for. */
export const PointReason = z.enum(['asistencia', 'examen', 'certificado', 'foro', 'referido'])

/** A line of the own ledger; `detalle` names what it was for. */
export const PointEntry = z.object({
  id: Id,
  motivo: PointReason,
  detalle: z.string(),
  puntos: z.int(),
  mes: Month,
  fecha: Instant,
})
export type PointEntry = z.infer<typeof PointEntry>

/** `?mes=&page=&per_page=`; without `mes` all of them. */
export const PointsQuery = PageQuery.extend({ mes: Month.optional() })

/** A month that is closed, and how many took part. */
export const ClosedMonth = z.object({ mes: Month, participantes: z.int() })
export type ClosedMonth = z.infer<typeof ClosedMonth>

/** `?marca=&page=&per_page=` */
export const MonthsQuery = PageQuery.extend(BrandQuery.shape)

/** Whether rankings show a person's initials instead of the name. */
export const RankingPreference = z.object({
  iniciales: z.boolean('Indica si prefieres aparecer con tus iniciales.'),
})
export type RankingPreference = z.infer<typeof RankingPreference>
