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
import { type Db, hotRows } from '../../platform/db/database.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'

/** Who looks at the catalogue: a signed-in person, or a visitor of a brand that `marca` names by id or slug. */
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
export const LISTED_COLUMNS = sql`${CARD_COLUMNS}, left(c.descripcion, ${sql.raw(String(LISTED_DESCRIPTION))}) AS descripcion, c.aprenderas`

/** A course with its description as a reader may have it. */
export const courseAsShown = <C extends Pick<Course, 'descripcion'>>(course: C): C => ({
  ...course,
  descripcion: shownHtml(course.descripcion),
})

/** A teacher's columns: only what the public may see (contract section 4). */
export const TEACHER_COLUMNS = sql.raw('u.id, u.nombres, u.apellidos, u.profesion, u.foto_perfil, u.biography')

const namedBrand = sql`(SELECT b.id FROM clientes b WHERE b.estado = 1
  AND (b.id::text = ${sql.placeholder('marca')}::text OR b.slug = ${sql.placeholder('marca')}::text))`
const ownBrand = sql`${sql.placeholder('propia')}::int`
/** The brand whose catalogue a visit sees, by the values of {@link visitValues}. */
export const VISITED_BRAND: SQL = sql`coalesce(${ownBrand}, ${namedBrand}, ${sql.raw(String(DEFAULT_BRAND))})`

/**
 * Whether a visit may see a course in outline (`cursos c` of an {@link visitValues} query): the active ones of the
 * brand that is known to it, and what one is or was enrolled in. An id alone names its brand.
 */
export const COURSE_VISIBLE: SQL = sql`c.id_cliente = coalesce(${ownBrand}, ${namedBrand}, c.id_cliente) AND (c.estado = 1
  OR EXISTS (SELECT 1 FROM matriculas m WHERE m.id_curso = c.id AND m.id_usuario = ${sql.placeholder('usuario')}::int))`

/** The values that {@link COURSE_VISIBLE} takes. */
export const visitValues = ({ identity, marca }: Visit) => ({
  usuario: identity?.id ?? null,
  propia: identity?.id_cliente ?? null,
  marca: marca ?? null,
})

const activeCourses = hotRows<Course>(
  'cursos_activos',
  sql`SELECT ${LISTED_COLUMNS} FROM cursos c JOIN categorias k ON k.id = c.id_categoria
    WHERE c.id_cliente = ${VISITED_BRAND} AND c.estado = 1 ORDER BY k.orden, k.id, c.id LIMIT ${sql.raw(String(MOST_COURSES))}`,
)

/** The active courses of the visit's brand, by category. */
export async function listCourses(db: Db, visit: Visit): Promise<Course[]> {
  return (await activeCourses(db, visitValues(visit))).map(courseAsShown)
}

const oneCourse = hotRows<CourseDetail>(
  'curso',
  sql`SELECT ${COURSE_COLUMNS}, (SELECT coalesce(json_agg(d), '[]') FROM (SELECT ${TEACHER_COLUMNS} FROM curso_docentes x
      JOIN usuarios u ON u.id = x.id_usuario WHERE x.id_curso = c.id AND u.estado = 1 ORDER BY x.orden, u.id
      LIMIT ${sql.raw(String(MOST_COURSE_TEACHERS))}) d) AS docentes
    FROM cursos c JOIN categorias k ON k.id = c.id_categoria
    WHERE c.id = ${sql.placeholder('id')}::int AND ${COURSE_VISIBLE}`,
)

/** A course as the catalogue shows it, with its teachers. @throws NO_ENCONTRADO for an unknown, withdrawn or another brand's course */
export async function findCourse(db: Db, visit: Visit, id: number): Promise<CourseDetail> {
  const [course] = await oneCourse(db, { ...visitValues(visit), id })
  if (!course) throw fail('NO_ENCONTRADO')
  return courseAsShown(course)
}

const activeCategories = hotRows<Category>(
  'categorias_activas',
  sql`SELECT k.id, k.nombre FROM categorias k WHERE k.id_cliente = ${VISITED_BRAND} AND k.estado = 1 ORDER BY k.orden, k.id
    LIMIT ${sql.raw(String(MOST_CATEGORIES))}`,
)

/** The active categories of the visit's brand, in order. */
export async function listCategories(db: Db, visit: Visit): Promise<Category[]> {
  return activeCategories(db, visitValues(visit))
}

const activeTeachers = hotRows<Teacher>(
  'docentes_activos',
  sql`SELECT ${TEACHER_COLUMNS} FROM usuarios u WHERE u.id_cliente = ${VISITED_BRAND} AND u.tipo_cliente = 'Docente' AND u.estado = 1
    ORDER BY u.apellidos, u.nombres, u.id LIMIT ${sql.raw(String(MOST_TEACHERS))}`,
)

/** The active teachers of the visit's brand. */
export async function listTeachers(db: Db, visit: Visit): Promise<Teacher[]> {
  return activeTeachers(db, visitValues(visit))
}

const namesOfModule = hotRows<{ nombre_curso: string; nombre_modulo: string }>(
  'nombres_de_modulo',
  sql`SELECT c.nombre AS nombre_curso, m.nombre AS nombre_modulo FROM modulos m JOIN cursos c ON c.id = m.id_curso
    WHERE m.id = ${sql.placeholder('id')}::int AND m.activo AND ${COURSE_VISIBLE}`,
)

/** The names of a module and of its course. @throws NO_ENCONTRADO */
export async function findModuleNames(db: Db, visit: Visit, idModulo: number) {
  const [names] = await namesOfModule(db, { ...visitValues(visit), id: idModulo })
  if (!names) throw fail('NO_ENCONTRADO')
  return names
}
