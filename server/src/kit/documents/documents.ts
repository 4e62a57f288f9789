import type { AnyDocument, DocumentKind, DocumentState, PublishedDocument } from '@campus/contract/documents/documents'
import type { Findings } from '@campus/contract/documents/findings'
import type { Unready } from '@campus/contract/documents/unready'
import type { Warning } from '@campus/contract/documents/warnings'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { borradores, versiones } from './documents.tables.ts'

/** The row, or rows, that a document becomes. */
export type Target = {
  objeto: string
  /** Of its row; the brand's for what a brand has one of. */
  id: number
  /** Of a course, lesson or exam, which also says who may edit it. */
  id_curso: number | null
  nombre: string
  activo: boolean
  archivado: boolean
  /** Made in the editor. */
  propio: boolean
}

/** A text for its place. `primera`: nothing of it was published in the editor yet. */
export type Written<D> = { target: Target; documento: D; primera: boolean }

export type Report = Findings & Pick<PublishedDocument, 'efectos' | 'recalificar' | 'mas_tiempo'>

/** What each kind's own feature knows of its documents; lists, so that a course is a fixed number of statements. */
export type DocumentRules<D = AnyDocument> = {
  /** In the brand only; what is missing is left out. */
  find(tx: Db, brand: number, names: string[]): Promise<Target[]>
  /** What students read now, by name. */
  read(tx: Db, targets: Target[]): Promise<Map<string, D>>
  /** Trimmed, and HTML through the allow-list. */
  clean(documento: D): D
  /** By name: what blocks or warns, and what publishing changes for students; `together` names all that is published. */
  check(tx: Db, all: Written<D>[], together: ReadonlySet<string>): Promise<Map<string, Report>>
  /** Leaves alone what an incomplete text does not say, because previews write drafts. */
  write(tx: Db, all: Written<D>[], brand: number): Promise<void>
  /** Of courses, once everything of them is written: nothing without content becomes visible. */
  settle?(tx: Db, courses: number[]): Promise<void>
  /** Of courses that are settled: what is held back, and what to warn of by name. */
  review?(tx: Db, courses: number[], brand: number): Promise<{ retenidos: Unready[]; avisos: Warning[] }>
}

/** Publishes a change of what is published, for calls that are older than drafts. @throws NO_ENCONTRADO */
export type PublishChange<D> = (identity: Identity, objeto: string, change: (now: D) => D) => Promise<void>

export type Kinds = Partial<Record<DocumentKind, DocumentRules>>

type Shown = Pick<Target, 'activo' | 'archivado' | 'propio'>

/** `publicada`: whether a version was published. */
export function stateOf({ activo, archivado, propio }: Shown, borrador: boolean, publicada: boolean): DocumentState {
  if (archivado) return 'archivado'
  if (activo) return borrador ? 'con_cambios' : 'publicado'
  return propio && !publicada ? 'sin_publicar' : 'oculto'
}

export const people = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`

/** Of what every brand has one of. */
export function brandTarget(objeto: string, brand: number, nombre: string): Target {
  return { objeto, id: brand, id_curso: null, nombre, activo: true, archivado: false, propio: false }
}

/** As the upload of a picture answers it. */
export const OWN_PICTURE = /^\/api\/storage\/imagenes\/[\w.-]+$/

/** The ids in the names of documents, as an array of SQL. */
export const idsOf = (names: string[]): SQL =>
  sql`${sql.param(names.map((name) => Number(name.split(':')[1])))}::bigint[]`

/** Drafts and versions of what is deleted. */
export async function forgetDocuments(tx: Db, brand: number, names: string[]): Promise<void> {
  for (const table of [borradores, versiones])
    await tx.delete(table).where(and(eq(table.id_cliente, brand), isAnyOf(table.objeto, names)))
}

/** By name: the draft, otherwise what is published. */
export async function newestTexts<D>(tx: Db, rules: DocumentRules<D>, brand: number, targets: Target[]) {
  const texts = await rules.read(tx, targets)
  const names = targets.map(({ objeto }) => objeto)
  const drafts = await tx
    .select({ objeto: borradores.objeto, documento: borradores.documento })
    .from(borradores)
    .where(and(eq(borradores.id_cliente, brand), isAnyOf(borradores.objeto, names)))
  for (const { objeto, documento } of drafts) texts.set(objeto, documento as D)
  return texts
}

/** The first drafts of rows that were just made. */
export async function addDrafts(
  tx: Db,
  { id, id_cliente }: Identity,
  texts: { objeto: string; documento: AnyDocument }[],
): Promise<void> {
  if (texts.length === 0) return
  const version = sql<number>`nextval('version_documento')`
  await tx.insert(borradores).values(texts.map((text) => ({ id_cliente, ...text, version, por: id })))
}
