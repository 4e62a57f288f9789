import { z } from 'zod'
import { BrandQuery } from './catalogue.ts'
import { Id } from './common.ts'

const IDS_TEXT = 'Envía los ids de los cursos separados por comas.'

/** `GET /carrito?ids=1,2&codigo=REF7`: the cart re-read from the server when it is opened (contract section 4). */
export const CartQuery = BrandQuery.extend({
  ids: z
    .string({ error: IDS_TEXT })
    .regex(/^[1-9][0-9]{0,9}(,[1-9][0-9]{0,9}){0,19}$/, IDS_TEXT)
    // What is too great for an id is no course.
    .transform((text) => [...new Set(text.split(',').map(Number))].filter((id) => Id.safeParse(id).success)),
  codigo: z.string().trim().max(20).optional(),
})

/** A course of the cart as it is now; one that is no longer sold is not in the answer. */
export const CartCourse = z.object({
  id: Id,
  nombre: z.string(),
  descripcion: z.string(),
  imagen: z.string().nullable(),
  costo: z.number(),
  precio_regular: z.number().nullable(),
  /** The asker is enrolled in it; false for visitors. */
  comprado: z.boolean(),
})
export type CartCourse = z.infer<typeof CartCourse>

/** Whether a referral code may be used by the asker, and what it takes off. */
export const ReferralCheck = z.object({
  codigo: z.string(),
  porcentaje: z.int(),
  valido: z.boolean(),
  motivo: z.string().nullable(),
})
export type ReferralCheck = z.infer<typeof ReferralCheck>

export const Cart = z.object({
  cursos: z.array(CartCourse),
  codigo: ReferralCheck.nullable(),
})
export type Cart = z.infer<typeof Cart>
