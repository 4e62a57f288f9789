import type { PostPlace } from '@campus/contract/forums'
import { POINTS, POST_EMPTY_TEXT } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { type Known, procedure } from '../../platform/db/procedures.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { type Counted, refuseAbove, THROTTLES, throttle, throttlePart } from '../../platform/http/throttle.ts'
import { jobPart, jobValues } from '../../platform/jobs.ts'
import { awardPart, holdForumPoints } from '../awards/awards.ts'
import { accessValues, ME } from '../learning/learning.ts'
import { told } from '../notifications/notifications.ts'
import { type PlacedRow, placedPost, toPlace } from './posts.ts'
import { answerPart, FOLLOWERS, mentionPart } from './telling.ts'
import { checkForum, FORUM_ACCESS, type ForumAccess } from './visibility.ts'
import { courseOf, writeDown } from './writing.ts'

const FORUM = sql`${sql.placeholder('foro')}::int`
const PARENT = sql`${sql.placeholder('padre')}::int`
const CONTENT = sql`${sql.placeholder('contenido')}::text`
const [MOST] = THROTTLES.foro_usuario
/** More than anybody may write in the ten seconds in which the same text is a second press of the button. */
const LATEST = sql.raw(String(MOST))

type Steps = {
  turno: ForumAccess & Counted
  escrito: {
    gemelo: number | null
    /** In a forum that still stands. */
    contado: boolean
    hecho: number | null
  }
  post: PlacedRow | null
}

/**
 * Who may write, and how often they did; holds the month of the points and the author: what one person posts comes one after
 * another, here and in every copy.
 */
const TURN = sql`
  WITH foro AS MATERIALIZED (SELECT ${FORUM_ACCESS} FROM foros f WHERE f.id = ${FORUM}),
  cuenta AS (${throttlePart('foro_usuario', sql`SELECT ${ME}::text FROM foro WHERE existe AND entra`)})
  SELECT f.*, c.*, (SELECT count(h) FROM (SELECT ${holdForumPoints(ME)}) h) AS tenido FROM foro f LEFT JOIN cuenta c ON true`

const news = (people: ReturnType<typeof sql>) => ({
  foro: sql.raw('c.id'),
  post: sql.raw('h.id'),
  titulo: sql.raw('c.titulo'),
  autor: sql.raw('a.nombre'),
  people: sql`${people} CROSS JOIN hecho h CROSS JOIN contado c CROSS JOIN autor a WHERE v.persona <> ${ME}`,
})

/**
 * Writes a post and everything that comes of it: the forum's and the top-level post's counts, its author's reading and points,
 * who is told of it and the followers' job. It
 * takes the forum's row first, always, as who deletes does: who writes or deletes in one forum waits here for the others, and
 * nowhere else, for as short as can be. It may have begun before those it waited for ended: so it counts up from the rows as they are when
 * it holds them, and looks at what is replied to once more by holding it, so that it cannot be deleted from under the reply.
 */
const written = (known: Known<Steps>) => sql`
  WITH gemelo AS MATERIALIZED (
    SELECT id FROM (SELECT * FROM posts_foro WHERE id_usuario = ${ME} ORDER BY id DESC LIMIT ${LATEST}) p
    WHERE id_foro = ${FORUM} AND parent_id IS NOT DISTINCT FROM ${PARENT} AND contenido = ${CONTENT} AND eliminado_en IS NULL
      AND fecha > now() - interval '10 seconds' LIMIT 1
  ), contado AS (
    UPDATE foros SET total_posts = total_posts + 1, ultima_actividad = now(), total_raices = total_raices + (${PARENT} IS NULL)::int
    WHERE id = ${FORUM} AND eliminado_en IS NULL AND NOT EXISTS (SELECT 1 FROM gemelo)
      AND ${known('turno', 'cuenta', 'int')} <= ${sql.raw(String(MOST))} RETURNING id, titulo
  ), padre AS MATERIALIZED (
    SELECT p.id, coalesce(p.raiz_id, p.id) AS raiz, p.id_usuario, p.eliminado_en IS NOT NULL AS eliminado
    FROM contado c JOIN posts_foro p ON p.id_foro = c.id WHERE p.id = ${PARENT} FOR SHARE OF p
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
    FROM hecho h CROSS JOIN contado c`)}
  ), autor AS MATERIALIZED (
    SELECT split_part(nombres, ' ', 1) AS nombre FROM usuarios WHERE id = ${ME}
  ), mencionados AS (${mentionPart(news(sql`unnest(${sql.placeholder('menciones')}::int[]) v (persona)`))}
  ), respondido AS (${answerPart(
    news(sql`(SELECT p.id_usuario AS persona FROM padre p
      WHERE NOT EXISTS (SELECT 1 FROM mencionados m WHERE m.id_usuario = p.id_usuario)
        AND NOT EXISTS (SELECT 1 FROM lecturas_foro l WHERE l.id_usuario = p.id_usuario AND l.id_foro = ${FORUM} AND l.seguimiento = 'silenciado')) v`),
  )}
  ), trabajo AS (${jobPart(FOLLOWERS, sql`SELECT jsonb_build_object('id', id) FROM hecho`)})
  SELECT (SELECT id FROM gemelo) AS gemelo, EXISTS (SELECT 1 FROM contado) AS contado, (SELECT id FROM hecho) AS hecho,
    ${told('mencionados')} + ${told('respondido')} AS avisados`

const post = procedure<Steps>(
  'publicar',
  {
    turno: TURN,
    escrito: written,
    post: (known) =>
      placedPost(sql`coalesce(${known('escrito', 'hecho', 'int')}, ${known('escrito', 'gemelo', 'int')})`),
  },
  // What is replied to is not there any more: the forum, which is held first, has counted already.
  {
    sure: (known) =>
      sql`NOT ${known('escrito', 'contado', 'boolean')} OR ${known('escrito', 'hecho', 'int')} IS NOT NULL`,
  },
)

/** Why nothing could be hung below a post; the try counts. */
async function refuseReply(db: Db, identity: Identity, { id_foro, parent_id }: Draft): Promise<never> {
  await throttle(db, 'foro_usuario', String(identity.id))
  const [parent] = await db.execute(sql`SELECT 1 FROM posts_foro WHERE id = ${parent_id} AND id_foro = ${id_foro}`)
  throw fail(parent ? 'POST_ELIMINADO' : 'NO_ENCONTRADO')
}

type Draft = { contenido: string; id_foro: number; parent_id?: number | null }

/**
 * Writes a post or a reply, in one call of the database: author and date are the server's; points, mentions, who is answered and
 * the followers' job are in the same transaction. Two presses of one button write one.
 * @throws NO_ENCONTRADO, SIN_MATRICULA, POST_ELIMINADO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS
 */
export async function createPost(db: Db, identity: Identity, draft: Draft): Promise<PostPlace> {
  const place = { id_cliente: identity.id_cliente, id_curso: courseOf(draft.id_foro) }
  const { contenido, texto, menciones } = await writeDown(db, place, draft.contenido, POST_EMPTY_TEXT)
  const done = await post(db, {
    ...accessValues(identity),
    ...jobValues(),
    foro: draft.id_foro,
    padre: draft.parent_id ?? null,
    contenido,
    texto,
    menciones,
  })
  if (!done) return refuseReply(db, identity, draft)
  refuseAbove('foro_usuario', checkForum(done.turno))
  if (!done.post) throw fail('NO_ENCONTRADO')
  return toPlace(done.post, identity.id)
}
