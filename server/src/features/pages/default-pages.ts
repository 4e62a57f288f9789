import { readFileSync } from 'node:fs'
import type { PageKey } from '@campus/contract/pages'

const text = (name: PageKey) => readFileSync(new URL(`./texts/${name}.md`, import.meta.url), 'utf8')

/**
 * The pages of a brand that wrote none, so that a shop never stands without what the law asks of it; the brand's data
 * fill their places. An academy should have its lawyer read them, and may replace each.
 */
export const DEFAULT_PAGES: Record<PageKey, { titulo: string; markdown: string }> = {
  terminos: { titulo: 'Términos y condiciones', markdown: text('terminos') },
  privacidad: { titulo: 'Política de privacidad', markdown: text('privacidad') },
  'preguntas-frecuentes': { titulo: 'Preguntas frecuentes', markdown: text('preguntas-frecuentes') },
  reembolsos: { titulo: 'Política de reembolsos', markdown: text('reembolsos') },
}
