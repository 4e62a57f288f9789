import type { PageKey, PageSource, PageTitle, WrittenPage } from '@campus/contract/pages'
import { PAGE_KEYS } from '@campus/contract/rules'
import type { StaffPage } from '@campus/contract/site.staff'
import { sql } from 'drizzle-orm'
import { markdownToHtml } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { DEFAULT_PAGES } from './default-pages.ts'
import { fillPage, type Owner } from './filling.ts'
import { paginas } from './pages.tables.ts'

type PageRow = { clave: PageKey; titulo: string; markdown: string; actualizado_en: string }
type Row = Owner & { pagina: PageRow | null }

/** Titles in a fixed order; default pages replace missing ones. */
export async function listPages(db: Db, brand: number): Promise<PageTitle[]> {
  const rows = await query<PageTitle>(db, sql`SELECT p.clave, p.titulo FROM paginas p WHERE p.id_cliente = ${brand}`)
  const own = new Map(rows.map(({ clave, titulo }) => [clave, titulo]))
  return PAGE_KEYS.map((clave) => ({ clave, titulo: own.get(clave) ?? DEFAULT_PAGES[clave].titulo }))
}

/** Each page with where it comes from, for staff. */
export async function listStaffPages(db: Db, { id_cliente }: Identity): Promise<StaffPage[]> {
  const own = await query<Omit<StaffPage, 'propia' | 'con_borrador'>>(
    db,
    sql`SELECT clave, titulo, actualizado_en FROM paginas WHERE id_cliente = ${id_cliente}`,
  )
  const drafts = await query<{ objeto: string }>(
    db,
    sql`SELECT objeto FROM borradores WHERE id_cliente = ${id_cliente} AND objeto LIKE 'pagina:%'`,
  )
  return PAGE_KEYS.map((clave) => {
    const page = own.find((row) => row.clave === clave)
    return {
      clave,
      titulo: page?.titulo ?? DEFAULT_PAGES[clave].titulo,
      propia: page !== undefined,
      actualizado_en: page?.actualizado_en ?? null,
      con_borrador: drafts.some(({ objeto }) => objeto === `pagina:${clave}`),
    }
  })
}

async function findSource(db: Db, brand: number, clave: PageKey): Promise<PageSource & { owner: Owner }> {
  const [row] = await query<Row>(
    db,
    sql`SELECT b.nombre, b.razon_social, b.ruc, b.direccion, b.telefono, b.correo, b.devolucion_dias, b.devolucion_avance,
      (SELECT to_json(t) FROM (SELECT p.clave, p.titulo, p.markdown, p.actualizado_en FROM paginas p
        WHERE p.id_cliente = b.id AND p.clave = ${clave}) t) AS pagina
    FROM clientes b WHERE b.id = ${brand}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  const { pagina: own, ...owner } = row
  if (own) return { ...own, propia: true, owner }
  return { clave, ...DEFAULT_PAGES[clave], propia: false, actualizado_en: null, owner }
}

/** A page as sanitized HTML, or the default page. @throws NO_ENCONTRADO without a brand */
export async function findPage(db: Db, brand: number, clave: PageKey): Promise<WrittenPage> {
  const { markdown, titulo, actualizado_en, owner } = await findSource(db, brand, clave)
  return { clave, titulo, html: markdownToHtml(fillPage(markdown, owner)), actualizado_en }
}

/** The Markdown with its placeholders, for editing. @throws NO_ENCONTRADO without a brand */
export async function findPageSource(db: Db, identity: Identity, clave: PageKey): Promise<PageSource> {
  return findSource(db, identity.id_cliente, clave)
}

export type PageText = { clave: PageKey; titulo: string; markdown: string }

/** Unchanged pages keep their date. */
export async function writePages(tx: Db, id_cliente: number, pages: PageText[]): Promise<void> {
  if (pages.length === 0) return
  await tx
    .insert(paginas)
    .values(pages.map((page) => ({ id_cliente, ...page })))
    .onConflictDoUpdate({
      target: [paginas.id_cliente, paginas.clave],
      set: { titulo: sql`excluded.titulo`, markdown: sql`excluded.markdown`, actualizado_en: sql`now()` },
      setWhere: sql`(${paginas.titulo}, ${paginas.markdown}) IS DISTINCT FROM (excluded.titulo, excluded.markdown)`,
    })
}
