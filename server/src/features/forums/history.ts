import type { PostVersion } from '@campus/contract/forums'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownPost } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { versiones_post } from './forums.tables.ts'
import { requireLivePost } from './visibility.ts'

/** Versions of a post that are kept. */
const MOST_VERSIONS = 20
/** Bytes of the texts of a history; the oldest versions beyond it are not sent. */
const HISTORY_BYTES = 1_000_000

/** Keeps what a post said; of its versions the newest stay. */
export async function keepVersion(tx: Db, id: number, contenido: string): Promise<void> {
  await tx.insert(versiones_post).values({ id_post: id, contenido })
  await tx.execute(sql`DELETE FROM versiones_post WHERE id_post = ${id} AND id NOT IN (
    SELECT id FROM versiones_post WHERE id_post = ${id} ORDER BY id DESC LIMIT ${MOST_VERSIONS})`)
}

/** What a post said before each edit, newest first: for its author and its moderators. @throws NO_ENCONTRADO, SIN_PERMISO */
export async function listVersions(db: Db, identity: Identity, id: number): Promise<PostVersion[]> {
  const post = await requireLivePost(db, identity, id)
  if (post.id_usuario !== identity.id && !post.puede_moderar) throw fail('SIN_PERMISO')
  const rows = await query<PostVersion>(
    db,
    sql`SELECT contenido, editado_en FROM (
        SELECT id, contenido, editado_en, sum(octet_length(contenido)) OVER w - octet_length(contenido) AS antes
        FROM versiones_post WHERE id_post = ${id} WINDOW w AS (ORDER BY id DESC)) v
      WHERE antes < ${HISTORY_BYTES} ORDER BY id DESC LIMIT ${MOST_VERSIONS}`,
  )
  return rows.map((row) => ({ ...row, contenido: shownPost(row.contenido) }))
}
