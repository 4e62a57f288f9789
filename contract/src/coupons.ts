import { z } from 'zod'
import { CourseIds } from './cart.ts'
import { Day, Id, Instant, oneOf, SentOnce } from './common.ts'
import { COUPON_STATES, couponCode, MAX_COUPON_CODES, MAX_COUPON_COURSES } from './coupon-rules.ts'
import { eachOnce } from './lists.ts'
import { UNKNOWN_CODE_TEXT } from './order-rules.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { StaffListQuery, staffListOf } from './staff.ts'
import { line, writtenLine } from './text-fields.ts'

const NAME_TEXT = 'Escribe un nombre.'
const CODE_TEXT = 'Usa de 3 a 20 letras y números. No puede ser como un código de referido (REF123).'
const PERCENT_TEXT = 'Escribe un porcentaje entero, del 1 al 100.'
const AMOUNT_TEXT = 'Escribe cuánto descuenta, en soles.'
const COURSES_TEXT = 'Elige los cursos.'
const USES_TEXT = 'Escribe cuántas veces se puede usar, en números.'
const MAX_USES = 100_000

const Uses = z.int(USES_TEXT).min(1, USES_TEXT).max(MAX_USES, `Puede usarse hasta ${MAX_USES} veces.`).nullable()

/** Soles with at most two decimals. */
const Amount = z
  .number(AMOUNT_TEXT)
  .positive(AMOUNT_TEXT)
  .max(100_000, AMOUNT_TEXT)
  .multipleOf(0.01, 'Hasta dos decimales.')

const Terms = z.object({
  nombre: writtenLine(NAME_TEXT, 80),
  /** One of the two. */
  porcentaje: z.int(PERCENT_TEXT).min(1, PERCENT_TEXT).max(100, PERCENT_TEXT).nullable(),
  descuento: Amount.nullable(),
  /** None: all. */
  cursos: eachOnce(
    z
      .array(Id, COURSES_TEXT)
      .max(MAX_COUPON_COURSES, `Hasta ${MAX_COUPON_COURSES} cursos; para todos, no elijas ninguno.`),
    'Cada curso va una sola vez.',
  ),
  /** Days of Lima, both included. */
  desde: Day.nullable(),
  hasta: Day.nullable(),
  /** In all, of an ordinary coupon; null without a limit. */
  usos: Uses,
  usos_persona: Uses,
})

type TermsValue = z.output<typeof Terms>

const whole = <T extends z.ZodType<TermsValue>>(terms: T) =>
  terms
    .refine(({ porcentaje, descuento }) => porcentaje !== null || descuento !== null, {
      error: PERCENT_TEXT,
      path: ['porcentaje'],
    })
    .refine(({ porcentaje, descuento }) => porcentaje === null || descuento === null, {
      error: 'Un cupón descuenta un porcentaje o un monto, no los dos.',
      path: ['descuento'],
    })
    .refine(({ desde, hasta }) => !desde || !hasta || desde <= hasta, {
      error: 'Termina antes de empezar.',
      path: ['hasta'],
    })

/** With a code, or for a batch of codes that serve once each. */
export const NewCoupon = whole(
  Terms.extend({
    codigo: z
      .string(CODE_TEXT)
      .max(MAX_PASTED_CODE, CODE_TEXT)
      .transform((typed, context) => {
        const code = couponCode(typed)
        if (code === null) context.addIssue({ code: 'custom', message: CODE_TEXT })
        return code ?? z.NEVER
      })
      .nullable(),
    envio: SentOnce,
  }),
)
export type NewCoupon = z.output<typeof NewCoupon>

/** Discount and courses stay once an order has it. */
export const CouponBody = whole(Terms.extend({ version: z.int().min(0) }))
export type CouponBody = z.output<typeof CouponBody>

const CODES_TEXT = `Escribe cuántos códigos, hasta ${MAX_COUPON_CODES}.`
export const NewCodes = z.object({
  cantidad: z.int(CODES_TEXT).min(1, CODES_TEXT).max(MAX_COUPON_CODES, CODES_TEXT),
  envio: SentOnce,
})
export type NewCodes = z.output<typeof NewCodes>

export const CouponsQuery = StaffListQuery.extend({
  /** `pasado`: paid more often than it may be, and no one has seen it. */
  estado: z.enum([...COUPON_STATES, 'pasado'], 'Elige cómo está el cupón.').optional(),
  orden: z.enum(['creado', '-creado', 'nombre', '-nombre'], 'Esta lista no se ordena así.').optional(),
})
export type CouponsQuery = z.output<typeof CouponsQuery>

export const CouponRow = z.object({
  id: Id,
  nombre: z.string(),
  /** Null for a batch. */
  codigo: z.string().nullable(),
  porcentaje: z.int().nullable(),
  descuento: z.number().nullable(),
  /** How many; 0 are all. */
  cursos: z.int(),
  desde: Day.nullable(),
  hasta: Day.nullable(),
  /** In all, or codes of a batch; null without a limit. */
  limite: z.int().nullable(),
  usos: z.int(),
  estado: z.enum(COUPON_STATES),
  /** Payments beyond the limit that no one has seen. */
  pasados: z.int(),
  creado_en: Instant,
})
export type CouponRow = z.infer<typeof CouponRow>
export const CouponRows = staffListOf(CouponRow)

/** A purchase that was paid beyond the limit. */
const OverUse = z.object({ numero: z.string(), comprador: z.string(), usado_en: Instant })

export const Coupon = CouponRow.extend({
  cursos: z.array(z.object({ id: Id, nombre: z.string() })),
  usos_persona: z.int().nullable(),
  /** Held by purchases that are not paid yet. */
  apartados: z.int(),
  /** An order has it: its discount stays. */
  estrenado: z.boolean(),
  cerrado_en: Instant.nullable(),
  creado_por: z.string(),
  version: z.int(),
  /** Not seen, the newest 50. */
  de_mas: z.array(OverUse),
})
export type Coupon = z.infer<typeof Coupon>
export const OneCoupon = oneOf(Coupon)

/** Orders that were paid beyond the limit, as they were shown. */
export const SeenBody = z.object({ ordenes: z.array(z.uuid()).min(1).max(50) })

export const CODE_STATES = ['libre', 'apartado', 'usado'] as const
export const CouponCodesQuery = StaffListQuery.omit({ orden: true }).extend({
  estado: z.enum(CODE_STATES, 'Elige cómo está el código.').optional(),
})
export type CouponCodesQuery = z.output<typeof CouponCodesQuery>

export const CouponCodeRow = z.object({
  id: Id,
  codigo: z.string(),
  estado: z.enum(CODE_STATES),
  /** Of the order that has it. */
  numero: z.string().nullable(),
  comprador: z.string().nullable(),
  usado_en: Instant.nullable(),
})
export type CouponCodeRow = z.infer<typeof CouponCodeRow>
export const CouponCodeRows = staffListOf(CouponCodeRow)

/** For a sale by staff. */
export const SaleCouponQuery = z.object({
  codigo: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).min(1, 'Escribe el código del cupón.'),
  cursos: CourseIds,
  id_usuario: z.coerce.number().pipe(Id).optional(),
})
