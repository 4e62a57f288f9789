import type { Forum, ForumNews } from '@campus/contract/forums'
import type { Scope } from '@campus/contract/permissions'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { argument, CALLER, type Caller, prepared } from '../../platform/db/prepared.ts'
import { scopeOfIdentity } from '../../platform/http/access.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import { ACCESS, type CourseAccess, checkAccess, requireModule } from '../learning/learning.ts'
import { LISTED, visibleForums } from './visibility.ts'

/** The author as JSON, from `usuarios u`. */
export const AUTHOR = sql.raw(`json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos,
  'foto_perfil', u.foto_perfil, 'tipo_cliente', u.tipo_cliente)`)

/** Whether the user has not read post `p` of forum `f`; needs their `lecturas_foro l`. */
export const isUnread = (me: SQL | number): SQL =>
  sql`p.id_foro = f.id AND p.id > coalesce(l.ultimo_post, 0) AND p.eliminado_en IS NULL AND p.id_usuario <> ${me}`

/** As written, or else the beginning of the text. */
const DESCRIPTION = sql.raw(`coalesce(nullif(f.descripcion, ''), regexp_replace(left(f.texto, 240), '\\s+', ' ', 'g')
  || CASE WHEN char_length(f.texto) > 240 THEN '…' ELSE '' END)`)

/** Columns for {@link forumsFor}. */
export const forumColumns = (me: SQL | number, description = DESCRIPTION): SQL => sql`
  f.id, f.titulo, ${description} AS descripcion, f.tipo_foro, f.id_curso, f.id_modulo,
  f.pinned, f.id_solucion IS NOT NULL AS resuelto, f.vistas, f.likes, f.total_posts, f.fecha_creacion, f.ultima_actividad, 1 AS estado,
  ${AUTHOR} AS usuario,
  (SELECT ${AUTHOR} FROM (SELECT p.id_usuario FROM posts_foro p WHERE p.id_foro = f.id AND p.eliminado_en IS NULL ORDER BY p.id DESC LIMIT 1) t
    JOIN usuarios u ON u.id = t.id_usuario) AS ultimo_autor,
  CASE WHEN c.id IS NOT NULL THEN json_build_object('id', c.id, 'nombre', c.nombre) END AS curso,
  CASE WHEN m.id IS NOT NULL THEN json_build_object('id', m.id, 'nombre', m.nombre) END AS modulo,
  (SELECT count(*) FROM (SELECT 1 FROM posts_foro p WHERE ${isUnread(me)} LIMIT 100) n) AS no_leidos, l.seguimiento`

/** Forums `f` with author, course, module and the user's read marker. */
export const forumsFor = (me: SQL | number): SQL => sql`foros f JOIN usuarios u ON u.id = f.id_usuario
  LEFT JOIN cursos c ON c.id = f.id_curso LEFT JOIN modulos m ON m.id = f.id_modulo
  LEFT JOIN lecturas_foro l ON l.id_foro = f.id AND l.id_usuario = ${me}`

type Ordering = { order: SQL; where?: SQL }
const ORDERS = {
  /** Pinned forums first. */
  normal: { order: sql.raw('f.pinned DESC, f.ultima_actividad DESC, f.id DESC') },
  recientes: { order: sql.raw('f.ultima_actividad DESC, f.id DESC') },
  'sin-respuesta': { order: sql.raw('f.fecha_creacion DESC, f.id DESC'), where: sql.raw('f.total_posts = 0') },
  votados: { order: sql.raw('f.likes DESC, f.id DESC') },
} satisfies Record<string, Ordering>
type Order = keyof typeof ORDERS

type Page = { page: number; per_page: number }
type Read = { total: number; data: Forum[] }

/** Columns of one row that is read with a page. */
type Beside = { columns: SQL; from: SQL }

/** A page of `forums` in an order, with their total. */
function pageOf<Values extends Record<string, unknown>, Row extends object>(
  forums: SQL,
  { order, where }: Ordering,
  beside?: Beside,
) {
  const listed = sql`SELECT f.id FROM (${forums}) f ${where ? sql`WHERE ${where}` : sql``}`
  return prepared<Read & Row, Caller & { limit: number; offset: number } & Values>(
    sql`SELECT ${beside ? sql`${beside.columns}, ` : sql``}(SELECT count(*) FROM (${listed}) f) AS total, (SELECT coalesce(json_agg(t), '[]') FROM (
      SELECT ${forumColumns(CALLER.id)} FROM ${forumsFor(CALLER.id)} WHERE f.id IN (
        ${listed} ORDER BY ${order} LIMIT ${argument('limit')} OFFSET ${argument('offset')})
      ORDER BY ${order}) t) AS data ${beside ? sql`FROM ${beside.from}` : sql``}`,
  )
}

