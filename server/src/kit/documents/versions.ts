import { isDeepStrictEqual } from 'node:util'
import type { VersionEntry } from '@campus/contract/documents/documents'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { audit } from '../audit/audit.ts'
import { versiones } from './documents.tables.ts'
import type { Kinds } from './documents.ts'
import { lockDocument, NEXT_VERSION, parsed, prune, requireTargets, type Saved, type Text } from './drafts.ts'

const entries = (which: SQL, more = sql``) => sql`SELECT v.version, v.objeto, v.motivo, v.nota, v.en,
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

/** What its author gives up at a clash goes to the versions, whatever the draft is now. @throws NO_ENCONTRADO, DATOS_INVALIDOS */
export async function setAside(db: Db, kinds: Kinds, identity: Identity, objeto: string, text: Text): Promise<Saved> {
  const documento = parsed(objeto, text)
  const { id, id_cliente } = identity
  return db.transaction(async (tx) => {
    await lockDocument(tx, kinds, identity, objeto)
    const [newest] = await tx
      .select({ version: versiones.version, en: versiones.en, por: versiones.por, documento: versiones.documento })
      .from(versiones)
      .where(and(eq(versiones.id_cliente, id_cliente), eq(versiones.objeto, objeto)))
      .orderBy(desc(versiones.version))
      .limit(1)
    // A retry whose answer was lost.
    if (newest?.por === id && isDeepStrictEqual(newest.documento, documento)) return newest
    const version = NEXT_VERSION as unknown as number
    const [saved] = await tx
      .insert(versiones)
      .values({ version, id_cliente, objeto, motivo: 'descartada', documento, por: id })
      .returning({ version: versiones.version, en: versiones.en })
    if (!saved) throw new Error('the version was not written')
    await prune(tx, id_cliente, [objeto])
    await audit(tx, 'gestion', { objeto, detalle: { hecho: 'apartado', version: saved.version } })
    return saved
  })
}
