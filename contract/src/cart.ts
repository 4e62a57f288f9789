import { z } from 'zod'
import { BrandQuery } from './catalogue.ts'
import { Id } from './common.ts'
import { UNKNOWN_CODE_TEXT } from './order-rules.ts'
import { MAX_PASTED_CODE } from './rules.ts'
import { line } from './text-fields.ts'

const IDS_TEXT = 'Envía los ids de los cursos separados por comas.'

export const CartQuery = BrandQuery.extend({
  ids: z
    .string({ error: IDS_TEXT })
    .regex(/^[1-9][0-9]{0,15}(,[1-9][0-9]{0,15}){0,19}$/, IDS_TEXT)
    // Drop numbers that no id has.
    .transform((text) => [...new Set(text.split(',').map(Number))].filter((id) => Id.safeParse(id).success)),
  codigo: line(MAX_PASTED_CODE, UNKNOWN_CODE_TEXT).optional(),
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
})
export type CartCourse = z.infer<typeof CartCourse>

export const ReferralCheck = z.object({
  codigo: z.string(),
  porcentaje: z.int(),
  valido: z.boolean(),
  motivo: z.string().nullable(),
})
export type ReferralCheck = z.infer<typeof ReferralCheck>

export const Cart = z.object({
  cursos: z.array(CartCourse),
  de_otra_marca: z.array(z.object({ id: Id, id_cliente: Id })),
  codigo: ReferralCheck.nullable(),
})
export type Cart = z.infer<typeof Cart>
