import {
  type AnyDocument,
  canWait,
  type DocumentKind,
  type Preview,
  type PreviewBody,
  type Publication,
  type PublishedDocument,
  partsOf,
} from '@campus/contract/documents/documents'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import { dryRun } from '../../platform/db/dry-run.ts'
import { fail, invalidFields } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { borradores, versiones } from './documents.tables.ts'
import type { Kinds, PublishChange, Report, Target, Written } from './documents.ts'
import {
  currentVersions,
  lockDocuments,
  parsed,
  prune,
  requireTargets,
  retire,
  rulesOf,
  staleDocument,
} from './drafts.ts'

export type Reference = { objeto: string; version: number }
type Item = Written<AnyDocument> & { version: number }

/** The outline goes first: lessons and exams are checked against it. */
const ORDER: DocumentKind[] = ['curso', 'leccion', 'evaluacion', 'portada', 'pagina', 'premios', 'tema']

const byKind = (items: Item[]): [DocumentKind, Item[]][] => {
  const groups = Map.groupBy(items, ({ target }) => partsOf(target.objeto).kind)
  return ORDER.flatMap((kind) => {
    const some = groups.get(kind)
    return some ? [[kind, some] as [DocumentKind, Item[]]] : []
  })
}

/** Locks the drafts and reads them. @throws CAMBIO_MIENTRAS when one is not the version that was read, NO_ENCONTRADO */
async function lockDrafts(tx: Db, kinds: Kinds, identity: Identity, references: Reference[]): Promise<Item[]> {
  const names = references.map(({ objeto }) => objeto)
  const targets = await requireTargets(tx, kinds, identity, names)
  // Whether an outline shows a lesson depends on what is published of the lesson: one publication of a course at a time.
  const courses = targets.flatMap(({ id_curso }) => (id_curso === null ? [] : [`curso:${id_curso}`]))
  await lockDocuments(tx, identity.id_cliente, [...new Set([...names, ...courses])])
  const now = await currentVersions(tx, identity.id_cliente, names)
  const items: Item[] = []
  for (const [at, { objeto, version }] of references.entries()) {
    const [target, found] = [targets[at], now.get(objeto)]
    if (!target || !found) throw fail('NO_ENCONTRADO')
    if (found.borrador?.version !== version) throw await staleDocument(tx, kinds, target, found)
    const documento = rulesOf(kinds, objeto).clean(parsed(objeto, found.borrador.documento) as AnyDocument)
    items.push({ target, documento, primera: found.publicada === null, version })
  }
  return items
}

/** Lessons and exams with errors stay drafts; where nothing else is left, all are judged together. */
async function split(tx: Db, kinds: Kinds, items: Item[]) {
  const names = new Set(items.map(({ target }) => target.objeto))
  const waiting = new Map<string, Report>()
  for (const [kind, some] of byKind(items)) {
    if (kind !== 'leccion' && kind !== 'evaluacion') continue
    for (const [objeto, report] of await rulesOf(kinds, `${kind}:0`).check(tx, some, names))
      if (canWait({ objeto, ...report })) waiting.set(objeto, report)
  }
  const going = items.filter(({ target }) => !waiting.has(target.objeto))
  return going.length > 0 ? { going, waiting } : { going: items, waiting: new Map<string, Report>() }
}

/** The courses of documents, once they are written; returns them. */
async function settleCourses(tx: Db, kinds: Kinds, items: Item[]): Promise<number[]> {
  const courses = [...new Set(items.flatMap(({ target }) => target.id_curso ?? []))]
  if (courses.length > 0) await kinds.curso?.settle?.(tx, courses)
  return courses
}

type Mode = { check: boolean; brand: number }

/** Checks and writes kind by kind. With errors the caller rolls back: what is written says what else is lacking. */
async function apply(tx: Db, kinds: Kinds, items: Item[], { check, brand }: Mode): Promise<Map<string, Report>> {
  const reports = new Map<string, Report>()
  const together = new Set(items.map(({ target }) => target.objeto))
  for (const [, some] of byKind(items)) {
    const rules = rulesOf(kinds, some[0]?.target.objeto ?? '')
    const found = check ? await rules.check(tx, some, together) : new Map<string, Report>()
    for (const [name, report] of found) reports.set(name, report)
    await rules.write(tx, some, brand)
  }
  return reports
}

const NOTHING: Report = { errores: [], avisos: [], efectos: [], recalificar: [] }

const answerOf = (items: Item[], reports: Map<string, Report>, versions = new Map<string, number>()) =>
  items.map(({ target: { objeto, nombre } }): PublishedDocument => {
    return { objeto, nombre, version: versions.get(objeto) ?? null, ...(reports.get(objeto) ?? NOTHING) }
  })

/** Stores what was written, as it reads now, and removes the drafts. */
async function storeVersions(tx: Db, kinds: Kinds, identity: Identity, items: Item[], nota: string | null) {
  const { id, id_cliente } = identity
  const rows: (typeof versiones.$inferInsert)[] = []
  for (const [, some] of byKind(items)) {
    const texts = await rulesOf(kinds, some[0]?.target.objeto ?? '').read(
      tx,
      some.map(({ target }) => target),
    )
    for (const { target, documento } of some) {
      const version = sql<number>`nextval('version_documento')` as unknown as number
      const text: AnyDocument = texts.get(target.objeto) ?? documento
      rows.push({ version, id_cliente, objeto: target.objeto, motivo: 'publicada', documento: text, nota, por: id })
    }
  }
  const stored = await tx
    .insert(versiones)
    .values(rows)
    .returning({ objeto: versiones.objeto, version: versiones.version })
  const names = items.map(({ target }) => target.objeto)
  await tx.delete(borradores).where(and(eq(borradores.id_cliente, id_cliente), isAnyOf(borradores.objeto, names)))
  await prune(tx, id_cliente, names)
  return new Map(stored.map(({ objeto, version }) => [objeto, version]))
}

