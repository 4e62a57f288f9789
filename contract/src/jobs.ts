import { z } from 'zod'
import { Id, Instant } from './common.ts'
import { StaffListQuery } from './staff.ts'

export const JOB_STATES = ['en_cola', 'en_curso', 'terminado', 'con_errores', 'cancelado', 'fallido'] as const

/** Work that runs after the response, a row at a time (docs/product/staff.md). */
export const Job = z.object({
  id: Id,
  /**
   * `ensayo`: counts what a correction would change; only its dialog shows it. `informe`: says what a file would change;
   * only its own screen shows it.
   */
  tipo: z.enum(['recalificar', 'ensayo', 'extras', 'matriculas', 'informe', 'importar', 'comunicado']),
  titulo: z.string(),
  estado: z.enum(JOB_STATES),
  total: z.int(),
  hechas: z.int(),
  errores: z.int(),
  /** Counts so far, by name. */
  resultado: z.record(z.string(), z.int()),
  pedido_por: z.object({ id: Id, nombre: z.string() }),
  creado_en: Instant,
  terminado_en: Instant.nullable(),
})
export type Job = z.infer<typeof Job>

export const JobsQuery = StaffListQuery.extend({
  estado: z.enum(JOB_STATES).optional(),
  mios: z.literal('1').optional(),
})
export type JobsQuery = z.infer<typeof JobsQuery>

export const JobRow = z.object({ fila: z.int(), mensaje: z.string() })
export type JobRow = z.infer<typeof JobRow>
