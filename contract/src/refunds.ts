import { z } from 'zod'
import { Day, FailureBody, Id, Instant } from './common.ts'
import { eachOnce } from './lists.ts'
import { MAX_ITEMS } from './order-rules.ts'
import { MAX_REFUND_TEXT } from './returned.ts'
import { staleOf } from './staff.ts'
import { prose, writtenProse } from './text-fields.ts'

const CourseRefund = z.object({
  id_curso: Id,
  nombre: z.string(),
  /** Paid for it, after the discount. */
  monto: z.number(),
  estado: z.enum(['disponible', 'pedida', 'devuelta', 'negada', 'no_corresponde']),
  /** What the buyer wrote; the reason of `no_corresponde`. */
  motivo: z.string().nullable(),
  respuesta: z.string().nullable(),
  pedida_en: Instant.nullable(),
})
export type CourseRefund = z.infer<typeof CourseRefund>

/** Null where the academy's policy gives no refunds (docs/product/shop.md 7.6). */
export const Refundable = z.object({
  /** The last day to request it, in Lima. */
  hasta: Day,
  cursos: z.array(CourseRefund),
})
export type Refundable = z.infer<typeof Refundable>

const courses = eachOnce(
  z.array(Id, 'Elige al menos un curso.').min(1, 'Elige al menos un curso.').max(MAX_ITEMS),
  'Cada curso va una sola vez.',
)

export const RefundBody = z.object({ cursos: courses, motivo: prose(MAX_REFUND_TEXT).nullish() })
export type RefundBody = z.infer<typeof RefundBody>

export const RefundRequest = z.object({
  numero: z.string(),
  total: z.number(),
  pagada_en: Instant,
  /** When the first of its courses was requested. */
  pedida_en: Instant,
  medio: z.string().nullable(),
  /** Given back since, and the buyer was told. */
  ya_devuelto: z.number(),
  /** The gateway was asked to give it back and has not answered yet. */
  enviada: z.number().nullable(),
  comprador: z.object({ id: Id, nombres: z.string(), apellidos: z.string(), correo: z.string() }),
  cursos: z.array(
    z.object({
      id_curso: Id,
      nombre: z.string(),
      monto: z.number(),
      motivo: z.string().nullable(),
      lecciones: z.int(),
      completadas: z.int(),
    }),
  ),
})
export type RefundRequest = z.infer<typeof RefundRequest>

export const ResolvedRefund = z.union([
  staleOf(
    z.object({
      cursos: z.array(
        z.object({
          id_curso: Id,
          nombre: z.string(),
          resultado: z.enum(['devuelta', 'negada']),
          respuesta: z.string().nullable(),
        }),
      ),
    }),
  ).extend({ code: z.literal('YA_RESUELTO') }),
  FailureBody,
])

const ANSWER_TEXT = 'Escribe por qué no corresponde: lo leerá quien compró.'

/** `cursos` are those on screen: one requested meanwhile still waits. Money that goes back is a refund (refunding.ts). */
export const RefundDenial = z.object({
  cursos: courses,
  respuesta: writtenProse(ANSWER_TEXT, MAX_REFUND_TEXT).min(3, ANSWER_TEXT),
})
export type RefundDenial = z.infer<typeof RefundDenial>
