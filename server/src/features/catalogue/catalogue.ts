import type { BrandCategory, Category, Course, CourseDetail, ShopCourse, Teacher } from '@campus/contract/catalogue'
import {
  LISTED_DESCRIPTION,
  MAX_CATEGORIES,
  MAX_COURSE_TEACHERS,
  MAX_COURSES,
  MAX_TEACHERS,
} from '@campus/contract/course-limits'
import { type SQL, sql } from 'drizzle-orm'
import { shownHtml } from '../../kit/html/html.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { CALLER, Caller } from '../../platform/db/prepared.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'

/** A signed-in user, or a guest of the brand that `marca` names by id or slug. */
export type Visit = { identity: Identity | null; marca?: string }

const OFFER = '(SELECT b.oferta FROM clientes b WHERE b.id = c.id_cliente)'
const ON_PROMOTION = `(c.promocion_hasta > now() AND ${OFFER} = 'real')`

/** Current price of course `c`, in céntimos. */
export const PRICE = `CASE WHEN ${ON_PROMOTION} THEN c.promocion_centimos ELSE c.costo_centimos END`
/** What is struck beside it, or null without an offer. */
export const REGULAR_PRICE = `nullif(CASE WHEN ${ON_PROMOTION} THEN c.costo_centimos 
  WHEN ${OFFER} = 'especificacion' THEN round(c.costo_centimos * 1.2) END, 0)`

/** Columns of {@link CourseCard}, from `cursos c` and `categorias k`. */
export const CARD_COLUMNS = sql.raw(`c.id, c.nombre, c.nivel,
  round((${PRICE}) / 100.0, 2) AS costo, round((${REGULAR_PRICE}) / 100.0, 2) AS precio_regular,
  CASE WHEN ${ON_PROMOTION} THEN c.promocion_hasta END AS oferta_hasta, c.horas, c.fecha_inicio, c.imagen, c.id_categoria, k.nombre AS categoria`)

export const COURSE_COLUMNS = sql`${CARD_COLUMNS}, c.descripcion, c.aprenderas`

/** With truncated descriptions. */
export const LISTED_COLUMNS = sql`${CARD_COLUMNS}, left(c.descripcion, ${LISTED_DESCRIPTION}) AS descripcion, c.aprenderas`

/** The teachers of a course who work in it now. */
export async function teachersOf(db: Db, idCurso: number): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    sql`SELECT u.id FROM curso_docentes cd JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1
      JOIN roles_personal r ON r.id_usuario = u.id AND r.rol = 'docente' WHERE cd.id_curso = ${idCurso} ORDER BY u.id`,
  )
  return rows.map(({ id }) => id)
}

/** An exam `e` that a certificate needs: active, worth more than 0, of the course or of an active module. */
export const CERTIFYING_EXAM = sql.raw(`e.modelo = 1 AND e.estado = 1
  AND coalesce((SELECT m.activo FROM modulos m WHERE m.id = e.id_modulo), true)
  AND EXISTS (SELECT 1 FROM preguntas p WHERE p.id_evaluacion = e.id AND p.activo AND p.valor > 0)`)

/** Whether course `c` can earn its certificate. */
export const GIVES_CERTIFICATE = sql`EXISTS (SELECT 1 FROM evaluaciones e WHERE e.id_curso = c.id AND ${CERTIFYING_EXAM})`

/** From `cursos c`: what {@link ShopCard} adds to a card. */
export const SHOP_COLUMNS = sql`(SELECT coalesce(json_agg(t.nombre), '[]') FROM (SELECT u.nombres || ' ' || u.apellidos AS nombre
    FROM curso_docentes cd JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1 WHERE cd.id_curso = c.id
    ORDER BY cd.orden, u.id LIMIT 2) t) AS ensenan,
  contenido.lecciones, contenido.minutos, ${GIVES_CERTIFICATE} AS certificado`

/** Joined where {@link SHOP_COLUMNS} are read. */
export const COURSE_CONTENT =
  sql.raw(`CROSS JOIN LATERAL (SELECT count(*) AS lecciones, coalesce(sum(l.duracion), 0) AS minutos
  FROM modulos m JOIN lecciones l ON l.id_modulo = m.id AND l.activo WHERE m.id_curso = c.id AND m.activo) contenido`)

export const withCleanDescription = <C extends Pick<Course, 'descripcion'>>(course: C): C => ({
  ...course,
  descripcion: shownHtml(course.descripcion),
})

const TEACHER_COLUMNS = sql.raw('u.id, u.nombres, u.apellidos, u.profesion, u.foto_perfil, u.biography')

