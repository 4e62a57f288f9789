import { isDeepStrictEqual } from 'node:util'
import { DOCUMENTS, type DocumentKind, type DocumentView, partsOf } from '@campus/contract/documents/documents'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { type Failure, fail, invalidIssues } from '../../platform/failures.ts'
import { can } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { coursesInScope } from '../staff-access/staff-access.ts'
import { borradores, versiones } from './documents.tables.ts'
import { type DocumentRules, type Kinds, stateOf, type Target } from './documents.ts'

export type Text = Record<string, unknown>
type Signed = { version: number; por: { id: number; nombre: string } | null; en: string }

/** A document as it stands: its draft and its newest publication, either of which may be missing. */
export type CurrentVersion = {
  objeto: string
  borrador: (Signed & { documento: Text }) | null
  publicada: Signed | null
}

/** Each text was parsed with the schema of its kind before it reaches the rules. @throws NO_ENCONTRADO */
export function rulesOf(kinds: Kinds, objeto: string): DocumentRules {
  const rules = kinds[partsOf(objeto).kind]
  if (!rules) throw fail('NO_ENCONTRADO')
  return rules
}

/** One writer at a time of each document; sorted, so that two lists cannot wait for each other. */
export const lockDocuments = (tx: Db, brand: number, names: string[]) =>
  lock(tx, 'documento', names.map((name) => `${brand}:${name}`).toSorted())

const COURSE_KINDS: DocumentKind[] = ['curso', 'leccion', 'evaluacion']
const permissionOf = (name: string) => (COURSE_KINDS.includes(partsOf(name).kind) ? 'cursos.editar' : 'sitio')

async function coursesOf(tx: Db, identity: Identity, ids: number[]): Promise<Set<number>> {
  const rows = await query<{ id: number }>(
    tx,
    sql`SELECT c.id FROM cursos c WHERE c.id_cliente = ${identity.id_cliente} AND c.id = ANY(${sql.param(ids)}::bigint[])
      AND ${coursesInScope(identity, 'cursos.editar')}`,
  )
  return new Set(rows.map((row) => row.id))
}

/** In the order of the names. @throws NO_ENCONTRADO when one is unknown, of another brand or out of reach, SIN_PERMISO */
export async function requireTargets(tx: Db, kinds: Kinds, identity: Identity, names: string[]): Promise<Target[]> {
  if (!names.every((name) => can(identity, permissionOf(name)))) throw fail('SIN_PERMISO')
  const found: Target[] = []
  for (const [kind, some] of Map.groupBy(names, (name) => partsOf(name).kind))
    found.push(...((await kinds[kind]?.find(tx, identity.id_cliente, some)) ?? []))
  const reach = await coursesOf(
    tx,
    identity,
    found.flatMap(({ id_curso }) => id_curso ?? []),
  )
  const byName = new Map(found.map((target) => [target.objeto, target]))
  return names.map((name) => {
    const target = byName.get(name)
    if (!target || (target.id_curso !== null && !reach.has(target.id_curso))) throw fail('NO_ENCONTRADO')
    return target
  })
}

const author = (row: string) =>
  sql.raw(`'version', ${row}.version, 'en', ${row}.en, 'por', CASE WHEN ${row}.por IS NOT NULL
  THEN (SELECT json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) FROM usuarios u WHERE u.id = ${row}.por) END`)

export async function currentVersions(tx: Db, brand: number, names: string[]): Promise<Map<string, CurrentVersion>> {
  const rows = await query<CurrentVersion>(
    tx,
    sql`SELECT o AS objeto,
        (SELECT json_build_object('documento', b.documento, ${author('b')}) FROM borradores b
          WHERE b.id_cliente = ${brand} AND b.objeto = o) AS borrador,
        (SELECT json_build_object(${author('v')}) FROM versiones v WHERE v.id_cliente = ${brand} AND v.objeto = o
          AND v.motivo = 'publicada' ORDER BY v.version DESC LIMIT 1) AS publicada
      FROM unnest(${sql.param(names)}::text[]) o`,
  )
  return new Map(rows.map((row) => [row.objeto, row]))
}

/** Of the draft, otherwise of the publication. */
export const versionOf = ({ borrador, publicada }: CurrentVersion): number =>
  borrador?.version ?? publicada?.version ?? 0

export async function currentVersion(tx: Db, brand: number, name: string): Promise<CurrentVersion> {
  return (await currentVersions(tx, brand, [name])).get(name) ?? { objeto: name, borrador: null, publicada: null }
}

