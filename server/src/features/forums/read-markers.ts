import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { setGroupRead } from '../notifications/notifications.ts'
import { foros, lecturas_foro, posts_foro } from './forums.tables.ts'
import { groupOf } from './notifications.ts'
import { lockForum, requireForum } from './visibility.ts'

const READER = [lecturas_foro.id_usuario, lecturas_foro.id_foro]

/** Counts a visit once per user and day in Lima (docs/product/community.md 2.6); returns the new total. */
export function countVisit(db: Db, identity: Identity, id_foro: number): Promise<number | undefined> {
  const id_usuario = identity.id
  return db.transaction(async (tx) => {
    // Lock the forum before the read marker, in the same order as createPost, to avoid a deadlock.
    await lockForum(tx, identity, id_foro)
    const visited = await tx
      .insert(lecturas_foro)
      .values({ id_usuario, id_foro, visto_dia: LIMA_TODAY })
      .onConflictDoUpdate({
        target: READER,
        set: { visto_dia: LIMA_TODAY },
        setWhere: sql`${lecturas_foro.visto_dia} IS DISTINCT FROM ${LIMA_TODAY}`,
      })
      .returning({ id: lecturas_foro.id_foro })
    if (visited.length === 0) return undefined
    // Whom the opening text mentions reads it by opening the forum, which may have no posts.
    await setGroupRead(tx, id_usuario, groupOf(id_foro), 0)
    const vistas = sql`${foros.vistas} + 1`
    const [row] = await tx
      .update(foros)
      .set({ vistas })
      .where(eq(foros.id, id_foro))
      .returning({ vistas: foros.vistas })
    return row?.vistas
  })
}

/** Follows, mutes or resets a forum. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function follow(db: Db, identity: Identity, id: number, seguimiento: 'siguiendo' | 'silenciado' | null) {
  await requireForum(db, identity, id)
  await db
    .insert(lecturas_foro)
    .values({ id_usuario: identity.id, id_foro: id, seguimiento })
    .onConflictDoUpdate({ target: READER, set: { seguimiento } })
  return { seguimiento }
}

/** Moves the read marker, forward only, and reads the forum's notifications up to it. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function markRead(db: Db, identity: Identity, id: number, lastPost: number) {
  await requireForum(db, identity, id)
  const [newest] = await db
    .select({ id: sql<number>`coalesce(max(${posts_foro.id}), 0)` })
    .from(posts_foro)
    .where(eq(posts_foro.id_foro, id))
  const ultimo_post = Math.min(lastPost, newest?.id ?? 0)
  return db.transaction(async (tx) => {
    const [row] = await tx
      .insert(lecturas_foro)
      .values({ id_usuario: identity.id, id_foro: id, ultimo_post })
      .onConflictDoUpdate({
        target: READER,
        set: { ultimo_post: sql`greatest(${lecturas_foro.ultimo_post}, excluded.ultimo_post)` },
      })
      .returning({ ultimo_post: lecturas_foro.ultimo_post })
    const read = row?.ultimo_post ?? 0
    await setGroupRead(tx, identity.id, groupOf(id), read)
    return { ultimo_post: read }
  })
}
