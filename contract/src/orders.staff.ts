import { z } from 'zod'
import { Day, Id, Instant, oneOf, PathId } from './common.ts'
import { Instalment } from './instalments.ts'
import { MEDIA } from './media.ts'
import { ORDER_STATES } from './order-rules.ts'
import { StaffReceipt } from './receipts.ts'
import { REFUND_STATES } from './refunding.ts'
import { MAX_REFUND_TEXT } from './returned.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { line, writtenProse } from './text-fields.ts'

/**
 * `desde_dia`, `hasta_dia`, `medio` and a person in `registro` are of the money: orders without any are left out, and only that
 * money is counted. The newest are first.
 */
export const SalesQuery = StaffListQuery.omit({ orden: true }).extend({
  estado: z.enum(ORDER_STATES, 'Elige cómo está la orden.').optional(),
  medio: z.enum(MEDIA, 'Elige el medio de pago.').optional(),
  /** Counts what is of this course. */
  curso: z.coerce.number().pipe(Id).optional(),
  codigo: line(20).optional(),
  /** Those that owe an instalment, or one whose day is over. */
  cuotas: z.enum(['por_cobrar', 'vencidas']).optional(),
  /** `en_linea`: paid online; otherwise who registered the payment. */
  registro: z.union([z.literal('en_linea'), PathId], 'Elige quién registró la venta.').optional(),
  /** Days of Lima, both included. */
  desde_dia: Day.optional(),
  hasta_dia: Day.optional(),
})
export type SalesQuery = z.infer<typeof SalesQuery>

/** Sums of movements, in soles; `devuelto` is what went back, also to the bank. */
const Money = z.object({ cobrado: z.number(), devuelto: z.number(), neto: z.number() })

const Buyer = z.object({ id: Id, nombres: z.string(), apellidos: z.string(), correo: z.string() })

const Head = z.object({
  numero: z.string(),
  estado: z.enum(ORDER_STATES),
  /** As staff say it. */
  estado_texto: z.string(),
  comprador: Buyer,
  total: z.number(),
  /** Of the instalments that are not paid. */
  debe: z.number(),
  codigo: z.string().nullable(),
  /** Who registered the sale, or its payment; null for a purchase online. */
  registrada_por: z.string().nullable(),
  creada_en: Instant,
  pagada_en: Instant.nullable(),
})

export const SaleRow = Head.extend({
  cursos: z.array(z.string()),
  ...Money.shape,
  medios: z.array(z.enum(MEDIA)),
})
export type SaleRow = z.infer<typeof SaleRow>

export const SaleRows = z.object({
  data: staffListOf(SaleRow).shape.data.extend({
    /** Of all pages, with how many payments came in; null without days, and with words, a state or a code. */
    sumas: Money.extend({ cobros: z.int() }).nullable(),
    /** Who may have registered a sale. */
    personal: z.array(z.object({ id: Id, nombre: z.string() })),
  }),
})
export type SalesSums = NonNullable<z.infer<typeof SaleRows>['data']['sumas']>

const SaleLine = z.object({
  id_curso: Id,
  nombre: z.string(),
  precio: z.number(),
  /** Its share of the order's discount. */
  descuento: z.number(),
  pagado: z.number(),
  devuelto: z.number(),
  /** When a refund closed the course. */
  grupo: z.string().nullable(),
  cerrada_en: Instant.nullable(),
  avance: z.int(),
  /** Code of the course's valid certificate. */
  certificado: z.string().nullable(),
})

const SaleMovement = z.object({
  id: Id,
  tipo: z.enum(['cobro', 'devolucion', 'contracargo', 'ajuste']),
  /** Signed: what came in is positive. */
  monto: z.number(),
  medio: z.enum(MEDIA),
  operacion: z.string().nullable(),
  dia: Day,
  /** Null where the gateway said it. */
  por: z.string().nullable(),
  id_pasarela: z.string().nullable(),
  /** Registered as given back at the gateway, which does not say so yet. */
  espera: z.boolean(),
  /** Null where staff cannot take it back; otherwise the courses that close with it, or open again where it is a refund. */
  anulable: z.array(z.string()).nullable(),
})

const SaleRefund = z.object({
  id: Id,
  monto: z.number(),
  estado: z.enum(REFUND_STATES),
  motivo: z.string(),
  error: z.string().nullable(),
  por: z.string(),
  creado_en: Instant,
})

const GatewayPayment = z.object({
  id_pago: z.string(),
  estado: z.string(),
  monto: z.number(),
  devuelto: z.number(),
  moneda: z.string(),
  /** Why it failed or waits, in the buyer's words. */
  detalle: z.string().nullable(),
})

/** `tipo` says what it is about, `texto` all of it. */
const SaleEvent = z.object({
  tipo: z.enum(['pedido', 'cobro', 'devolucion', 'aviso', 'curso', 'estado']),
  fecha: Instant,
  texto: z.string(),
})
export type SaleEvent = z.infer<typeof SaleEvent>

export const StaffOrder = Head.extend({
  ...Money.shape,
  subtotal: z.number(),
  descuento: z.number(),
  /** Of a discount, or of courses for nothing. */
  motivo: z.string().nullable(),
  /** The gateway can be asked about it. */
  en_pasarela: z.boolean(),
  /** Null where there is nothing to pay for. */
  comprobante: StaffReceipt.nullable(),
  lineas: z.array(SaleLine),
  /** Empty where it is paid at once. */
  cuotas: z.array(Instalment),
  movimientos: z.array(SaleMovement),
  devoluciones: z.array(SaleRefund),
  /** What the gateway last said, newest first; no figure reads it. */
  pagos: z.array(GatewayPayment),
  /** Oldest first. */
  historia: z.array(SaleEvent),
})
export type StaffOrder = z.infer<typeof StaffOrder>
export const OneStaffOrder = oneOf(StaffOrder)

/** What staff registered by mistake, a charge or a refund. */
export const AnnulBody = z.object({
  id_movimiento: Id,
  motivo: writtenProse('Escribe por qué se anula.', MAX_REFUND_TEXT),
})
export type AnnulBody = z.infer<typeof AnnulBody>
