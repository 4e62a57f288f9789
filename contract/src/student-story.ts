import { z } from 'zod'
import { Id, Instant, oneOf } from './common.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { writtenProse } from './text-fields.ts'

export const StoryQuery = StaffListQuery.pick({ desde: true })

export const STORY_KINDS = [
  'matricula',
  'pago',
  'devolucion',
  'estudio',
  'examen',
  'certificado',
  'soporte',
  'cuenta',
  'nota',
] as const

const StoryEvent = z.object({
  tipo: z.enum(STORY_KINDS),
  fecha: Instant,
  /** All of it in words; of a note what was written. */
  texto: z.string(),
  /** Where it is seen; null where it leads nowhere. */
  ruta: z.string().nullable(),
  /** Of a note, which its author or who manages the academy may delete. */
  nota: z.object({ id: Id, por: z.string(), borrable: z.boolean() }).nullable(),
})
export type StoryEvent = z.infer<typeof StoryEvent>
export const StudentStory = staffListOf(StoryEvent)

const MAX_NOTE = 2000

export const NoteBody = z.object({
  texto: writtenProse('Escribe la nota.', MAX_NOTE),
  /** Contacted for being at risk in this course. */
  id_curso: Id.optional(),
  envio: z.uuid('Recarga la página y vuelve a intentarlo.'),
})
export type NoteBody = z.infer<typeof NoteBody>
export const OneNote = oneOf(z.object({ id: Id }))
