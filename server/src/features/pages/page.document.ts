import { partsOf } from '@campus/contract/documents/documents'
import { checkPage, type PageDocument } from '@campus/contract/documents/site'
import { PAGE_KEYS } from '@campus/contract/rules'
import { cleanLine, cleanText } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { brandTarget, type DocumentRules, type Target } from '../../kit/documents/documents.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { DEFAULT_PAGES } from './default-pages.ts'
import { PLACEHOLDER_NAMES } from './filling.ts'
import { type PageText, writePages } from './pages.ts'

/** Each name was checked by the contract. */
const keyOf = (objeto: string): PageText['clave'] =>
  PAGE_KEYS.find((key) => key === partsOf(objeto).clave) ?? PAGE_KEYS[0]

async function read(tx: Db, targets: Target[]): Promise<Map<string, PageDocument>> {
  const brand = targets[0]?.id ?? 0
  const own = await query<PageText>(tx, sql`SELECT clave, titulo, markdown FROM paginas WHERE id_cliente = ${brand}`)
  return new Map(
    targets.map(({ objeto }) => {
      const clave = keyOf(objeto)
      const { titulo, markdown } = own.find((page) => page.clave === clave) ?? DEFAULT_PAGES[clave]
      return [objeto, { titulo, markdown }]
    }),
  )
}

/** `pagina:terminos` */
export const pageDocuments: DocumentRules<PageDocument> = {
  find: async (_tx, brand, names) => names.map((name) => brandTarget(name, brand, DEFAULT_PAGES[keyOf(name)].titulo)),
  read,
  clean: ({ titulo, markdown }) => ({ titulo: cleanLine(titulo), markdown: cleanText(markdown) }),
  check: async (_tx, all) =>
    new Map(
      all.map(({ target, documento }) => {
        const found = checkPage(documento, { lugares: PLACEHOLDER_NAMES })
        return [target.objeto, { ...found, efectos: [], recalificar: [] }]
      }),
    ),
  write: (tx, all, brand) =>
    writePages(
      tx,
      brand,
      all.map(({ target, documento }) => ({ clave: keyOf(target.objeto), ...documento })),
    ),
}
