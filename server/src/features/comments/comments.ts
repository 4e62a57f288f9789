import type { Comment, Reply } from '@campus/contract/comments'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, hotRows } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { type LessonAccess, ME, requireLesson } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'

/** A row as SQL builds it: with its author, and `liked` for who asks. */
const commentJson = (asker: SQL | number) => sql`
  c.id, c.comentario, c.id_usuario, c.id_leccion, c.parent_id, c.likes,
  to_char(c.fecha AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS fecha,
  EXISTS (SELECT 1 FROM comentario_likes l WHERE l.id_comentario = c.id AND l.id_usuario = ${asker}) AS liked,
  jsonb_build_object('id', u.id, 'nombre', u.nombres || ' ' || u.apellidos, 'imagen', u.foto_perfil,
                     'tipo_cliente', u.tipo_cliente) AS usuario`

const LESSON = sql`${sql.placeholder('leccion')}::int`
const COLUMNS = commentJson(ME)

const pageOfLesson = hotRows<{ total: number; data: Comment[] }>(
  'comentarios_de_leccion',
  sql`SELECT (SELECT count(*) FROM comentarios WHERE id_leccion = ${LESSON} AND parent_id IS NULL) AS total,
    (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT ${COLUMNS}, coalesce((SELECT json_agg(r) FROM (
          SELECT ${COLUMNS} FROM comentarios c JOIN usuarios u ON u.id = c.id_usuario
          WHERE c.parent_id = raices.id ORDER BY c.fecha, c.id LIMIT 200) r), '[]') AS replies
      FROM (SELECT id, fecha FROM comentarios WHERE id_leccion = ${LESSON} AND parent_id IS NULL ORDER BY fecha DESC, id DESC
        LIMIT ${sql.placeholder('cantidad')}::int OFFSET ${sql.placeholder('desde')}::int) raices
      JOIN comentarios c ON c.id = raices.id JOIN usuarios u ON u.id = c.id_usuario
      ORDER BY raices.fecha DESC, raices.id DESC) t) AS data`,
)

/**
 * A page of a lesson's comments, newest first, each with its replies, oldest first. With `comentario` it is the page
 * on which that comment (or the one it replies to) stands, for deep links.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function listComments(
  db: Db,
  identity: Identity,
  idLeccion: number,
  options: { page: number; per_page: number; comentario?: number },
) {
  await requireLesson(db, identity, idLeccion)
  const page = options.comentario ? await pageOf(db, idLeccion, options.comentario, options.per_page) : options.page
  const range = { cantidad: options.per_page, desde: (page - 1) * options.per_page }
  const [found] = await pageOfLesson(db, { usuario: identity.id, leccion: idLeccion, ...range })
  return pageOfRows(found?.data ?? [], found?.total ?? 0, page, options.per_page)
}

/** The page on which a comment of the lesson stands; 1 when it is not there. */
async function pageOf(db: Db, idLeccion: number, id: number, perPage: number): Promise<number> {
  const [row] = await db.execute<{ before: number }>(sql`
    SELECT count(*)::int AS before FROM comentarios c,
      (SELECT raiz.id, raiz.fecha FROM comentarios uno JOIN comentarios raiz ON raiz.id = coalesce(uno.parent_id, uno.id)
       WHERE uno.id = ${id} AND uno.id_leccion = ${idLeccion}) asked
    WHERE c.id_leccion = ${idLeccion} AND c.parent_id IS NULL AND (c.fecha, c.id) > (asked.fecha, asked.id)`)
  return Math.floor((row?.before ?? 0) / perPage) + 1
}

/** A student's own comments, newest first. */
export async function listOwnComments(db: Db, identity: Identity, page: number, perPage: number) {
  const rows = await db.execute<Reply & { total: number }>(sql`
    SELECT ${commentJson(identity.id)}, count(*) OVER ()::int AS total
    FROM comentarios c JOIN usuarios u ON u.id = c.id_usuario
    WHERE c.id_usuario = ${identity.id} ORDER BY c.fecha DESC, c.id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`)
  const total = rows[0]?.total ?? 0
  const data = rows.map(({ total: _, ...row }) => row)
  return pageOfRows(data, total, page, perPage)
}

type Draft = { comentario: string; id_leccion: number; parent_id?: number | null }

