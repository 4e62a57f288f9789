import { z } from 'zod'
import { Instant } from './common.ts'
import { PAGE_KEYS } from './rules.ts'

/** Which of a brand's written pages. */
export const PageKey = z.enum(PAGE_KEYS)
export type PageKey = z.infer<typeof PageKey>

export const PageParams = z.object({ clave: PageKey })

/** A written page in a list. */
export const PageTitle = z.object({ clave: PageKey, titulo: z.string() })
export type PageTitle = z.infer<typeof PageTitle>

/** A written page as a visitor reads it: clean HTML whose headings start at the second level. */
export const WrittenPage = PageTitle.extend({
  html: z.string(),
  /** Null while the page is the product's own text. */
  actualizado_en: Instant.nullable(),
})
export type WrittenPage = z.infer<typeof WrittenPage>

/** A written page as its administrator edits it. `propia` is false while it is the product's own text. */
export const PageSource = PageTitle.extend({
  markdown: z.string(),
  propia: z.boolean(),
  actualizado_en: Instant.nullable(),
})
export type PageSource = z.infer<typeof PageSource>

const TITLE_TEXT = 'El título es obligatorio.'
const MARKDOWN_TEXT = 'El texto es obligatorio.'

/** `PUT /paginas/{clave}`: what an administrator writes. */
export const PageForm = z.object({
  titulo: z.string(TITLE_TEXT).trim().min(1, TITLE_TEXT).max(120, 'El título puede tener hasta 120 caracteres.'),
  markdown: z
    .string(MARKDOWN_TEXT)
    .trim()
    .min(1, MARKDOWN_TEXT)
    .max(60_000, 'El texto puede tener hasta 60 000 caracteres.'),
})
export type PageForm = z.infer<typeof PageForm>