/** A statement for each order. */
const pagesOf = <Values extends Record<string, unknown>, Row extends object = object>(forums: SQL, beside?: Beside) =>
  Object.fromEntries(
    Object.entries(ORDERS).map(([order, how]) => [order, pageOf<Values, Row>(forums, how, beside)]),
  ) as Record<Order, ReturnType<typeof pageOf<Values, Row>>>

const limitOf = ({ page, per_page }: Page) => ({ limit: per_page, offset: (page - 1) * per_page })
const pageFrom = ([read]: Read[], { page, per_page }: Page) =>
  pageOfRows(read?.data ?? [], read?.total ?? 0, page, per_page)

const forumsWhere = (where: SQL): SQL => sql`SELECT ${LISTED} FROM foros f WHERE ${where} AND f.eliminado_en IS NULL`

const COURSE = argument('curso')
type OfCourse = { curso: number }
export type Listing = Page & { orden?: Exclude<Order, 'normal'> | undefined }

const ofCourse = pagesOf<OfCourse, CourseAccess>(forumsWhere(sql`f.id_curso = ${COURSE}`), {
  columns: ACCESS,
  from: sql`cursos c WHERE c.id = ${COURSE}`,
})
const ofModule = pagesOf<{ modulo: number }>(forumsWhere(sql`f.id_modulo = ${argument('modulo')}`))
const general = pagesOf(forumsWhere(sql`f.tipo_foro = 'general' AND f.id_cliente = ${CALLER.id_cliente}`))

const readsOf = (reach?: Scope) => ({
  visible: pagesOf(visibleForums(CALLER, reach)),
  visibleOfCourse: pagesOf<OfCourse>(visibleForums(CALLER, reach, COURSE)),
})
const READS = { alumno: readsOf(), propios: readsOf('propios'), marca: readsOf('marca') }

/** Forums of a course and its modules, pinned first. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfCourse(db: Db, identity: Identity, curso: number, page: Listing) {
  const rows = await ofCourse[page.orden ?? 'normal'](db, { ...identity, ...limitOf(page), curso })
  checkAccess(rows[0], 'moderates')
  return pageFrom(rows, page)
}

/** Forums of a module. @throws NO_ENCONTRADO, SIN_MATRICULA */
export async function listOfModule(db: Db, identity: Identity, modulo: number, page: Listing) {
  await requireModule(db, identity, modulo, 'moderates')
  return pageFrom(await ofModule[page.orden ?? 'normal'](db, { ...identity, ...limitOf(page), modulo }), page)
}

export async function listGeneral(db: Db, identity: Identity, page: Listing) {
  return pageFrom(await general[page.orden ?? 'normal'](db, { ...identity, ...limitOf(page) }), page)
}

/** Every forum that the caller may read, or those of one course. */
export async function listForums(db: Db, identity: Identity, page: Listing, curso?: number) {
  const reads = READS[scopeOfIdentity(identity, 'moderar') ?? 'alumno']
  const order = page.orden ?? 'normal'
  const values = { ...identity, ...limitOf(page) }
  return pageFrom(
    curso ? await reads.visibleOfCourse[order](db, { ...values, curso }) : await reads.visible[order](db, values),
    page,
  )
}

/** Forums looked through for news; a student rarely follows more. */
const FOLLOWED = 200

/** What others wrote in the forums that the caller follows, most recently active first. */
export async function findNews(db: Db, identity: Identity): Promise<ForumNews> {
  const rows = await query<ForumNews['foros'][number]>(
    db,
    sql`SELECT f.id, f.titulo, n.no_leidos FROM (SELECT l.ultimo_post, f.* FROM lecturas_foro l JOIN foros f ON f.id = l.id_foro
        WHERE l.id_usuario = ${identity.id} AND l.seguimiento = 'siguiendo'
          AND f.id IN (SELECT v.id FROM (${visibleForums(identity, scopeOfIdentity(identity, 'moderar'))}) v)
        ORDER BY f.ultima_actividad DESC, f.id DESC LIMIT ${FOLLOWED}) f
      CROSS JOIN LATERAL (SELECT count(*)::int AS no_leidos FROM (SELECT 1 FROM posts_foro p WHERE p.id_foro = f.id
        AND p.id > f.ultimo_post AND p.eliminado_en IS NULL AND p.id_usuario <> ${identity.id} LIMIT 100) p) n
      WHERE n.no_leidos > 0 ORDER BY f.ultima_actividad DESC, f.id DESC`,
  )
  const no_leidos = rows.reduce((sum, row) => sum + row.no_leidos, 0)
  return { no_leidos, temas: rows.length, foros: rows.slice(0, 3) }
}
