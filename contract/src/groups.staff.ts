import { z } from 'zod'
import { Day, Id, Instant, oneOf, SentOnce } from './common.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { line, writtenLine } from './text-fields.ts'

/** Open groups of a course: a select has all of them. */
export const MAX_OPEN_GROUPS = 50

const MAX_PLACES = 100_000
const PLACES_TEXT = 'Escribe cuántas vacantes tiene, o déjalo vacío.'

const Fields = z.object({
  nombre: writtenLine('Escribe el nombre del grupo.', 80),
  /** In words, as buyers read it. */
  horario: line(120),
  /** Days of Lima. */
  inicio: Day.nullable(),
  fin: Day.nullable(),
  /** Places; null without a limit. */
  aforo: z
    .int(PLACES_TEXT)
    .min(1, PLACES_TEXT)
    .max(MAX_PLACES, `Son ${MAX_PLACES.toLocaleString('en-US')} como máximo.`)
    .nullable(),
  id_docente: Id.nullable(),
  /** Changed with `catalogo`. */
  en_venta: z.boolean(),
})

const inOrder = <T extends z.ZodType<z.output<typeof Fields>>>(fields: T) =>
  fields.refine(({ inicio, fin }) => !inicio || !fin || inicio <= fin, {
    error: 'Termina antes de empezar.',
    path: ['fin'],
  })

const COURSE_TEXT = 'Elige el curso.'

export const NewGroup = inOrder(Fields.extend({ id_curso: z.int(COURSE_TEXT).positive(COURSE_TEXT), envio: SentOnce }))
export type NewGroup = z.output<typeof NewGroup>

/** A closed group is not on sale, whatever `en_venta` says. */
export const GroupBody = inOrder(Fields.extend({ cerrado: z.boolean(), version: z.int().min(0) }))
export type GroupBody = z.output<typeof GroupBody>

/** `pasado`: open with more people than places. */
const GROUP_STATES = ['abierto', 'cerrado', 'pasado'] as const

export const GroupsQuery = StaffListQuery.extend({
  curso: z.coerce.number().pipe(Id).optional(),
  docente: z.coerce.number().pipe(Id).optional(),
  estado: z.enum(GROUP_STATES, 'Elige cómo está el grupo.').optional(),
  orden: z.enum(['creado', '-creado', 'nombre', '-nombre'], 'Esta lista no se ordena así.').optional(),
})
export type GroupsQuery = z.output<typeof GroupsQuery>

export const GroupRow = Fields.extend({
  id: Id,
  id_curso: Id,
  curso: z.string(),
  docente: z.string().nullable(),
  /** Places taken. */
  ocupadas: z.int(),
  /** Held by purchases that were begun. */
  apartadas: z.int(),
  /** Left; null without a limit. */
  libres: z.int().nullable(),
  cerrado: z.boolean(),
  /** Neither closed nor over. */
  abierto: z.boolean(),
  version: z.int(),
  creado_en: Instant,
})
export type GroupRow = z.infer<typeof GroupRow>
export const GroupRows = staffListOf(GroupRow)
export const OneGroup = oneOf(GroupRow)
