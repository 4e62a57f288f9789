import { z } from 'zod'
import { Id, Instant, listOf, oneOf } from './common.ts'
import { DocumentState } from './documents/documents.ts'
import { PageTitle } from './pages.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { writtenLine } from './text-fields.ts'

export const StaffPage = PageTitle.extend({
  propia: z.boolean(),
  actualizado_en: Instant.nullable(),
  con_borrador: z.boolean(),
})
export type StaffPage = z.infer<typeof StaffPage>
export const StaffPages = listOf(StaffPage)

export const TopicsQuery = StaffListQuery.omit({ q: true }).extend({
  orden: z.enum(['orden', '-orden']).optional(),
})
export const TopicRow = z.object({
  id: Id,
  nombre: z.string(),
  preguntas: z.int(),
  plantillas: z.int(),
  estado: DocumentState,
})
export type TopicRow = z.infer<typeof TopicRow>
export const TopicRows = staffListOf(TopicRow)

/** As many as a brand's file may have. */
export const MAX_TOPICS = 50

const NAME_TEXT = 'Escribe el nombre del tema.'

/** Hidden until it is published. */
export const NewTopic = z.object({
  nombre: writtenLine(NAME_TEXT, 120),
  envio: z.uuid('Vuelve a abrir el formulario.'),
})
export const CreatedTopic = oneOf(z.object({ id: Id }))

/** Every id, in order. */
export const TopicsOrder = z.object({ ids: z.array(Id).min(1).max(MAX_TOPICS) })
export const OrderedTopics = oneOf(TopicsOrder)
