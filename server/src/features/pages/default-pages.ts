import { readFileSync } from 'node:fs'
import type { PageKey } from '@campus/contract/pages'

const text = (name: PageKey) => readFileSync(new URL(`./texts/${name}.md`, import.meta.url), 'utf8')

/** Defaults, so that no shop lacks the texts the law requires; an academy should have its lawyer review them. */
export const DEFAULT_PAGES: Record<PageKey, { titulo: string; markdown: string }> = {
  terminos: { titulo: 'Términos y condiciones', markdown: text('terminos') },
  privacidad: { titulo: 'Política de privacidad', markdown: text('privacidad') },
  'preguntas-frecuentes': { titulo: 'Preguntas frecuentes', markdown: text('preguntas-frecuentes') },
  reembolsos: { titulo: 'Política de reembolsos', markdown: text('reembolsos') },
}
