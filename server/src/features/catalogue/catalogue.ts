import type { Category, Course, CourseDetail, Teacher } from '@campus/contract/catalogue'
import {
  LISTED_DESCRIPTION,
  MOST_CATEGORIES,
  MOST_COURSE_TEACHERS,
  MOST_COURSES,
  MOST_TEACHERS,
} from '@campus/contract/course-limits'
import { DEFAULT_BRAND } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'

/** Who looks at the catalogue: a signed-in person, or a guest of the brand that `marca` names by id or slug. */
export type Visit = { identity: Identity | null; marca?: string }

const REAL_PROMOTIONS = '(SELECT b.promociones_reales FROM clientes b WHERE b.id = c.id_cliente)'
const ON_PROMOTION = `(c.promocion_hasta > now() AND ${REAL_PROMOTIONS})`

/** What a course of `cursos c` costs now, in céntimos. */
export const PRICE = `CASE WHEN ${ON_PROMOTION} THEN c.promocion_centimos ELSE c.costo_centimos END`
const REGULAR_PRICE = `nullif(CASE WHEN ${ON_PROMOTION} THEN c.costo_centimos WHEN ${REAL_PROMOTIONS} THEN NULL
  ELSE round(c.costo_centimos * 1.2) END, 0)`

/** A course's columns as {@link CourseCard} has them, from `cursos c` and `categorias k`. */
export const CARD_COLUMNS = sql.raw(`c.id, c.nombre, c.nivel,
  round((${PRICE}) / 100.0, 2) AS costo, round((${REGULAR_PRICE}) / 100.0, 2) AS precio_regular,
  CASE WHEN ${ON_PROMOTION} THEN c.promocion_hasta END AS oferta_hasta, c.horas, c.fecha_inicio, c.imagen, c.id_categoria, k.nombre AS categoria`)

/** A course's columns as {@link Course} has them, from the same. */
export const COURSE_COLUMNS = sql`${CARD_COLUMNS}, c.descripcion, c.aprenderas`

/** {@link COURSE_COLUMNS} for a list, with the beginning of each description. */
export const LISTED_COLUMNS = sql`${CARD_COLUMNS}, left(c.descripcion, ${LISTED_DESCRIPTION}) AS descripcion, c.aprenderas`

/** A course with its description as clean HTML. */
export const courseAsShown = <C extends Pick<Course, 'descripcion'>>(course: C): C => ({
  ...course,
  descripcion: shownHtml(course.descripcion),
})

const TEACHER_COLUMNS = sql.raw('u.id, u.nombres, u.apellidos, u.profesion, u.foto_perfil, u.biography')

/** The active teachers of course `c`, with what the public may see of them (contract section 4), as a JSON list. */
export const TEACHERS_OF_COURSE = sql`(SELECT coalesce(json_agg(t), '[]') FROM (SELECT ${TEACHER_COLUMNS} FROM curso_docentes cd
  JOIN usuarios u ON u.id = cd.id_usuario AND u.estado = 1 WHERE cd.id_curso = c.id ORDER BY cd.orden, u.id
  LIMIT ${MOST_COURSE_TEACHERS}) t)`

const namedBrand = (marca: string) =>
  sql`(SELECT b.id FROM clientes b WHERE b.estado = 1 AND (b.id::text = ${marca} OR b.slug = ${marca}))`

/** The brand whose catalogue a visit sees: the person's own, the one that it names, or the default. */
export function visitedBrand({ identity, marca }: Visit): SQL {
  if (identity) return sql`${identity.id_cliente}::int`
  return marca === undefined ? sql`${DEFAULT_BRAND}::int` : sql`coalesce(${namedBrand(marca)}, ${DEFAULT_BRAND}::int)`
}

/**
 * Whether a visit may see course `c` in outline: the active ones of its brand, and those that the person is or was enrolled in. Without
 * a brand the id alone decides.
 */
export function courseVisible({ identity, marca }: Visit): SQL {
  if (identity)
    return sql`c.id_cliente = ${identity.id_cliente} AND (c.estado = 1
      OR EXISTS (SELECT 1 FROM matriculas m WHERE m.id_curso = c.id AND m.id_usuario = ${identity.id}))`
  return marca === undefined
    ? sql`c.estado = 1`
    : sql`c.id_cliente = coalesce(${namedBrand(marca)}, c.id_cliente) AND c.estado = 1`
}

/** The active courses of the visit's brand, by category. */
export async function listCourses(db: Db, visit: Visit): Promise<Course[]> {
  const courses = await query<Course>(
    db,
    sql`SELECT ${LISTED_COLUMNS} FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id_cliente = ${visitedBrand(visit)} AND c.estado = 1 ORDER BY k.orden, k.id, c.id LIMIT ${MOST_COURSES}`,
  )
  return courses.map(courseAsShown)
}

/** A course as the catalogue shows it, with its teachers. @throws NO_ENCONTRADO for an unknown, withdrawn or another brand's course */
export async function findCourse(db: Db, visit: Visit, id: number): Promise<CourseDetail> {
  const [course] = await query<CourseDetail>(
    db,
    sql`SELECT ${COURSE_COLUMNS}, ${TEACHERS_OF_COURSE} AS docentes FROM cursos c JOIN categorias k ON k.id = c.id_categoria
      WHERE c.id = ${id} AND ${courseVisible(visit)}`,
  )
  if (!course) throw fail('NO_ENCONTRADO')
  return courseAsShown(course)
}

/** The active categories of the visit's brand, in order. */
export const listCategories = (db: Db, visit: Visit): Promise<Category[]> =>
  query<Category>(
    db,
    sql`SELECT k.id, k.nombre FROM categorias k WHERE k.id_cliente = ${visitedBrand(visit)} AND k.estado = 1
      ORDER BY k.orden, k.id LIMIT ${MOST_CATEGORIES}`,
  )

/** The active teachers of a brand. */
export const teachersOfBrand = (brand: SQL) => sql`SELECT ${TEACHER_COLUMNS} FROM usuarios u
  WHERE u.id_cliente = ${brand} AND u.tipo_cliente = 'Docente' AND u.estado = 1
  ORDER BY u.apellidos, u.nombres, u.id LIMIT ${MOST_TEACHERS}`

/** The active teachers of the visit's brand. */
export const listTeachers = (db: Db, visit: Visit): Promise<Teacher[]> =>
  query<Teacher>(db, teachersOfBrand(visitedBrand(visit)))

/** The names of a module and of its course. @throws NO_ENCONTRADO */
export async function findModuleNames(db: Db, visit: Visit, idModulo: number) {
  const [names] = await query<{ nombre_curso: string; nombre_modulo: string }>(
    db,
    sql`SELECT c.nombre AS nombre_curso, m.nombre AS nombre_modulo FROM modulos m JOIN cursos c ON c.id = m.id_curso
      WHERE m.id = ${idModulo} AND m.activo AND ${courseVisible(visit)}`,
  )
  if (!names) throw fail('NO_ENCONTRADO')
  return names
}
