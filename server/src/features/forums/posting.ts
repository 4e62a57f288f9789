import type { NewPost } from '@campus/contract/forums'
import { POST_EMPTY_TEXT } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, sentBefore } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { award, pointsToShow } from '../awards/awards.ts'
import { foros, lecturas_foro, posts_foro } from './forums.tables.ts'
import { type Author, authorOf, FOLLOWERS, notifyMentioned, notifyParentAuthor } from './notifications.ts'
import { readPost, WRITINGS } from './posts.ts'
import { sanitizeText, type Written } from './sanitize.ts'
import { lockForum, requireForum, requireSameReaders } from './visibility.ts'

type Draft = { contenido: string; id_foro: number; parent_id?: number | null; envio?: string | null | undefined }

async function readParent(tx: Db, { id_foro, parent_id }: Draft) {
  if (!parent_id) return null
  const [parent] = await tx
    .select({ autor: posts_foro.id_usuario, raiz: posts_foro.raiz_id, eliminado_en: posts_foro.eliminado_en })
    .from(posts_foro)
    .where(and(eq(posts_foro.id, parent_id), eq(posts_foro.id_foro, id_foro)))
  if (!parent) throw fail('NO_ENCONTRADO')
  if (parent.eliminado_en) throw fail('POST_ELIMINADO')
  return { id: parent_id, autor: parent.autor, raiz: parent.raiz ?? parent_id }
}

type Forum = { id: number; titulo: string; puede_moderar: boolean }

async function countPost(tx: Db, forum: Forum, raiz: number | undefined): Promise<void> {
  const { total_posts, total_raices, ultima_actividad, id } = foros
  await tx
    .update(foros)
    .set({
      total_posts: sql`${total_posts} + 1`,
      ...(!raiz && { total_raices: sql`${total_raices} + 1` }),
      ...(forum.puede_moderar && { sin_responder: false }),
      ultima_actividad: sql`greatest(${ultima_actividad}, now())`,
    })
    .where(eq(id, forum.id))
  if (!raiz) return
  const respuestas = sql`${posts_foro.respuestas} + 1`
  await tx.update(posts_foro).set({ respuestas }).where(eq(posts_foro.id, raiz))
}

/** Authors follow the forum unless they muted it. */
async function followAsAuthor(tx: Db, id_usuario: number, id_foro: number): Promise<void> {
  await tx
    .insert(lecturas_foro)
    .values({ id_usuario, id_foro, seguimiento: 'siguiendo' })
    .onConflictDoUpdate({
      target: [lecturas_foro.id_usuario, lecturas_foro.id_foro],
      set: { seguimiento: sql`coalesce(${lecturas_foro.seguimiento}, 'siguiendo')` },
    })
}

async function insertPost(
  tx: Db,
  jobs: Jobs,
  author: Author,
  forum: Forum,
  draft: Draft,
  written: Written,
): Promise<number> {
  const { contenido, texto, menciones } = written
  const before = await sentBefore(tx, posts_foro, author.id, draft.envio)
  if (before) return before
  const parent = await readParent(tx, draft)
  const place = { id_foro: forum.id, parent_id: parent?.id, raiz_id: parent?.raiz }
  const [post] = await tx
    .insert(posts_foro)
    .values({ ...place, id_usuario: author.id, contenido, texto, envio: draft.envio })
    .returning({ id: posts_foro.id })
  if (!post) throw new Error('the post was not inserted')
  await countPost(tx, forum, parent?.raiz)
  await followAsAuthor(tx, author.id, forum.id)
  await award(tx, { usuario: author.id, motivo: 'foro', clave: String(post.id), detalle: forum.titulo })
  const subject = { foro: forum.id, titulo: forum.titulo, post: post.id }
  await notifyMentioned(tx, author, menciones, subject)
  if (parent) await notifyParentAuthor(tx, author, parent.autor, subject)
  await jobs.send(tx, FOLLOWERS, { id: post.id })
  return post.id
}

/**
 * Creates a post with its counts, points, notifications and job in one transaction; once per `envio`.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, FORO_MOVIDO, POST_ELIMINADO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function createPost(db: Db, jobs: Jobs, identity: Identity, draft: Draft): Promise<NewPost> {
  const forum = await requireForum(db, identity, draft.id_foro)
  // Before sanitizing, which is expensive.
  await throttle(db, WRITINGS, String(identity.id))
  const written = await sanitizeText(db, forum, draft.contenido, POST_EMPTY_TEXT)
  // Outside the transaction, to hold the forum lock briefly.
  const author = await authorOf(db, identity)
  const { id, puntos } = await db.transaction(async (tx) => {
    // Serialises the posts of a forum, so that each sees every earlier one.
    const locked = await lockForum(tx, identity, draft.id_foro)
    requireSameReaders(locked, forum)
    const post = await insertPost(tx, jobs, author, locked, draft, written)
    return { id: post, puntos: await pointsToShow(tx, author.id) }
  })
  return { ...(await readPost(db, identity, id)), puntos }
}
