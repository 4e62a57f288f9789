import { z } from 'zod'
import { CouponCheck, ReferralCheck } from './cart.ts'
import { Id, Instant } from './common.ts'
import { ChosenGroups } from './groups.ts'
import { Instalment } from './instalments.ts'
import {
  ORDER_STATES,
  PAYMENT_FAILED_TEXT,
  SANDBOX_ACTIONS,
  type SandboxAction,
  UNKNOWN_CODE_TEXT,
} from './order-rules.ts'
import { Receipt, ReceiptBody } from './receipts.ts'
import { Refundable } from './refunds.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { writtenProse } from './text-fields.ts'

/** Only the id counts: name, price and picture are ignored (docs/product/shop.md 5.1). */
export const PreferenceItem = z.object({
  id: z.int().positive(),
  nombre: z.string().max(300).optional(),
  costo: z.unknown().optional(),
  quantity: z.unknown().optional(),
  imagen: z.unknown().optional(),
})

export const PreferenceBody = z.object({
  /** A course that stands twice is charged once. */
  items: z.array(PreferenceItem).min(1, PAYMENT_FAILED_TEXT),
  codigo_referido: z.string().trim().max(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).nullish(),
  /** Without it, an order that stands unpaid keeps what was asked for. */
  comprobante: ReceiptBody.nullish(),
  /** Of the courses that are sold for a group. */
  grupos: ChosenGroups.optional(),
  /** The better one for the buyer counts, never both. */
  cupon: z.string().trim().max(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).nullish(),
})

export const PreferenceResponse = z.object({
  init_point: z.string(),
  id: z.string(),
  orden: z.string(),
  intentos: z.int(),
  /** A wrong code is reported and ignored (docs/product/shop.md 8.4). */
  codigo: ReferralCheck.nullable(),
  cupon: CouponCheck.nullable(),
})

export const OrderLine = z.object({
  id_curso: Id,
  nombre: z.string(),
  imagen: z.string().nullable(),
  precio: z.number(),
  /** The name of the group for which it was bought. */
  grupo: z.string().nullable(),
})

export const Order = z.object({
  numero: z.string(),
  estado: z.enum(ORDER_STATES),
  estado_texto: z.string(),
  subtotal: z.number(),
  descuento: z.number(),
  total: z.number(),
  codigo_referido: z.string().nullable(),
  codigo_cupon: z.string().nullable(),
  /** Why the last payment failed, or what it is waiting for. */
  motivo: z.string().nullable(),
  /** Payments known so far: a page that came back from the gateway waits for a new one. */
  intentos: z.int(),
  /** In words; null until it is paid. */
  medio: z.string().nullable(),
  /** Paid more than once, and not yet refunded. */
  cobro_doble: z.boolean(),
  /** Charged above the total and still to be refunded. */
  por_devolver: z.number(),
  /** By the gateway or by the word of the staff, each sum once. */
  devuelto: z.number(),
  devolucion: Refundable.nullable(),
  /** Empty where it is paid at once. */
  cuotas: z.array(Instalment),
  /** Of the instalments that are not paid. */
  debe: z.number(),
  /** What the buyer asked for, with its number once staff wrote it. */
  comprobante: Receipt.extend({ numero: z.string().nullable() }).nullable(),
  creada_en: Instant,
  pagada_en: Instant.nullable(),
  /** Null once it can no longer be paid. */
  init_point: z.string().nullable(),
  lineas: z.array(OrderLine),
})
export type Order = z.infer<typeof Order>

const REASON_TEXT = 'Escribe por qué se acepta el pago.'
export const AcceptOrderBody = z.object({
  motivo: writtenProse(REASON_TEXT, 500).min(3, REASON_TEXT),
})

export const PaymentMean = z.object({ clave: z.string(), nombre: z.string() })
export type PaymentMean = z.infer<typeof PaymentMean>

/** Only the payment's id is used, to query the gateway. */
export const WebhookBody = z
  .looseObject({
    action: z.string().max(100).optional(),
    type: z.string().max(100).optional(),
    topic: z.string().max(100).optional(),
    data: z.looseObject({ id: z.union([z.string().max(100), z.number()]) }).optional(),
  })
  .nullish()
  .transform((body) => body ?? {})
export type WebhookBody = z.infer<typeof WebhookBody>

/** `type` and `data.id`, or in older notices `topic` and `id`. */
export const WebhookQuery = z.looseObject({
  'data.id': z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  id: z.string().max(100).optional(),
  topic: z.string().max(100).optional(),
})
export type WebhookQuery = z.infer<typeof WebhookQuery>

export const SandboxBody = z.object({
  accion: z.enum(Object.keys(SANDBOX_ACTIONS) as [SandboxAction, ...SandboxAction[]]),
})
export const SandboxOrder = z.object({
  numero: z.string(),
  total: z.number(),
  estado: z.enum(ORDER_STATES),
  volver: z.string(),
})
