import { type AnyDocument, type DocumentKind, partsOf } from '@campus/contract/documents/documents'
import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import type { Kinds, Target, Written } from './documents.ts'
import { prune } from './drafts.ts'
import { lockPublications } from './publishing.ts'

export type FileText = { objeto: string; documento: AnyDocument }

/** Documents of a brand that were last published in the program; none is published there until the caller commits. */
export async function publishedHere(tx: Db, brand: number): Promise<Set<string>> {
  await lockPublications(tx, brand, 'exclusive')
  const rows = await query<{ objeto: string }>(
    tx,
    sql`SELECT objeto FROM (SELECT DISTINCT ON (objeto) objeto, origen FROM versiones
      WHERE id_cliente = ${brand} AND motivo = 'publicada' ORDER BY objeto, version DESC) v WHERE origen = 'programa'`,
  )
  return new Set(rows.map(({ objeto }) => objeto))
}

async function note(tx: Db, brand: number, texts: Map<string, AnyDocument>): Promise<void> {
  const rows = [...texts].map(([objeto, documento]) => ({ objeto, documento }))
  await tx.execute(sql`INSERT INTO versiones (version, id_cliente, objeto, motivo, origen, documento)
    SELECT nextval('version_documento'), ${brand}, x.objeto, 'publicada', 'archivos', x.documento
    FROM ${recordset(rows, 'x(objeto text, documento jsonb)')}`)
  await prune(tx, brand, [...texts.keys()])
}

type Wish = { brand: number; here: Set<string>; replace: boolean }

async function writeKind(tx: Db, kinds: Kinds, kind: DocumentKind, texts: FileText[], wish: Wish): Promise<Target[]> {
  const { brand, here, replace } = wish
  const rules = kinds[kind]
  if (!rules) throw new Error(`no feature writes ${kind}`)
  const byName = new Map(texts.map(({ objeto, documento }) => [objeto, documento]))
  const targets = await rules.find(tx, brand, [...byName.keys()])
  const mine = targets.filter(({ objeto }) => replace || !here.has(objeto))
  const written = mine.flatMap((target): Written<AnyDocument>[] => {
    const documento = byName.get(target.objeto)
    return documento ? [{ target, documento, primera: false }] : []
  })
  if (written.length > 0) await rules.write(tx, written, brand)
  const replaced = mine.filter(({ objeto }) => here.has(objeto))
  // The files are the newest publication of what they replaced.
  if (replaced.length > 0) await note(tx, brand, await rules.read(tx, replaced))
  return targets.filter((target) => !mine.includes(target))
}

/** Writes the texts of files, kind by kind in their order, and returns those left alone: published in the program. */
export async function writeTexts(tx: Db, kinds: Kinds, texts: FileText[], wish: Wish): Promise<Target[]> {
  const left: Target[] = []
  for (const [kind, some] of Map.groupBy(texts, ({ objeto }) => partsOf(objeto).kind))
    left.push(...(await writeKind(tx, kinds, kind, some, wish)))
  return left
}