/** Active teachers of course `c`, public columns only. */
export const TEACHERS_OF_COURSE = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${TEACHER_COLUMNS} FROM curso_docentes cd
  JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1 WHERE cd.id_curso = c.id ORDER BY cd.orden, u.id
  LIMIT ${MAX_COURSE_TEACHERS}) t)`

const namedBrand = (marca: string) =>
  sql`(SELECT b.id FROM clientes b WHERE b.estado = 1 AND (b.id::text = ${marca} OR b.slug = ${marca}))`

/** Active courses of the caller's brand, and those they are or were enrolled in. */
export const visibleToCaller = ({ id, id_cliente }: Caller | typeof CALLER) => sql`c.id_cliente = ${id_cliente}
  AND (c.estado = 1 OR EXISTS (SELECT 1 FROM matriculas m WHERE m.id_curso = c.id AND m.id_usuario = ${id}))`

/** Guests see the active courses of the brand, if one is named. */
export function courseVisible({ identity, marca }: Visit): SQL {
  if (identity) return visibleToCaller(identity)
  return marca === undefined
    ? sql`c.estado = 1`
    : sql`c.id_cliente = coalesce(${namedBrand(marca)}, c.id_cliente) AND c.estado = 1`
}

export async function listCourses(db: Db, brand: number): Promise<ShopCourse[]> {
  const courses = await query<ShopCourse>(
    db,
    sql`SELECT ${LISTED_COLUMNS}, ${SHOP_COLUMNS} FROM cursos c JOIN categorias k ON k.id = c.id_categoria ${COURSE_CONTENT}
      WHERE c.id_cliente = ${brand} AND c.estado = 1 ORDER BY k.orden, k.id, c.orden, c.id LIMIT ${MAX_COURSES}`,
  )
  return courses.map(withCleanDescription)
}

/** @throws NO_ENCONTRADO for an unknown, inactive or another brand's course */
export async function findCourse(db: Db, visit: Visit, id: number): Promise<CourseDetail> {
  const [course] = await query<CourseDetail>(
    db,
    sql`SELECT ${COURSE_COLUMNS}, ${TEACHERS_OF_COURSE} AS docentes FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id = ${id} AND ${courseVisible(visit)}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  return withCleanDescription(course)
}

export const listCategories = (db: Db, brand: number): Promise<Category[]> =>
  query<Category>(
    db,
    sql`SELECT k.id, k.nombre FROM categorias k WHERE k.id_cliente = ${brand} AND k.estado = 1
      ORDER BY k.orden, k.id LIMIT ${MAX_CATEGORIES}`,
  )

/** A guest sees those of every brand. @throws NO_ENCONTRADO for an unknown or hidden one, and for another brand's to a signed-in person */
export async function findCategory(db: Db, identity: Identity | null, id: number): Promise<BrandCategory> {
  const [category] = await query<BrandCategory>(
    db,
    sql`SELECT k.id, k.nombre, k.id_cliente FROM categorias k JOIN clientes b ON b.id = k.id_cliente AND b.estado = 1
      WHERE k.id = ${id} AND k.estado = 1 AND k.id_cliente = coalesce(${identity?.id_cliente ?? null}::bigint, k.id_cliente)`,
  )
  if (!category) throw fail('NO_ENCONTRADO')
  return category
}

export const teachersOfBrand = (brand: SQL) => sql`SELECT ${TEACHER_COLUMNS} FROM usuarios u
  WHERE u.id_cliente = ${brand} AND u.estado = 1
    AND EXISTS (SELECT 1 FROM roles_personal r WHERE r.id_usuario = u.id AND r.rol = 'docente')
  ORDER BY ${alphabetical(sql`u.apellidos || ' ' || u.nombres`)}, u.id LIMIT ${MAX_TEACHERS}`

export const listTeachers = (db: Db, brand: number): Promise<Teacher[]> =>
  query<Teacher>(db, teachersOfBrand(sql`${brand}`))

/** @throws NO_ENCONTRADO */
export async function findModuleNames(db: Db, visit: Visit, idModulo: number) {
  const [names] = await query<{ nombre_curso: string; nombre_modulo: string }>(
    db,
    sql`SELECT c.nombre AS nombre_curso, m.nombre AS nombre_modulo FROM modulos m JOIN cursos c ON c.id = m.id_curso
      WHERE m.id = ${idModulo} AND m.activo AND ${courseVisible(visit)}`,
  )
  if (!names) throw fail('NO_ENCONTRADO')
  return names
}
