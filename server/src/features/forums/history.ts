import type { PostVersion } from '@campus/contract/forums'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import { shownPost } from '../../kit/html/html.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { reportes_post, versiones_post } from './forums.tables.ts'
import { requireForum, requireLivePost } from './visibility.ts'

const MAX_VERSIONS = 20
/** Limit of a response; older versions beyond it are not sent. */
const HISTORY_BYTES = 1_000_000

/** A post, or a forum's opening text. */
export type Owner = { id_post: number } | { id_foro: number }

const ofOwner = (owner: Owner): SQL =>
  'id_post' in owner ? sql`id_post = ${owner.id_post}` : sql`id_foro = ${owner.id_foro}`

/** Stores the previous text, which open reports were about; only the newest versions and reported ones remain. */
export async function saveVersion(tx: Db, owner: Owner, text: { titulo?: string; contenido: string }): Promise<void> {
  const [version] = await tx
    .insert(versiones_post)
    .values({ ...owner, ...text })
    .returning({ id: versiones_post.id })
  await tx
    .update(reportes_post)
    .set({ id_version: version?.id })
    .where(and(ofOwner(owner), isNull(reportes_post.id_version), isNull(reportes_post.decision)))
  await tx.execute(sql`DELETE FROM versiones_post v WHERE ${ofOwner(owner)} AND id NOT IN (
      SELECT id FROM versiones_post WHERE ${ofOwner(owner)} ORDER BY id DESC LIMIT ${MAX_VERSIONS})
    AND NOT EXISTS (SELECT FROM reportes_post r WHERE r.id_version = v.id)`)
}

/** The version of a text that stood when `seen` was its time of editing; null for the present one. */
export const versionSeen = (owner: Owner, seen: string | null) =>
  sql<number | null>`(SELECT min(id) FROM versiones_post
    WHERE ${ofOwner(owner)} AND editado_en > coalesce(${seen}::timestamptz, '-infinity'))`

async function readVersions(db: Db, owner: Owner): Promise<PostVersion[]> {
  const rows = await query<PostVersion>(
    db,
    sql`SELECT contenido, editado_en FROM (
        SELECT id, contenido, editado_en, sum(octet_length(contenido)) OVER w - octet_length(contenido) AS antes
        FROM versiones_post WHERE ${ofOwner(owner)} WINDOW w AS (ORDER BY id DESC)) v
      WHERE antes < ${HISTORY_BYTES} ORDER BY id DESC LIMIT ${MAX_VERSIONS}`,
  )
  return rows.map((row) => ({ ...row, contenido: shownPost(row.contenido) }))
}

/** Earlier versions of a post, newest first, for its author and moderators. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function listVersions(db: Db, identity: Identity, id: number): Promise<PostVersion[]> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  return readVersions(db, { id_post: id })
}

/** The same of a forum's opening text. @throws NO_ENCONTRADO, SIN_MATRICULA, SIN_PERMISO */
export async function listForumVersions(db: Db, identity: Identity, id: number): Promise<PostVersion[]> {
  const forum = await requireForum(db, identity, id)
  if (forum.id_usuario !== identity.id && !forum.puede_moderar) throw fail('SIN_PERMISO')
  return readVersions(db, { id_foro: id })
}
