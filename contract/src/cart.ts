import { z } from 'zod'
import { BrandQuery } from './catalogue.ts'
import { Id, oneOf } from './common.ts'
import { GroupWithPlaces } from './groups.ts'
import { UNKNOWN_CODE_TEXT } from './order-rules.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { line } from './text-fields.ts'

const IDS_TEXT = 'Envía los ids de los cursos separados por comas.'

export const CourseIds = z
  .string({ error: IDS_TEXT })
  .regex(/^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,19}$/, IDS_TEXT)
  // Drop numbers that no id has.
  .transform((text) => [...new Set(text.split(',').map(Number))].filter((id) => Id.safeParse(id).success))

export const CartQuery = BrandQuery.extend({
  ids: CourseIds,
  codigo: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).optional(),
  cupon: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).optional(),
})

/** Courses no longer on sale are left out of the response. */
export const CartCourse = z.object({
  id: Id,
  nombre: z.string(),
  descripcion: z.string(),
  imagen: z.string().nullable(),
  costo: z.number(),
  precio_regular: z.number().nullable(),
  comprado: z.boolean(),
  certificado: z.boolean(),
  /** For one of which it is sold; null where it is sold without. */
  grupos: z.array(GroupWithPlaces).nullable(),
})
export type CartCourse = z.infer<typeof CartCourse>

export const ReferralCheck = z.object({
  codigo: z.string(),
  porcentaje: z.int(),
  valido: z.boolean(),
  motivo: z.string().nullable(),
})
export type ReferralCheck = z.infer<typeof ReferralCheck>

/** Of a coupon: what it takes off, or why it cannot be used; null `cursos` are all. */
export const CouponCheck = z.object({
  codigo: z.string(),
  porcentaje: z.int().nullable(),
  /** Soles, of its courses together. */
  descuento: z.number().nullable(),
  cursos: z.array(Id).nullable(),
  valido: z.boolean(),
  motivo: z.string().nullable(),
})
export type CouponCheck = z.infer<typeof CouponCheck>
export const OneCouponCheck = oneOf(CouponCheck)

export const Cart = z.object({
  cursos: z.array(CartCourse),
  de_otra_marca: z.array(z.object({ id: Id, id_cliente: Id })),
  codigo: ReferralCheck.nullable(),
  /** The better one for the buyer counts, never both. */
  cupon: CouponCheck.nullable(),
})
export type Cart = z.infer<typeof Cart>
