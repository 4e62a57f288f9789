import type { PageForm, PageKey, PageSource, PageTitle, WrittenPage } from '@campus/contract/pages'
import { PAGE_KEYS } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { markdownToHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { type Visit, visitedBrand } from '../catalogue/catalogue.ts'
import { DEFAULT_PAGES } from './default-pages.ts'
import { fillPage, type Owner } from './filling.ts'
import { paginas } from './pages.tables.ts'

type Own = { clave: PageKey; titulo: string; markdown: string; actualizado_en: string }
type Row = Owner & { pagina: Own | null }

/** The titles of a brand's written pages, in the product's order; a page that it did not write is the product's own. */
export async function listPages(db: Db, visit: Visit): Promise<PageTitle[]> {
  const rows = await query<PageTitle>(
    db,
    sql`SELECT p.clave, p.titulo FROM paginas p WHERE p.id_cliente = ${visitedBrand(visit)}`,
  )
  const own = new Map(rows.map(({ clave, titulo }) => [clave, titulo]))
  return PAGE_KEYS.map((clave) => ({ clave, titulo: own.get(clave) ?? DEFAULT_PAGES[clave].titulo }))
}

async function findSource(db: Db, visit: Visit, clave: PageKey): Promise<PageSource & { owner: Owner }> {
  const [row] = await query<Row>(
    db,
    sql`SELECT b.nombre, b.razon_social, b.ruc, b.direccion, b.telefono, b.correo,
      (SELECT to_json(t) FROM (SELECT p.clave, p.titulo, p.markdown, p.actualizado_en FROM paginas p
        WHERE p.id_cliente = b.id AND p.clave = ${clave}) t) AS pagina
    FROM clientes b WHERE b.id = ${visitedBrand(visit)}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  const { pagina: own, ...owner } = row
  if (own) return { ...own, propia: true, owner }
  return { clave, ...DEFAULT_PAGES[clave], propia: false, actualizado_en: null, owner }
}

/** A written page of the visit's brand, as clean HTML; never missing: the product has one of its own. @throws NO_ENCONTRADO without a brand */
export async function findPage(db: Db, visit: Visit, clave: PageKey): Promise<WrittenPage> {
  const { markdown, titulo, actualizado_en, owner } = await findSource(db, visit, clave)
  return { clave, titulo, html: markdownToHtml(fillPage(markdown, owner)), actualizado_en }
}

/** A page as its administrator edits it, places for the brand's data unfilled. @throws NO_ENCONTRADO without a brand */
export async function findPageSource(db: Db, identity: Identity, clave: PageKey): Promise<PageSource> {
  return findSource(db, { identity }, clave)
}

/** Writes a page of the administrator's own brand, whole. */
export async function savePage(db: Db, identity: Identity, clave: PageKey, form: PageForm): Promise<PageSource> {
  const row = { id_cliente: identity.id_cliente, clave, ...form }
  await db.transaction(async (tx) => {
    await tx
      .insert(paginas)
      .values(row)
      .onConflictDoUpdate({ target: [paginas.id_cliente, paginas.clave], set: { ...form, actualizado_en: sql`now()` } })
    await audit(tx, 'gestion', { objeto: `pagina:${clave}` })
  })
  return findPageSource(db, identity, clave)
}
