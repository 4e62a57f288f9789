import { z } from 'zod'
import { OFFERS } from './brands.ts'
import { lettersAndDigits } from './codes.ts'
import { Id, listOf, oneOf } from './common.ts'
import { isPrintable, PRINTED_TEXT } from './printable.ts'
import { Password } from './registration.ts'
import { LONG_PASSWORD, MAX_PASSWORD, PASSWORDS_DIFFER_TEXT } from './rules.ts'
import { conflictOf } from './staff.ts'
import { Invited, OwnPassword } from './team.ts'
import { address, line, writtenLine } from './text-fields.ts'

/** Two lines of a certificate. */
export const MAX_CERTIFICATE_TEXT = 160

export const NETWORKS = ['facebook', 'instagram', 'youtube', 'linkedin', 'whatsapp', 'tiktok', 'x'] as const

/** Of a brand that chose none. */
export const BRAND_COLOURS = { color_primario: '#3B5BDB', color_acento: '#E8590C' } as const

/** The same in a brand's file (docs/content-format.md) and in its settings. */
export const BrandNumbers = z.object({
  descuento_referido: z
    .int('Escribe un número entero.')
    .min(0, 'El descuento va de 0 a 90 %.')
    .max(90, 'El descuento va de 0 a 90 %.'),
  /** Percent that staff without `ventas.descuento` may take off a sale. */
  descuento_venta: z
    .int('Escribe un número entero.')
    .min(0, 'El descuento va de 0 a 100 %.')
    .max(100, 'El descuento va de 0 a 100 %.'),
  /** Days after an instalment's before its courses are suspended. */
  dias_gracia: z.int('Escribe un número entero.').min(0, 'Va de 0 a 60 días.').max(60, 'Va de 0 a 60 días.'),
  devolucion_dias: z.int('Escribe un número entero.').min(0, 'Va de 0 a 365 días.').max(365, 'Va de 0 a 365 días.'),
  devolucion_avance: z.int('Escribe un número entero.').min(1, 'Va de 1 a 100 %.').max(100, 'Va de 1 a 100 %.'),
  /** Percent of the lessons before an exam that opens it. */
  examenes_desde: z.int('Escribe un número entero.').min(0, 'Va de 0 a 100 %.').max(100, 'Va de 0 a 100 %.'),
})

