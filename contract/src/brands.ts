import { z } from 'zod'
import { Id } from './common.ts'

const words = (most: number) => z.string().trim().min(1).max(most)

/** The landing page's words that belong to an academy: its own claims, which it writes in its content files and answers for. */
export const Landing = z.object({
  /** A picture and a text, in turns. */
  bloques: z.array(z.object({ titulo: words(80), texto: words(400), imagen: z.string().nullable() })).max(6),
  testimonios: z.array(z.object({ texto: words(400), autor: words(80), detalle: words(80) })).max(8),
  /** Average rating of 5, as the academy declares it. */
  valoracion: z.number().min(1).max(5).nullable(),
})
export type Landing = z.infer<typeof Landing>

/** A brand as everyone may see it (contract section 4). */
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
  /** Percent that a referral code takes off a purchase; 0 takes nothing off. */
  descuento_referido: z.int(),
  /** Where its public pages live: an origin without a trailing slash. */
  url_base: z.string(),
  /** Whether the canonical address of its pages carries `?marca=<slug>`, because the origin shows another brand first. */
  canonica_con_marca: z.boolean(),
})
export type Brand = z.infer<typeof Brand>

const text = z.string().nullable()

/** Banner settings of a brand: the object itself, without an envelope (contract section 1). */
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

const line = (most: number) => z.string().trim().max(most, `Puede tener hasta ${most} caracteres.`).optional()
const color = z
  .string()
  .regex(/^#[0-9A-Fa-f]{6}$/, 'El color debe tener la forma #RRGGBB.')
  .optional()

/** What an administrator may change of the own brand; the logo comes as a file. */
export const BrandForm = z.object({
  nombre: line(120).refine((nombre) => nombre !== '', 'El nombre es obligatorio.'),
  lema: line(200),
  color_primario: color,
  color_acento: color,
  razon_social: line(200),
  ruc: z
    .string()
    .trim()
    .regex(/^$|^(10|15|17|20)[0-9]{9}$/, 'El RUC debe tener 11 dígitos.')
    .optional(),
  direccion: line(250),
  telefono: line(40),
  correo: z
    .union([z.literal(''), z.email('Escribe un correo válido.')], { error: 'Escribe un correo válido.' })
    .optional(),
})
export type BrandForm = z.infer<typeof BrandForm>
