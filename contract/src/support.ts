import { z } from 'zod'
import { FailureBody, Id, Instant, Message, PageQuery, SentOnce } from './common.ts'
import { MAX_SUPPORT_MESSAGE, MIN_SUPPORT_MESSAGE, SUPPORT_RULE_TEXT } from './rules.ts'
import { staleOf } from './staff.ts'
import { SUPPORT_TOPICS, type SupportTopic } from './support-topics.ts'
import { writtenProse } from './text-fields.ts'

export const SUPPORT_TOPIC_TEXT = 'Elige de qué trata tu consulta.'

const Topic = z.enum(Object.keys(SUPPORT_TOPICS) as SupportTopic[], SUPPORT_TOPIC_TEXT)

export const Ticket = z.object({
  id: Id,
  numero: z.int(),
  tema: Topic,
  mensaje: z.string(),
  estado: z.enum(['abierto', 'respondido', 'cerrado']),
  respuesta: z.string().nullable(),
  fecha: Instant,
  fecha_respuesta: Instant.nullable(),
})
export type Ticket = z.infer<typeof Ticket>

export const BrandTicket = Ticket.extend({
  id_usuario: Id,
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
  /** `alumno` alone has a record under /gestion/alumnos; `eliminado` closed the account. */
  autor: z.enum(['alumno', 'personal', 'eliminado']),
})
export type BrandTicket = z.infer<typeof BrandTicket>

export const TicketQuery = PageQuery.extend({ estado: Ticket.shape.estado.optional() })

/** `email` is ignored in favour of the account's (docs/product/accounts.md 8.1). */
export const SupportBody = z.object({
  mensaje: writtenProse(
    SUPPORT_RULE_TEXT,
    MAX_SUPPORT_MESSAGE,
    `El mensaje puede tener hasta ${MAX_SUPPORT_MESSAGE} caracteres.`,
  ).min(MIN_SUPPORT_MESSAGE, SUPPORT_RULE_TEXT),
  tema: Topic.default('otro'),
  email: z.unknown().optional(),
  envio: SentOnce,
})
export const SupportResponse = Message.extend({ data: Ticket })

export const AnswerTicketBody = z.object({
  respuesta: writtenProse('Escribe una respuesta.', MAX_SUPPORT_MESSAGE),
})

/** `abierto` reopens a closed ticket; one with an answer is `respondido` then. */
export const TicketStateBody = z.object({
  estado: z.enum(['abierto', 'cerrado'], 'Elige si se cierra o se reabre.'),
  visto: z.enum(['abierto', 'respondido', 'cerrado'], 'Falta el estado que se leyó.'),
})
export type TicketStateBody = z.infer<typeof TicketStateBody>

export const ResolvedTicket = z.union([
  staleOf(Ticket.pick({ estado: true, respuesta: true, fecha_respuesta: true })).extend({
    code: z.literal('YA_RESUELTO'),
  }),
  FailureBody,
])
