import { z } from 'zod'
import { Day, Id, Instant, oneOf } from './common.ts'
import { eachOnce } from './lists.ts'
import { MEDIA } from './media.ts'
import { MAX_ITEMS } from './order-rules.ts'
import { MAX_REFUND_TEXT } from './returned.ts'
import { Operation } from './sales.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { OwnPassword } from './team.ts'
import { writtenProse } from './text-fields.ts'

const MOTIVE_TEXT = 'Escribe por qué se devuelve.'
const AMOUNT_TEXT = 'Escribe cuánto se devuelve.'

/** Soles with at most two decimals. */
const Amount = z
  .number(AMOUNT_TEXT)
  .positive(AMOUNT_TEXT)
  .max(1_000_000, AMOUNT_TEXT)
  .multipleOf(0.01, 'Hasta dos decimales.')

/** `pasarela`: the gateway is asked; `registrada`: staff gave it back already, by `medio` (`mercadopago`: in its own panel). */
const Way = z.discriminatedUnion('via', [
  z.object({ via: z.literal('pasarela') }),
  z.object({
    via: z.literal('registrada'),
    medio: z.enum(MEDIA, 'Elige cómo lo devolviste.').exclude(['cortesia']),
    operacion: Operation.nullish(),
  }),
])

/** What is asked, before who asks says their password. */
export const RefundDraft = z
  .object({
    numero: z.uuid(),
    /** Of each course; or `monto` alone, in proportion. */
    lineas: eachOnceLine().optional(),
    monto: Amount.optional(),
    /** The courses whose access ends. */
    cierra: eachOnce(z.array(Id).max(MAX_ITEMS), 'Cada curso va una sola vez.'),
    /** It answers the buyer's request: refused where someone answered it meanwhile. */
    responde: z.boolean().optional(),
    motivo: writtenProse(MOTIVE_TEXT, MAX_REFUND_TEXT),
    envio: z.uuid('Vuelve a abrir el formulario.'),
  })
  .and(Way)
  .refine(({ lineas, monto }) => (lineas === undefined) !== (monto === undefined), {
    error: AMOUNT_TEXT,
    path: ['monto'],
  })
export type RefundDraft = z.infer<typeof RefundDraft>

export const RefundOrderBody = RefundDraft.and(z.object({ password: OwnPassword }))
export type RefundOrderBody = z.infer<typeof RefundOrderBody>

function eachOnceLine() {
  return z
    .array(z.object({ id_curso: Id, monto: Amount }))
    .min(1, AMOUNT_TEXT)
    .max(MAX_ITEMS)
    .refine(
      (lines) => new Set(lines.map(({ id_curso }) => id_curso)).size === lines.length,
      'Cada curso va una sola vez.',
    )
}

export const REFUND_STATES = ['enviada', 'hecha', 'fallida', 'anulada'] as const
export const REFUND_STATE_TEXTS: Record<(typeof REFUND_STATES)[number], string> = {
  enviada: 'Esperamos a MercadoPago',
  hecha: 'Hecha',
  fallida: 'No se pudo',
  anulada: 'Anulada: no se hizo',
}

/** `enviada`: the gateway did not answer yet; it is asked again. */
export const SentRefund = z.object({
  id: Id,
  numero: z.string(),
  monto: z.number(),
  estado: z.enum(REFUND_STATES),
  medio: z.enum(MEDIA),
  motivo: z.string(),
  /** What the gateway said against it. */
  error: z.string().nullable(),
  por: z.string(),
  creado_en: Instant,
})
export type SentRefund = z.infer<typeof SentRefund>
export const OneSentRefund = oneOf(SentRefund)

export const RefundsQuery = StaffListQuery.extend({
  estado: z.enum(REFUND_STATES, 'Elige cómo está la devolución.').optional(),
  desde_dia: Day.optional(),
  hasta_dia: Day.optional(),
  orden: z.enum(['fecha', '-fecha'], 'Esta lista no se ordena así.').optional(),
})
export type RefundsQuery = z.infer<typeof RefundsQuery>

export const RefundRow = SentRefund.extend({ comprador: z.string() })
export type RefundRow = z.infer<typeof RefundRow>
export const RefundRows = staffListOf(RefundRow)