async function published(tx: Db, kinds: Kinds, target: Target): Promise<Text> {
  const found = (await rulesOf(kinds, target.objeto).read(tx, [target])).get(target.objeto)
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

/** CAMBIO_MIENTRAS with the text that is there now. */
export async function staleDocument(tx: Db, kinds: Kinds, target: Target, now: CurrentVersion): Promise<Failure> {
  const { version, por, en } = now.borrador ?? now.publicada ?? { version: 0, por: null, en: new Date().toISOString() }
  const datos = now.borrador?.documento ?? (await published(tx, kinds, target))
  return fail('CAMBIO_MIENTRAS', { actual: { datos, version, por, en } })
}

async function requireTarget(tx: Db, kinds: Kinds, identity: Identity, objeto: string): Promise<Target> {
  const [target] = await requireTargets(tx, kinds, identity, [objeto])
  if (!target) throw fail('NO_ENCONTRADO')
  return target
}

/** @throws NO_ENCONTRADO, SIN_PERMISO */
export async function lockDocument(tx: Db, kinds: Kinds, identity: Identity, objeto: string): Promise<Target> {
  const target = await requireTarget(tx, kinds, identity, objeto)
  await lockDocuments(tx, identity.id_cliente, [objeto])
  return target
}

/** Of a draft its version and its author. */
type Draft = { version: number; por: number | null }

/** The version of the draft, otherwise of the publication; the text, which can be long, is not read. */
async function versionNow(tx: Db, brand: number, objeto: string): Promise<{ version: number; draft: Draft | null }> {
  const [row] = await query<{ draft: Draft | null; published: number | null }>(
    tx,
    sql`SELECT (SELECT json_build_object('version', b.version, 'por', b.por) FROM borradores b
          WHERE b.id_cliente = ${brand} AND b.objeto = ${objeto}) AS draft,
        (SELECT max(v.version) FROM versiones v WHERE v.id_cliente = ${brand} AND v.objeto = ${objeto}
          AND v.motivo = 'publicada') AS published`,
  )
  const draft = row?.draft ?? null
  return { version: draft?.version ?? row?.published ?? 0, draft }
}

/** Locks a document that is at this version. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO */
async function lockAt(tx: Db, kinds: Kinds, identity: Identity, { objeto, version }: Signature): Promise<Draft | null> {
  const target = await lockDocument(tx, kinds, identity, objeto)
  const now = await versionNow(tx, identity.id_cliente, objeto)
  if (version !== now.version)
    throw await staleDocument(tx, kinds, target, await currentVersion(tx, identity.id_cliente, objeto))
  return now.draft
}

type Signature = { objeto: string; version: number }

/** @throws NO_ENCONTRADO, SIN_PERMISO */
export async function readDocument(db: Db, kinds: Kinds, identity: Identity, objeto: string): Promise<DocumentView> {
  const target = await requireTarget(db, kinds, identity, objeto)
  const now = await currentVersion(db, identity.id_cliente, objeto)
  const text = await published(db, kinds, target)
  const signed = now.borrador ?? now.publicada
  const estado = stateOf(target, now.borrador !== null, now.publicada !== null)
  return {
    objeto,
    documento: now.borrador?.documento ?? text,
    version: versionOf(now),
    borrador: now.borrador !== null,
    estado,
    por: signed?.por ?? null,
    en: signed?.en ?? null,
    publicado: estado === 'sin_publicar' ? null : text,
    id_curso: target.id_curso,
  }
}

/** @throws DATOS_INVALIDOS, by field */
export function parsed(objeto: string, documento: Text): Text {
  const result = DOCUMENTS[partsOf(objeto).kind].safeParse(documento)
  if (result.success) return result.data
  const { issues } = result.error
  throw invalidIssues(
    issues.map(({ path, code, message }) => ({ campo: ['documento', ...path].join('.'), code, message })),
  )
}

export const NEXT_VERSION = sql<number>`nextval('version_documento')`

async function putDraft(tx: Db, identity: Identity, objeto: string, documento: Text): Promise<Saved> {
  const { id, id_cliente } = identity
  const [saved] = await tx
    .insert(borradores)
    .values({ id_cliente, objeto, documento, version: NEXT_VERSION, por: id, en: sql`now()` })
    // The text can be long: it is sent once.
    .onConflictDoUpdate({
      target: [borradores.id_cliente, borradores.objeto],
      set: {
        documento: sql`excluded.documento`,
        version: sql`excluded.version`,
        por: sql`excluded.por`,
        en: sql`excluded.en`,
      },
    })
    .returning({ version: borradores.version, en: borradores.en })
  if (!saved) throw new Error('the draft was not written')
  return saved
}

export type Saved = { version: number; en: string }
type Save = { documento: Text; version: number; reemplaza?: number }

/** Moves a draft to the versions, so that no text is lost. */
export async function retire(tx: Db, brand: number, objeto: string, motivo: 'descartada' | 'reemplazada') {
  await tx.execute(sql`WITH gone AS (DELETE FROM borradores WHERE id_cliente = ${brand} AND objeto = ${objeto} RETURNING *)
    INSERT INTO versiones (version, id_cliente, objeto, motivo, documento, por, en)
    SELECT version, id_cliente, objeto, ${motivo}, documento, por, en FROM gone`)
  await prune(tx, brand, [objeto])
}

const STORED_VERSIONS = 50

/** Keeps the newest, and what was published last: whether something was ever published is read there. */
export async function prune(tx: Db, brand: number, names: string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM versiones WHERE version IN (SELECT version FROM (
      SELECT version, row_number() OVER (PARTITION BY objeto ORDER BY version DESC) AS n,
        max(version) FILTER (WHERE motivo = 'publicada') OVER (PARTITION BY objeto) AS publicada FROM versiones
      WHERE id_cliente = ${brand} AND objeto = ANY(${sql.param(names)}::text[])) t
      WHERE n > ${STORED_VERSIONS} AND version IS DISTINCT FROM publicada)`)
}

/** The draft with just this text of the same author: a retry whose answer was lost. */
function sameDraft({ borrador }: CurrentVersion, { id }: Identity, documento: Text): Saved | null {
  if (borrador?.por?.id !== id || !isDeepStrictEqual(borrador.documento, documento)) return null
  return { version: borrador.version, en: new Date(borrador.en).toISOString() }
}

/**
 * Saves a draft over the version that it was based on. Typing saves each second: only the first save of a draft, or of
 * another author, is audited. @throws CAMBIO_MIENTRAS with the other's text, NO_ENCONTRADO, DATOS_INVALIDOS
 */
export async function saveDraft(db: Db, kinds: Kinds, identity: Identity, objeto: string, save: Save): Promise<Saved> {
  const documento = parsed(objeto, save.documento)
  const replaces = save.reemplaza !== undefined
  const version = save.reemplaza ?? save.version
  return db.transaction(async (tx) => {
    const target = await lockDocument(tx, kinds, identity, objeto)
    const now = await versionNow(tx, identity.id_cliente, objeto)
    if (version !== now.version) {
      const other = await currentVersion(tx, identity.id_cliente, objeto)
      const same = sameDraft(other, identity, documento)
      if (same) return same
      throw await staleDocument(tx, kinds, target, other)
    }
    if (replaces) await retire(tx, identity.id_cliente, objeto, 'reemplazada')
    const saved = await putDraft(tx, identity, objeto, documento)
    if (replaces || now.draft?.por !== identity.id)
      await audit(tx, 'gestion', { objeto, detalle: { hecho: 'borrador', version: saved.version } })
    return saved
  })
}

/** The draft goes to the versions. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO */
export async function discardDraft(
  db: Db,
  kinds: Kinds,
  identity: Identity,
  objeto: string,
  version: number,
): Promise<DocumentView> {
  await db.transaction(async (tx) => {
    await lockAt(tx, kinds, identity, { objeto, version })
    await retire(tx, identity.id_cliente, objeto, 'descartada')
    await audit(tx, 'gestion', { objeto, detalle: { hecho: 'descartado', version } })
  })
  return readDocument(db, kinds, identity, objeto)
}

/** Copies a version to the draft; a draft that was there goes to the versions. @throws CAMBIO_MIENTRAS, NO_ENCONTRADO */
export async function restoreVersion(db: Db, kinds: Kinds, identity: Identity, from: number, version: number) {
  const brand = identity.id_cliente
  return db.transaction(async (tx) => {
    const [entry] = await tx
      .select({ objeto: versiones.objeto, documento: versiones.documento })
      .from(versiones)
      .where(and(eq(versiones.version, from), eq(versiones.id_cliente, brand)))
    if (!entry) throw fail('NO_ENCONTRADO')
    const { objeto } = entry
    const draft = await lockAt(tx, kinds, identity, { objeto, version })
    if (draft) await retire(tx, brand, objeto, 'reemplazada')
    const saved = await putDraft(tx, identity, objeto, parsed(objeto, entry.documento))
    await audit(tx, 'gestion', { objeto, detalle: { hecho: 'restaurado', version: from } })
    return saved
  })
}
