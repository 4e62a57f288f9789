import { sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'

/** `clave` with its brand, as folders of the content files. */
export type NamedCourse = { id: number; clave: string; nombre: string; publicado: boolean }

/** Its text lists the courses that exist. */
export class CourseError extends Error {}

const MAX_LISTED = 200

const listOf = (courses: NamedCourse[]) =>
  courses
    .slice(0, MAX_LISTED)
    .map(({ id, clave, nombre }) => `  ${String(id).padStart(5)}  ${clave}  ${nombre}`)
    .join('\n')

/** By `marca/clave`, by `clave` where one brand has it, or by id. @throws CourseError */
export async function findCourse(db: Db, text: string): Promise<NamedCourse> {
  const courses = await query<NamedCourse>(
    db,
    sql`SELECT c.id, k.slug || '/' || c.clave AS clave, c.nombre, c.estado = 1 AS publicado
      FROM cursos c JOIN clientes k ON k.id = c.id_cliente AND k.estado = 1 ORDER BY k.id, c.clave`,
  )
  const named = courses.filter(({ clave }) => clave === text || clave.endsWith(`/${text}`))
  const [course, other] = named.length > 0 ? named : courses.filter(({ id }) => String(id) === text)
  if (other) throw new CourseError(`Varias marcas tienen el curso «${text}»; escribe una de estas:\n${listOf(named)}`)
  if (course) return course
  const known = courses.length > 0 ? `Existen:\n${listOf(courses)}` : 'Todavía no hay ningún curso.'
  throw new CourseError(`No existe el curso «${text}». ${known}`)
}