/** The comment that a reply hangs from: replies nest one level, so a reply to a reply hangs from its root. */
async function rootOf(tx: Db, draft: Draft): Promise<{ id: number; answered: number } | null> {
  if (!draft.parent_id) return null
  const [row] = await tx.execute<{ id: number; answered: number }>(sql`
    SELECT coalesce(parent_id, id) AS id, id_usuario AS answered FROM comentarios
    WHERE id = ${draft.parent_id} AND id_leccion = ${draft.id_leccion}`)
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

async function insertOnce(
  tx: Db,
  author: number,
  draft: Draft,
  parent: number | null,
): Promise<{ id: number; made: boolean }> {
  // Two presses of one button wait for each other, and the second finds the first's comment.
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${author}, ${draft.id_leccion})`)
  const [twin] = await tx.execute<{ id: number }>(sql`
    SELECT id FROM comentarios WHERE id_usuario = ${author} AND id_leccion = ${draft.id_leccion}
      AND parent_id IS NOT DISTINCT FROM ${parent}::int AND comentario = ${draft.comentario} AND fecha > now() - interval '10 seconds'`)
  if (twin) return { id: twin.id, made: false }
  const [row] = await tx.execute<{ id: number }>(sql`
    WITH nuevo AS (
      INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id, likes)
      VALUES (${draft.comentario}, ${author}, ${draft.id_leccion}, ${parent}, 1) RETURNING id),
    suyo AS (INSERT INTO comentario_likes (id_comentario, id_usuario) SELECT id, ${author} FROM nuevo)
    SELECT id FROM nuevo`)
  if (!row) throw new Error('the comment was not written')
  return { id: row.id, made: true }
}

async function tellAnswered(tx: Db, author: number, answered: number, id: number, lesson: LessonAccess): Promise<void> {
  if (answered === author) return
  const [row] = await tx.execute<{ nombre: string; titulo: string }>(sql`
    SELECT u.nombres AS nombre, l.titulo FROM usuarios u, lecciones l WHERE u.id = ${author} AND l.id = ${lesson.id_leccion}`)
  await notify(tx, {
    evento: 'respuesta',
    tipo: 'Otro',
    mensaje: `${row?.nombre ?? 'Alguien'} respondió a tu comentario en «${row?.titulo ?? 'una lección'}».`,
    ruta: `/miscursos/${lesson.id_curso}/modulos/${lesson.id_modulo}/leccion/${lesson.id_leccion}#comentario-${id}`,
    clave: `respuesta:${id}`,
    usuarios: [answered],
  })
}

/**
 * Publishes a comment or a reply. Author, date and likes are the server's; the author's own like is the one it starts
 * with; who is answered is told (contract section 4, "Comments").
 * @throws NO_ENCONTRADO, SIN_MATRICULA, DEMASIADOS_INTENTOS
 */
export async function publishComment(db: Db, identity: Identity, draft: Draft): Promise<Comment> {
  const lesson = await requireLesson(db, identity, draft.id_leccion)
  await throttle(db, 'comentar_usuario', String(identity.id))
  return db.transaction(async (tx) => {
    const root = await rootOf(tx, draft)
    const { id, made } = await insertOnce(tx, identity.id, draft, root?.id ?? null)
    if (root && made) await tellAnswered(tx, identity.id, root.answered, id, lesson)
    const [row] = await tx.execute<Comment>(sql`
      SELECT ${commentJson(identity.id)}, '[]'::jsonb AS replies
      FROM comentarios c JOIN usuarios u ON u.id = c.id_usuario WHERE c.id = ${id}`)
    if (!row) throw fail('NO_ENCONTRADO')
    return row
  })
}

/**
 * Likes a comment or withdraws the like, once per student however often it is sent. The count moves in the statement
 * that moves the row, so it always equals the rows.
 * @throws NO_ENCONTRADO, SIN_MATRICULA
 */
export async function likeComment(db: Db, identity: Identity, id: number, liked: boolean) {
  const [comment] = await db.execute<{ id_leccion: number }>(sql`SELECT id_leccion FROM comentarios WHERE id = ${id}`)
  if (!comment) throw fail('NO_ENCONTRADO')
  await requireLesson(db, identity, comment.id_leccion)
  const change = liked
    ? sql`INSERT INTO comentario_likes (id_comentario, id_usuario) VALUES (${id}, ${identity.id}) ON CONFLICT DO NOTHING RETURNING 1`
    : sql`DELETE FROM comentario_likes WHERE id_comentario = ${id} AND id_usuario = ${identity.id} RETURNING 1`
  const step = liked ? sql`+` : sql`-`
  const [row] = await db.execute<{ id: number; likes: number }>(sql`
    WITH cambio AS (${change})
    UPDATE comentarios SET likes = likes ${step} (SELECT count(*) FROM cambio) WHERE id = ${id} RETURNING id, likes`)
  if (!row) throw fail('NO_ENCONTRADO')
  return { ...row, liked }
}
