import { z } from 'zod'
import { Instant } from './common.ts'
import { PAGE_KEYS } from './rules.ts'
import { writtenLine, writtenProse } from './text-fields.ts'

export const PageKey = z.enum(PAGE_KEYS)
export type PageKey = z.infer<typeof PageKey>

export const PAGE_PLACES = {
  marca: 'Nombre de la marca',
  razon_social: 'Razón social',
  ruc: 'RUC',
  direccion: 'Dirección',
  telefono: 'Teléfono',
  correo: 'Correo',
  vendedor: 'Quién vende, con sus datos',
  contacto: 'Cómo escribirnos',
  devolucion_dias: 'Días para devolver',
  devolucion_avance: 'Avance máximo para devolver',
  con_devolucion: 'Desde aquí, solo si devuelves',
  sin_devolucion: 'Desde aquí, solo si no devuelves',
  fin: 'Hasta aquí',
} as const

export const PageParams = z.object({ clave: PageKey })

export const PageTitle = z.object({ clave: PageKey, titulo: z.string() })
export type PageTitle = z.infer<typeof PageTitle>

/** Sanitized HTML whose headings start at the second level. */
export const WrittenPage = PageTitle.extend({
  html: z.string(),
  actualizado_en: Instant.nullable(),
})
export type WrittenPage = z.infer<typeof WrittenPage>

/** `propia` is false while the brand uses the default text. */
export const PageSource = PageTitle.extend({
  markdown: z.string(),
  propia: z.boolean(),
  actualizado_en: Instant.nullable(),
})
export type PageSource = z.infer<typeof PageSource>

const TITLE_TEXT = 'El título es obligatorio.'
const MARKDOWN_TEXT = 'El texto es obligatorio.'

export const PageForm = z.object({
  titulo: writtenLine(TITLE_TEXT, 120, 'El título puede tener hasta 120 caracteres.'),
  markdown: writtenProse(MARKDOWN_TEXT, 60_000, 'El texto puede tener hasta 60 000 caracteres.'),
})
export type PageForm = z.infer<typeof PageForm>
