import { z } from 'zod'
import { Id } from './common.ts'
import { isPrintable, PRINTED_TEXT } from './printable.ts'
import { line, writtenLine } from './text-fields.ts'

const words = (most: number) => writtenLine('Falta este texto.', most)

export const LANDING_PARTS = ['opiniones', 'docentes', 'bloques'] as const

export const OFFERS = ['especificacion', 'real', 'ninguna'] as const

export const Landing = z.object({
  apertura: z.object({ titular: words(60), texto: words(160), boton: words(30), enlace: words(500) }).nullable(),
  orden: z.array(z.enum(LANDING_PARTS)).length(LANDING_PARTS.length),
  bloques: z.array(z.object({ titulo: words(80), texto: words(400), imagen: z.string().nullable() })).max(6),
  testimonios: z.array(z.object({ texto: words(400), autor: words(80), detalle: words(80) })).max(8),
  /** Average rating out of 5, as the academy declares it. */
  valoracion: z.number().min(1).max(5).nullable(),
})
export type Landing = z.infer<typeof Landing>

/** Public (docs/product/brands.md 1.1). */
export const Brand = z.object({
  id: Id,
  slug: z.string(),
  nombre: z.string(),
  lema: z.string(),
  logo: z.string().nullable(),
  isotipo: z.string().nullable(),
  color_primario: z.string(),
  color_acento: z.string(),
  razon_social: z.string(),
  ruc: z.string(),
  direccion: z.string(),
  telefono: z.string(),
  correo: z.string(),
  redes: z.record(z.string(), z.string()),
  descuento_referido: z.int(),
  /** Days (0 for none) and progress in percent up to which a purchase is refunded without a reason. */
  devolucion_dias: z.int(),
  devolucion_avance: z.int(),
  /** False: the shop leads to the academy's contacts. */
  cobra_en_linea: z.boolean(),
  envia_correos: z.boolean(),
  /** Origin of its public pages, without a trailing slash. */
  url_base: z.string(),
  /** Whether canonical URLs contain `?marca=<slug>`, because the origin shows another brand by default. */
  canonica_con_marca: z.boolean(),
})
export type Brand = z.infer<typeof Brand>

const text = z.string().nullable()

export const BannerSettings = z.object({
  banner_uno: text,
  link_banner_uno: text,
  banner_dos: text,
  link_banner_dos: text,
  boton_1: text,
  link_boton_1: text,
  boton_2: text,
  link_boton_2: text,
  boton_3: text,
  link_boton_3: text,
})
export type BannerSettings = z.infer<typeof BannerSettings>

const color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'El color debe tener la forma #RRGGBB.')
  .optional()

export const BrandForm = z.object({
  nombre: writtenLine('El nombre es obligatorio.', 120).refine(isPrintable, PRINTED_TEXT).optional(),
  lema: line(200).optional(),
  color_primario: color,
  color_acento: color,
  razon_social: line(200).optional(),
  ruc: line(20)
    .regex(/^$|^(10|15|17|20)[0-9]{9}$/, 'El RUC debe tener 11 dígitos.')
    .optional(),
  direccion: line(250).optional(),
  telefono: line(40).optional(),
  correo: line(254)
    .pipe(z.union([z.literal(''), z.email('Escribe un correo válido.')], { error: 'Escribe un correo válido.' }))
    .optional(),
})
export type BrandForm = z.infer<typeof BrandForm>
