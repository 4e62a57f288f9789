import type { Forum } from '@campus/contract/forums'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import type { Identity } from '../../platform/http/http.ts'
import { pageOfRows } from '../../platform/http/paging.ts'
import { requireEnrolment, requireModule } from '../learning/learning.ts'
import { visibleForums } from './visibility.ts'

/** An author as JSON, of `usuarios u`. */
export const AUTHOR = sql.raw(`json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos,
  'foto_perfil', u.foto_perfil, 'tipo_cliente', u.tipo_cliente)`)

/** Whether a post `p` of forum `f` was not read by a person, whose reading is `l`. */
export const isUnread = (me: number): SQL =>
  sql`p.id_foro = f.id AND p.id > coalesce(l.ultimo_post, 0) AND p.eliminado_en IS NULL AND p.id_usuario <> ${me}`

/** A forum's columns, of {@link forumsFor}. */
export const forumColumns = (me: number): SQL => sql`
  f.id, f.titulo, f.descripcion, left(f.texto, 240) AS extracto, f.tipo_foro, f.id_curso, f.id_modulo,
  f.pinned, f.id_solucion IS NOT NULL AS resuelto, f.vistas, f.total_posts, f.fecha_creacion, f.ultima_actividad, 1 AS estado,
  ${AUTHOR} AS usuario,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'nombre', c.nombre) END AS curso,
  CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'nombre', m.nombre) END AS modulo,
  (SELECT count(*) FROM (SELECT 1 FROM posts_foro p WHERE ${isUnread(me)} LIMIT 100) n) AS no_leidos, l.seguimiento`

/** Forums `f` with their author, course, module and a person's reading. */
export const forumsFor = (me: number): SQL => sql`foros f JOIN usuarios u ON u.id = f.id_usuario
  LEFT JOIN cursos c ON c.id = f.id_curso LEFT JOIN modulos m ON m.id = f.id_modulo
  LEFT JOIN lecturas_foro l ON l.id_foro = f.id AND l.id_usuario = ${me}`

type Paged = { page: number; per_page: number }
const PINNED_FIRST = sql.raw('f.pinned DESC, f.ultima_actividad DESC, f.id DESC')
const NEWEST_FIRST = sql.raw('f.ultima_actividad DESC, f.id DESC')

/** A page of the forums that `forums` selects. */
async function pageOfForums(db: Db, me: number, forums: SQL, { page, per_page }: Paged, order = PINNED_FIRST) {
  const [count] = await query<{ total: number }>(db, sql`SELECT count(*) AS total FROM (${forums}) f`)
  const rows = await query<Forum>(
    db,
    sql`SELECT ${forumColumns(me)} FROM ${forumsFor(me)} WHERE f.id IN (
      SELECT f.id FROM (${forums}) f ORDER BY ${order} LIMIT ${per_page} OFFSET ${(page - 1) * per_page}) ORDER BY ${order}`,
  )
  return pageOfRows(rows, count?.total ?? 0, page, per_page)
}

const forumsWhere = (where: SQL): SQL =>
  sql`SELECT f.id, f.pinned, f.ultima_actividad FROM foros f WHERE ${where} AND f.eliminado_en IS NULL`

/** Forums of a course and of its modules, pinned first. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfCourse(db: Db, identity: Identity, idCurso: number, paged: Paged) {
  await requireEnrolment(db, identity, idCurso)
  return pageOfForums(db, identity.id, forumsWhere(sql`f.id_curso = ${idCurso}`), paged)
}

/** Forums of a module. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfModule(db: Db, identity: Identity, idModulo: number, paged: Paged) {
  await requireModule(db, identity, idModulo)
  return pageOfForums(db, identity.id, forumsWhere(sql`f.id_modulo = ${idModulo}`), paged)
}

/** The brand's general forums. */
export function listGeneral(db: Db, { id, id_cliente }: Identity, paged: Paged) {
  return pageOfForums(db, id, forumsWhere(sql`f.tipo_foro = 'general' AND f.id_cliente = ${id_cliente}`), paged)
}

/** Every forum that the caller may read. */
export const listForums = (db: Db, identity: Identity, paged: Paged) =>
  pageOfForums(db, identity.id, visibleForums(identity), paged)

/** The most recently active ones, of one course or of all that the caller may read. */
export const listRecent = (db: Db, identity: Identity, paged: Paged, idCurso?: number) =>
  pageOfForums(db, identity.id, visibleForums(identity, idCurso), paged, NEWEST_FIRST)
