import type { VersionEntry } from '@campus/contract/documents/documents'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Kinds } from './documents.ts'
import { requireTargets } from './drafts.ts'

const entries = (which: SQL, more = sql``) => sql`SELECT v.version, v.objeto, v.motivo, v.origen, v.nota, v.en,
    CASE WHEN u.id IS NOT NULL THEN json_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos) END AS por ${more}
  FROM versiones v LEFT JOIN usuarios u ON u.id = v.por WHERE ${which} ORDER BY v.version DESC`

/** The newest first; never more than are stored of one document. @throws NO_ENCONTRADO */
export async function listVersions(db: Db, kinds: Kinds, identity: Identity, objeto: string) {
  await requireTargets(db, kinds, identity, [objeto])
  const data = await query<VersionEntry>(
    db,
    entries(sql`v.id_cliente = ${identity.id_cliente} AND v.objeto = ${objeto}`),
  )
  return { data, total: data.length, siguiente: null }
}

/** With its text. @throws NO_ENCONTRADO */
export async function readVersion(db: Db, kinds: Kinds, identity: Identity, version: number) {
  const [entry] = await query<VersionEntry & { documento: Record<string, unknown> }>(
    db,
    entries(sql`v.id_cliente = ${identity.id_cliente} AND v.version = ${version}`, sql`, v.documento`),
  )
  if (!entry) throw fail('NO_ENCONTRADO')
  await requireTargets(db, kinds, identity, [entry.objeto])
  return entry
}