type PublishRequest = { documentos: Reference[]; acepta_avisos: boolean; nota?: string | null }

/** Writes what can go out, and says what the rest lacks. */
async function judge(tx: Db, kinds: Kinds, identity: Identity, documentos: Reference[]) {
  const items = await lockDrafts(tx, kinds, identity, documentos)
  const { going, waiting } = await split(tx, kinds, items)
  const reports = await apply(tx, kinds, going, { check: true, brand: identity.id_cliente })
  const courses = await settleCourses(tx, kinds, going)
  const { retenidos = [], avisos = [] } =
    (courses.length > 0 && (await kinds.curso?.review?.(tx, courses, identity.id_cliente))) || {}
  // A lesson with errors is told with them.
  return { items, going, waiting, reports, avisos, retenidos: retenidos.filter(({ objeto }) => !waiting.has(objeto)) }
}

/**
 * Publishes drafts together, in the caller's transaction; lessons and exams with errors stay drafts.
 * @throws CAMBIO_MIENTRAS, NO_ENCONTRADO, NO_PUBLICABLE with what each lacks
 */
async function publish(tx: Db, kinds: Kinds, identity: Identity, request: PublishRequest): Promise<Publication> {
  const judged = await judge(tx, kinds, identity, request.documentos)
  const { items, going, waiting, reports, retenidos, avisos } = judged
  const warned = [...reports.values(), judged].some((report) => report.avisos.length > 0)
  const wrong = [...reports.values()].some(({ errores }) => errores.length > 0)
  const all = new Map([...waiting, ...reports])
  if (wrong || (warned && !request.acepta_avisos))
    throw fail('NO_PUBLICABLE', { documentos: answerOf(items, all), avisos })
  const versions = await record(tx, kinds, identity, going, request.nota ?? null)
  return { ensayo: false, documentos: answerOf(items, all, versions), retenidos, avisos }
}

/** Stores and audits what was written. */
async function record(tx: Db, kinds: Kinds, identity: Identity, items: Item[], nota: string | null) {
  const versions = await storeVersions(tx, kinds, identity, items, nota)
  const acts = items.map(({ target: { objeto } }) => ({
    objeto,
    detalle: { hecho: 'publicado', version: versions.get(objeto) ?? null },
  }))
  await audit(tx, 'gestion', ...acts)
  return versions
}

const errorsOf = (reports: Map<string, Report>): Record<string, string[]> => {
  const errors = [...reports.values()].flatMap(({ errores }) => errores)
  return Object.fromEntries(errors.map(({ ruta, texto }) => [ruta, [texto]]))
}

/**
 * A draft that is there goes to the versions: it was based on the text before. Without `check` an order can change
 * while something else is missing; nothing hidden is shown by it. @throws DATOS_INVALIDOS by field
 */
export const publisherOf =
  <D extends AnyDocument>(db: Db, kinds: Kinds, { check }: Pick<Mode, 'check'>): PublishChange<D> =>
  (identity, objeto, change) =>
    db.transaction(async (tx) => {
      const [target] = await requireTargets(tx, kinds, identity, [objeto])
      await lockDocuments(tx, identity.id_cliente, [objeto])
      const rules = rulesOf(kinds, objeto)
      const now = target && (await rules.read(tx, [target])).get(objeto)
      if (!target || !now) throw fail('NO_ENCONTRADO')
      await retire(tx, identity.id_cliente, objeto, 'reemplazada')
      const items = [{ target, documento: rules.clean(change(now as D)), primera: false, version: 0 }]
      const errors = errorsOf(await apply(tx, kinds, items, { check, brand: identity.id_cliente }))
      if (Object.keys(errors).length > 0) throw invalidFields(errors)
      await settleCourses(tx, kinds, items)
      await record(tx, kinds, identity, items, null)
    })

/** The dry run is the same work, rolled back. @throws see {@link publish} */
export async function publishDrafts(
  db: Db,
  kinds: Kinds,
  identity: Identity,
  request: PublishRequest & { ensayo: boolean },
): Promise<Publication> {
  if (!request.ensayo) return db.transaction((tx) => publish(tx, kinds, identity, request))
  return dryRun(db, async (tx) => {
    const { items, waiting, reports, retenidos, avisos } = await judge(tx, kinds, identity, request.documentos)
    return { ensayo: true, documentos: answerOf(items, new Map([...waiting, ...reports])), retenidos, avisos }
  })
}

/** Answers to try a prompt topic or an exam with. */
export type Tried = Pick<z.infer<typeof PreviewBody>, 'respuestas' | 'entrega'>

/** Reads what a student would, in the transaction that has just published. */
export type Show = (tx: Db, identity: Identity, target: Target, tried: Tried) => Promise<Preview>

/** Publishes, reads as a student and rolls back; unfinished drafts too. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO */
export async function previewDrafts(
  db: Db,
  kinds: Kinds,
  identity: Identity,
  { documentos, pantalla, show, ...tried }: z.infer<typeof PreviewBody> & { show: Show },
): Promise<Preview> {
  return dryRun(db, async (tx) => {
    const [target] = await requireTargets(tx, kinds, identity, [pantalla])
    if (!target) throw fail('NO_ENCONTRADO')
    const items = documentos.length > 0 ? await lockDrafts(tx, kinds, identity, documentos) : []
    await apply(tx, kinds, items, { check: false, brand: identity.id_cliente })
    await settleCourses(tx, kinds, items)
    return show(tx, identity, target, tried)
  })
}