const Colour = z.string().regex(/^#[0-9A-Fa-f]{6}$/, 'El color debe tener la forma #RRGGBB.')
const ADDRESS_TEXT = 'Escribe una dirección que empiece con https://'

const Editable = BrandNumbers.extend({
  nombre: writtenLine('El nombre es obligatorio.', 120).refine(isPrintable, PRINTED_TEXT),
  lema: line(200),
  color_primario: Colour,
  color_acento: Colour,
  razon_social: line(200),
  ruc: line(20)
    .overwrite(lettersAndDigits)
    .regex(/^$|^(10|15|17|20)[0-9]{9}$/, 'El RUC debe tener 11 dígitos.'),
  direccion: line(250),
  telefono: line(40),
  correo: line(254).pipe(z.union([z.literal(''), z.email()], { error: 'Escribe un correo válido.' })),
  redes: z.partialRecord(z.enum(NETWORKS), address(ADDRESS_TEXT)),
  oferta: z.enum(OFFERS),
  firma: z
    .object({
      nombre: writtenLine('Escribe quién firma los certificados.', 80).refine(isPrintable, PRINTED_TEXT),
      cargo: writtenLine('Escribe su cargo.', 80).refine(isPrintable, PRINTED_TEXT),
    })
    .nullable(),
  /** For example an agreement or a resolution; empty for none. */
  texto_certificado: line(MAX_CERTIFICATE_TEXT).refine(isPrintable, PRINTED_TEXT),
})

export const BrandSettings = Editable.extend({
  id: Id,
  slug: z.string(),
  dominios: z.array(z.string()),
  /** Until then *Primeros pasos* asks. */
  oferta_elegida: z.boolean(),
  /** As they are stored: the rules of {@link Editable} are newer than some rows. */
  ruc: z.string(),
  correo: z.string(),
  redes: z.record(z.string(), z.string()),
  logo: z.string().nullable(),
  isotipo: z.string().nullable(),
  firma_imagen: z.string().nullable(),
  version: z.int(),
})
export type BrandSettings = z.infer<typeof BrandSettings>
export const OneBrandSettings = oneOf(BrandSettings)
export const SettingsConflict = conflictOf(BrandSettings)

/** Without `oferta` it stays as it is, perhaps not chosen yet. */
export const SettingsBody = Editable.extend({ oferta: Editable.shape.oferta.optional(), version: z.int().min(0) })
export type SettingsBody = z.infer<typeof SettingsBody>

/** A certificate in these settings, saved or not, as a picture. */
export const SampleBody = Editable.pick({
  nombre: true,
  lema: true,
  color_primario: true,
  color_acento: true,
  razon_social: true,
  firma: true,
  texto_certificado: true,
})
export type SampleBody = z.infer<typeof SampleBody>

/** Uploaded as a multipart form with `imagen`. */
export const BRAND_PICTURES = ['logo', 'isotipo', 'firma'] as const
export const BrandPictureParams = z.object({ cual: z.enum(BRAND_PICTURES) })

/** The brand that a platform administrator works in, until they choose another. */
export const ActiveBrandBody = z.object({ id_cliente: Id })
export const ActiveBrand = oneOf(z.object({ id_cliente: Id }))

const DOMAIN_TEXT = 'Escribe cada dominio en minúsculas, como campus.academia.pe.'
const Domains = z
  .array(line(253, DOMAIN_TEXT).regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, DOMAIN_TEXT))
  .max(10, 'Una marca tiene hasta 10 dominios.')

export const InstalledBrand = z.object({
  id: Id,
  slug: z.string(),
  nombre: z.string(),
  color_primario: z.string(),
  isotipo: z.string().nullable(),
  dominios: z.array(z.string()),
  activa: z.boolean(),
  version: z.int(),
})
export type InstalledBrand = z.infer<typeof InstalledBrand>
export const InstalledBrands = listOf(InstalledBrand)
export const OneInstalledBrand = oneOf(InstalledBrand)
export const BrandConflict = conflictOf(InstalledBrand)

const Slug = line(40).regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Usa minúsculas, números y guiones.')

export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '') || 'academia'

export const NewBrand = z.object({
  nombre: Editable.shape.nombre,
  slug: Slug,
  color_primario: Colour,
  color_acento: Colour,
  dominios: Domains.default([]),
  administrador: Invited,
})
export const NewBrandBody = NewBrand.extend({ password: OwnPassword })
export type NewBrandBody = z.infer<typeof NewBrandBody>

export const BrandBody = z.object({
  nombre: Editable.shape.nombre,
  dominios: Domains,
  activa: z.boolean(),
  version: z.int().min(0),
})
export type BrandBody = z.infer<typeof BrandBody>

/** Creates the first brand and its platform administrator; the link's signature authorizes it. */
export const FirstBrandBody = Invited.extend({
  academia: Editable.shape.nombre,
  /** Derived from the name when missing. */
  slug: z.union([z.literal(''), Slug]).optional(),
  color_primario: Colour.default(BRAND_COLOURS.color_primario),
  password: Password,
  password_confirmation: z
    .string(PASSWORDS_DIFFER_TEXT)
    .max(MAX_PASSWORD * 4, LONG_PASSWORD)
    .normalize(),
  ensena: z.boolean().default(false),
  vence: z.string().max(20),
  firma: z.string().max(200),
}).refine((body) => body.password === body.password_confirmation, {
  path: ['password_confirmation'],
  error: PASSWORDS_DIFFER_TEXT,
})
export type FirstBrandBody = z.infer<typeof FirstBrandBody>
