import type { PostPlace } from '@campus/contract/forums'
import { POINTS, POST_EMPTY_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { statement } from '../../platform/statements.ts'
import { THROTTLES, throttle } from '../../platform/throttle.ts'
import { awardPart, holdForumPoints } from '../awards/awards.ts'
import { ME } from '../learning/learning.ts'
import { readPost } from './posts.ts'
import { FOLLOWERS, type Subject, tellAnswered, tellMentioned } from './telling.ts'
import { requireForum } from './visibility.ts'
import { type Written, writeDown } from './writing.ts'

const FORUM = sql`${sql.placeholder('foro')}::int`
const PARENT = sql`${sql.placeholder('padre')}::int`
const CONTENT = sql`${sql.placeholder('contenido')}::text`
/** More than anybody may write in the ten seconds in which the same text is a second press of the button. */
const LATEST = sql.raw(String(THROTTLES.foro_usuario[0]))

/** Holds the month of the points and the author: what one person posts comes one after another, here and in every copy. */
const holdAuthor = statement(sql`SELECT ${holdForumPoints(ME)}`)

type Posted = {
  gemelo: number | null
  /** Of a forum that still stands. */
  contado: boolean
  padre: { id_usuario: number; eliminado: boolean; silenciado: boolean } | null
  hecho: number | null
  autor: string
}

/**
 * Writes a post and everything that counts it: the forum's and the top-level post's counts, its author's reading and points. It
 * takes the forum's row first, always, as who deletes does: who writes or deletes in one forum waits here for the others, and
 * nowhere else, for as short as can be. It may have begun before those it waited for ended: so it counts up from the rows as they are when
 * it holds them, and looks at what is replied to once more by holding it, so that it cannot be deleted from under the reply.
 */
const post = statement<Posted>(sql`
  WITH gemelo AS MATERIALIZED (
    SELECT id FROM (SELECT * FROM posts_foro WHERE id_usuario = ${ME} ORDER BY id DESC LIMIT ${LATEST}) p
    WHERE id_foro = ${FORUM} AND parent_id IS NOT DISTINCT FROM ${PARENT} AND contenido = ${CONTENT} AND eliminado_en IS NULL
      AND fecha > now() - interval '10 seconds' LIMIT 1
  ), contado AS (
    UPDATE foros SET total_posts = total_posts + 1, ultima_actividad = now(), total_raices = total_raices + (${PARENT} IS NULL)::int
    WHERE id = ${FORUM} AND eliminado_en IS NULL AND NOT EXISTS (SELECT 1 FROM gemelo) RETURNING id, titulo
  ), padre AS MATERIALIZED (
    SELECT p.id, coalesce(p.raiz_id, p.id) AS raiz, p.id_usuario, p.eliminado_en IS NOT NULL AS eliminado
    FROM contado c JOIN posts_foro p ON p.id_foro = c.id WHERE p.id = ${PARENT} FOR KEY SHARE OF p
  ), hecho AS (
    INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
    SELECT c.id, p.id, p.raiz, ${ME}, ${CONTENT}, ${sql.placeholder('texto')}::text FROM contado c LEFT JOIN padre p ON true
    WHERE ${PARENT} IS NULL OR NOT p.eliminado RETURNING id, id_foro, raiz_id
  ), arriba AS (
    UPDATE posts_foro r SET respuestas = r.respuestas + 1 FROM hecho h WHERE r.id = h.raiz_id
  ), leido AS (
    INSERT INTO lecturas_foro AS l (id_usuario, id_foro, seguimiento) SELECT ${ME}, id_foro, 'siguiendo' FROM hecho
    ON CONFLICT (id_usuario, id_foro) DO UPDATE SET seguimiento = coalesce(l.seguimiento, 'siguiendo')
  ), premio AS (${awardPart(sql`SELECT ${ME}, 'foro', h.id::text, c.titulo, ${sql.raw(String(POINTS.foro))}, NULL::timestamptz
    FROM hecho h CROSS JOIN contado c`)})
  SELECT (SELECT id FROM gemelo) AS gemelo, EXISTS (SELECT 1 FROM contado) AS contado, (SELECT id FROM hecho) AS hecho,
    (SELECT split_part(nombres, ' ', 1) FROM usuarios WHERE id = ${ME}) AS autor,
    (SELECT json_build_object('id_usuario', p.id_usuario, 'eliminado', p.eliminado, 'silenciado', EXISTS (SELECT 1 FROM lecturas_foro l
      WHERE l.id_usuario = p.id_usuario AND l.id_foro = ${FORUM} AND l.seguimiento = 'silenciado')) FROM padre p) AS padre`)

type Draft = { contenido: string; id_foro: number; parent_id?: number | null }

/** @returns the post's id, and whether it is new. @throws NO_ENCONTRADO, POST_ELIMINADO */
async function writePost(tx: Db, identity: Identity, draft: Draft, { contenido, texto }: Written) {
  const values = { usuario: identity.id, foro: draft.id_foro, padre: draft.parent_id ?? null, contenido, texto }
  // Sent together: the second sees what the first waited for.
  const [, [row]] = await Promise.all([holdAuthor(tx, { usuario: identity.id }), post(tx, values)])
  if (!row) throw new Error('the post was not written')
  const { gemelo, contado, padre, hecho, autor } = row
  if (gemelo !== null) return { id: gemelo, made: false, autor, padre }
  if (!contado || (draft.parent_id && !padre)) throw fail('NO_ENCONTRADO')
  if (padre?.eliminado) throw fail('POST_ELIMINADO')
  if (hecho === null) throw new Error('the post was not written')
  return { id: hecho, made: true, autor, padre }
}

/**
 * Writes a post or a reply: author and date are the server's; points, mentions, who is answered and the followers' job
 * are in the same transaction. Two presses of one button write one.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, POST_ELIMINADO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function createPost(db: Db, jobs: Jobs, identity: Identity, draft: Draft): Promise<PostPlace> {
  const forum = await requireForum(db, identity, draft.id_foro)
  const written = await writeDown(db, forum, draft.contenido, POST_EMPTY_TEXT)
  await throttle(db, 'foro_usuario', String(identity.id))
  const id = await db.transaction(async (tx) => {
    const { id, made, autor, padre } = await writePost(tx, identity, draft, written)
    if (!made) return id
    const author = { id: identity.id, nombre: autor }
    const subject: Subject = { foro: forum.id, titulo: forum.titulo, post: id }
    // Sent together and in this order: who is mentioned and answered hears of the mention.
    await Promise.all([
      tellMentioned(tx, author, written.menciones, subject),
      padre && !padre.silenciado && tellAnswered(tx, author, padre.id_usuario, subject),
      jobs.send(tx, FOLLOWERS, { id }),
    ])
    return id
  })
  return readPost(db, identity, id)
}
