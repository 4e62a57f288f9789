import { z } from 'zod'
import { Id, Instant, oneOf } from './common.ts'
import { Job } from './jobs.ts'
import { StaffListQuery, staffListOf } from './staff.ts'

export const IMPORT_KINDS = ['personas'] as const
export type ImportKindName = (typeof IMPORT_KINDS)[number]

export const MAX_IMPORT_BYTES = 10_000_000
export const MAX_IMPORT_ROWS = 50_000
/** Up to as many lines are written all or none. */
export const MAX_IMPORT_WHOLE = 5000
/** How long a report can be carried out, and how long the lines of a file are stored. */
export const IMPORT_DAYS = 7

/** The fields beside the file. */
export const ImportForm = z.object({
  tipo: z.enum(IMPORT_KINDS, 'Elige qué traes.'),
  /** Made by the form, so that a repeated request finds the first one's report. */
  envio: z.uuid('El envío no es válido.'),
})

/** What a line would do, or did: `igual` changes nothing. */
export const IMPORT_DOES = ['crear', 'matricular', 'cambiar', 'igual', 'error'] as const
export type ImportDoes = (typeof IMPORT_DOES)[number]

/** A file that was read: what it would change, and what came of it. */
export const Import = z.object({
  id: Id,
  tipo: z.enum(IMPORT_KINDS),
  archivo: z.string(),
  /** Columns that are not read, with how many lines have something there. */
  fuera: z.array(z.object({ columna: z.string(), datos: z.int() })),
  vencido: z.boolean(),
  /** The job that reads it, with its counts by {@link ImportDoes}. */
  informe: Job,
  /** The job that carries it out. */
  importacion: Job.nullable(),
  creado_en: Instant,
})
export type Import = z.infer<typeof Import>
export const OneImport = oneOf(Import)

export const ImportRowsQuery = StaffListQuery.pick({ desde: true }).extend({
  /** `aviso`: those that were corrected on reading. */
  hace: z.enum([...IMPORT_DOES, 'aviso'], 'Elige qué filas.').optional(),
})
export type ImportRowsQuery = z.infer<typeof ImportRowsQuery>

export const ImportRow = z.object({
  /** The line of the file. */
  fila: z.int(),
  hace: z.enum(IMPORT_DOES),
  nombre: z.string(),
  /** What is done, or why it cannot be. */
  texto: z.string(),
  /** What was corrected on reading. */
  aviso: z.string().nullable(),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportRows = staffListOf(ImportRow)

export const RunImportBody = z.object({
  /** Leaves out the lines with errors; otherwise all lines are written, or none. */
  solo_buenas: z.boolean('Elige qué filas importar.'),
  envio: z.uuid('El envío no es válido.'),
})
export type RunImportBody = z.infer<typeof RunImportBody>
