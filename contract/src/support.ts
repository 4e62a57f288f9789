import { z } from 'zod'
import { Id, Instant, PageQuery } from './common.ts'
import { MAX_SUPPORT_MESSAGE, MIN_SUPPORT_MESSAGE, SUPPORT_RULE_TEXT } from './rules.ts'

/** A numbered request for help. */
export const Ticket = z.object({
  id: Id,
  numero: z.int(),
  mensaje: z.string(),
  estado: z.enum(['abierto', 'respondido', 'cerrado']),
  respuesta: z.string().nullable(),
  fecha: Instant,
  fecha_respuesta: Instant.nullable(),
})
export type Ticket = z.infer<typeof Ticket>

/** A ticket as the brand's administrators see it, with its author. */
export const BrandTicket = Ticket.extend({
  id_usuario: Id,
  nombres: z.string(),
  apellidos: z.string(),
  correo: z.string(),
})
export type BrandTicket = z.infer<typeof BrandTicket>

export const TicketQuery = PageQuery.extend({ estado: Ticket.shape.estado.optional() })

/** `email` is ignored: the account's mail is used (safety.md row 13). */
export const SupportBody = z.object({
  mensaje: z
    .string({ error: SUPPORT_RULE_TEXT })
    .trim()
    .min(MIN_SUPPORT_MESSAGE, SUPPORT_RULE_TEXT)
    .max(MAX_SUPPORT_MESSAGE, `El mensaje puede tener hasta ${MAX_SUPPORT_MESSAGE} caracteres.`),
  email: z.unknown().optional(),
})
export const SupportAnswer = z.object({ message: z.string(), mensaje: z.string(), data: Ticket })

/** What the academy answers. */
export const AnswerTicketBody = z.object({
  respuesta: z.string().trim().min(1, 'Escribe una respuesta.').max(MAX_SUPPORT_MESSAGE),
})
