import { sql } from 'drizzle-orm'
import { type Db, query } from '../platform/db/database.ts'
import type { Course, Evaluation, Module } from './course.ts'

/** `clave` of files, and the key that the program gave the thing where it was made. */
type Keyed = { clave: string; programa?: string | undefined }

/** A thing of files under the key that it has in this database. */
export const underKnownKey = <Thing extends Keyed>(thing: Thing, known: ReadonlySet<string>, above = ''): Thing =>
  thing.programa !== undefined && known.has(above + thing.programa) ? { ...thing, clave: thing.programa } : thing

/** Keys of rows that the program made or moved; those of files are in their names. */
const pathsOf = (tx: Db, brand: number) =>
  query<{ path: string }>(
    tx,
    sql`WITH m AS (SELECT m.id, m.id_curso, c.clave || '/' || m.clave AS path FROM modulos m JOIN cursos c ON c.id = m.id_curso
        WHERE c.id_cliente = ${brand})
      SELECT clave AS path FROM cursos WHERE id_cliente = ${brand} UNION ALL SELECT path FROM m
      UNION ALL SELECT m.path || '/' || l.clave FROM lecciones l JOIN m ON m.id = l.id_modulo
      UNION ALL SELECT coalesce(m.path, c.clave) || '//' || e.clave FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso
        LEFT JOIN m ON m.id = e.id_modulo WHERE c.id_cliente = ${brand}`,
  )

const isMadeHere = ({ programa, modulos, evaluaciones }: Course): boolean =>
  [{ programa }, ...modulos, ...modulos.flatMap(({ lecciones }) => lecciones), ...evaluaciones].some(
    (thing) => thing.programa !== undefined,
  )

function modulesOf(modulos: Module[], course: string, known: ReadonlySet<string>): Module[] {
  return modulos.map((given) => {
    const module = underKnownKey(given, known, `${course}/`)
    const above = `${course}/${module.clave}/`
    return { ...module, lecciones: module.lecciones.map((lesson) => underKnownKey(lesson, known, above)) }
  })
}

/** Names of modules and lessons in the files -> here. */
function namesOf(before: Module[], after: Module[]): Map<string, string> {
  const modules = before.map(({ clave }, at) => [clave, after[at]?.clave ?? clave] as const)
  const lessons = before.flatMap(({ clave, lecciones }, at) =>
    lecciones.map((lesson, n) => {
      const { clave: module = clave, lecciones: now = [] } = after[at] ?? {}
      return [`${clave}/${lesson.clave}`, `${module}/${now[n]?.clave ?? lesson.clave}`] as const
    }),
  )
  return new Map([...modules, ...lessons])
}

function evaluationOf(given: Evaluation, course: string, names: Map<string, string>, known: ReadonlySet<string>) {
  const nameOf = (name: string | null) => (name === null ? null : (names.get(name) ?? name))
  const modulo = nameOf(given.modulo)
  const above = `${modulo === null ? course : `${course}/${modulo}`}//`
  const preguntas = given.preguntas.map((question) => ({ ...question, leccion: nameOf(question.leccion) }))
  return { ...underKnownKey(given, known, above), modulo, preguntas }
}

/** The courses of files, whose things have the keys of this database where an export of it named them. */
export async function underKnownKeys(tx: Db, brand: number, courses: Course[]): Promise<Course[]> {
  if (!courses.some(isMadeHere)) return courses
  const known = new Set((await pathsOf(tx, brand)).map(({ path }) => path))
  return courses.map((given) => {
    const course = underKnownKey(given, known)
    const modulos = modulesOf(given.modulos, course.clave, known)
    const names = namesOf(given.modulos, modulos)
    const evaluaciones = given.evaluaciones.map((one) => evaluationOf(one, course.clave, names, known))
    return { ...course, modulos, evaluaciones }
  })
}
