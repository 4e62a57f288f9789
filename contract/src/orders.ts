import { z } from 'zod'
import { Id, Instant } from './common.ts'
import {
  MAX_ITEMS,
  ORDER_STATES,
  PAYMENT_FAILED_TEXT,
  SANDBOX_ACTIONS,
  type SandboxAction,
  UNKNOWN_CODE_TEXT,
} from './order-rules.ts'

/** An item of the cart: the course's id decides; name, price and picture in it are ignored (contract section 4). */
export const PreferenceItem = z.object({
  id: z.int().positive(),
  nombre: z.string().max(300).optional(),
  costo: z.unknown().optional(),
  quantity: z.unknown().optional(),
  imagen: z.unknown().optional(),
})

export const PreferenceBody = z.object({
  items: z
    .array(PreferenceItem)
    .min(1, PAYMENT_FAILED_TEXT)
    .max(MAX_ITEMS, `Puedes comprar hasta ${MAX_ITEMS} cursos a la vez.`),
  /** A referral code, as it was typed; empty is none. */
  codigo_referido: z.string().trim().max(20, UNKNOWN_CODE_TEXT).nullish(),
})

/** `init_point` is where the browser pays: an exception to the envelope that the specification shows. */
export const PreferenceAnswer = z.object({ init_point: z.string(), id: z.string(), orden: z.string() })

export const OrderLine = z.object({
  id_curso: Id,
  nombre: z.string(),
  imagen: z.string().nullable(),
  precio: z.number(),
})

/** An order as who bought sees it. `numero` is its public id. */
export const Order = z.object({
  numero: z.string(),
  estado: z.enum(ORDER_STATES),
  estado_texto: z.string(),
  subtotal: z.number(),
  descuento: z.number(),
  total: z.number(),
  /** The referral code that took the discount off. */
  codigo_referido: z.string().nullable(),
  /** Why the last payment was not made, or what it waits for. */
  motivo: z.string().nullable(),
  creada_en: Instant,
  pagada_en: Instant.nullable(),
  /** Where to pay, while it can still be paid. */
  init_point: z.string().nullable(),
  lineas: z.array(OrderLine),
})
export type Order = z.infer<typeof Order>

/** An order that waits for a person, as administrators see it: who bought, what, and what came for it. */
export const ReviewedOrder = Order.pick({
  numero: true,
  estado: true,
  estado_texto: true,
  total: true,
  creada_en: true,
  pagada_en: true,
}).extend({
  comprador: z.object({ id: Id, nombres: z.string(), apellidos: z.string(), correo: z.string() }),
  cursos: z.array(z.string()),
  pagos: z.array(
    z.object({
      id_pago: z.string(),
      estado: z.string(),
      monto: z.number(),
      moneda: z.string(),
      detalle: z.string().nullable(),
    }),
  ),
})
export type ReviewedOrder = z.infer<typeof ReviewedOrder>

const REASON_TEXT = 'Escribe por qué se acepta el pago.'
/** Why money that is not what was asked is taken for it; the audit trail keeps it. */
export const AcceptOrderBody = z.object({
  motivo: z.string({ error: REASON_TEXT }).trim().min(3, REASON_TEXT).max(500, 'Puede tener hasta 500 caracteres.'),
})

/** What the gateway posts; only the payment's id is used, and only to ask for it. */
export const WebhookBody = z.looseObject({
  action: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  data: z.looseObject({ id: z.union([z.string().max(100), z.number()]) }).optional(),
})

export const SandboxBody = z.object({
  accion: z.enum(Object.keys(SANDBOX_ACTIONS) as [SandboxAction, ...SandboxAction[]]),
})
export const SandboxOrder = z.object({
  numero: z.string(),
  total: z.number(),
  estado: z.enum(ORDER_STATES),
  volver: z.string(),
})
