import { z } from 'zod'
import { Id, Instant } from './common.ts'

/** The only currency (storefront.md section 9). */
export const CURRENCY = 'PEN'
/** Most items of one purchase. */
export const MAX_ITEMS = 20

/** storefront.md section 8. */
export const PAYMENT_FAILED_TEXT = 'Hubo un problema al procesar el pago.'

/** An order's states. `pagada` never goes back; a refund or a chargeback is told apart from it. */
export const ORDER_STATES = [
  'pendiente',
  'en_espera',
  'rechazada',
  'cancelada',
  'pagada',
  'en_revision',
  'reembolsada',
  'contracargo',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** What each state means to who bought. */
export const ORDER_STATE_TEXTS: Record<OrderState, string> = {
  pendiente: 'Falta pagar',
  en_espera: 'Estamos esperando la confirmación del pago',
  rechazada: 'El pago fue rechazado, puedes intentarlo de nuevo',
  cancelada: 'El pago se canceló',
  pagada: 'Pagada, ya puedes estudiar',
  en_revision: 'Estamos revisando tu pago',
  reembolsada: 'Te devolvimos el dinero',
  contracargo: 'El banco retiró el pago',
}

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
  creada_en: Instant,
  pagada_en: Instant.nullable(),
  /** Where to pay, while it can still be paid. */
  init_point: z.string().nullable(),
  lineas: z.array(OrderLine),
})
export type Order = z.infer<typeof Order>

/** What the gateway posts; only the payment's id is used, and only to ask for it. */
export const WebhookBody = z.looseObject({
  action: z.string().max(100).optional(),
  type: z.string().max(100).optional(),
  data: z.looseObject({ id: z.union([z.string().max(100), z.number()]) }).optional(),
})

/** What the built-in payment page can do to an order, as a bank and a network would. */
export const SANDBOX_ACTIONS = {
  aprobar: 'Aprobar el pago',
  rechazar: 'Rechazar el pago',
  dejar_pendiente: 'Dejarlo pendiente',
  aprobar_y_avisar_dos_veces: 'Aprobar y avisar dos veces',
  aprobar_y_avisar_tarde: 'Aprobar y avisar un minuto después',
  aprobar_sin_avisar: 'Aprobar sin avisar',
  aprobar_con_firma_mala: 'Aprobar y avisar con una firma falsa',
  avisar_en_desorden: 'Aprobar y avisar en desorden',
  pagar_dos_veces: 'Pagar dos veces',
  reembolsar: 'Devolver el dinero',
  contracargo: 'Contracargo del banco',
} as const
export type SandboxAction = keyof typeof SANDBOX_ACTIONS

export const SandboxBody = z.object({
  accion: z.enum(Object.keys(SANDBOX_ACTIONS) as [SandboxAction, ...SandboxAction[]]),
})
export const SandboxOrder = z.object({
  numero: z.string(),
  total: z.number(),
  estado: z.enum(ORDER_STATES),
  volver: z.string(),
})
