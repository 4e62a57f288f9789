import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { OWN_SESSIONS } from '../catalogue/catalogue.tables.ts'

type FileLesson = { clave: string; titulo: string }
type FileModule = { clave: string; nombre: string; lecciones: FileLesson[] }
export type FileCourse = { clave: string; nombre: string; nivel: string; id_categoria: number; modulos: FileModule[] }

/** Ids by `curso`, `curso/modulo` and `curso/modulo/leccion`, in the words of the files. */
export type PlacedIds = Map<string, number>

const addCourses = (brand: number, courses: FileCourse[]) =>
  sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, horas, estado)
    SELECT ${brand}::int, x.id_categoria, x.clave, x.nombre, x.nivel, 0, 1, 0
    FROM ${recordset(
      courses.map((course, n) => ({ ...course, modulos: null, n })),
      'x(id_categoria int, clave text, nombre text, nivel text, n int)',
    )}
    WHERE NOT EXISTS (SELECT 1 FROM cursos c WHERE c.id_cliente = ${brand} AND c.clave = x.clave) ORDER BY x.n`

const addModules = (rows: object[]) =>
  sql`INSERT INTO modulos (id_curso, clave, nombre, orden, activo) SELECT x.id_padre, x.clave, x.nombre, x.n, false
    FROM ${recordset(rows, 'x(id_padre int, clave text, nombre text, n int)')}
    WHERE NOT EXISTS (SELECT 1 FROM modulos m WHERE m.id_curso = x.id_padre AND m.clave = x.clave) ORDER BY x.n`

const addLessons = (rows: object[]) =>
  sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, activo) SELECT x.id_padre, x.clave, x.nombre, x.n, false
    FROM ${recordset(rows, 'x(id_padre int, clave text, nombre text, n int)')}
    WHERE NOT EXISTS (SELECT 1 FROM lecciones l WHERE l.id_modulo = x.id_padre AND l.clave = x.clave) ORDER BY x.n`

type Placed = { path: string; id: number }

async function idsOf(tx: Db, brand: number): Promise<PlacedIds> {
  const rows = await query<Placed>(
    tx,
    sql`SELECT clave AS path, id FROM cursos WHERE id_cliente = ${brand}
      UNION ALL SELECT c.clave || '/' || m.clave, m.id FROM modulos m JOIN cursos c ON c.id = m.id_curso WHERE c.id_cliente = ${brand}
      UNION ALL SELECT c.clave || '/' || m.clave || '/' || l.clave, l.id FROM lecciones l
        JOIN modulos m ON m.id = l.id_modulo JOIN cursos c ON c.id = m.id_curso WHERE c.id_cliente = ${brand}`,
  )
  return new Map(rows.map(({ path, id }) => [path, id]))
}

/**
 * A row for everything that files name, hidden until its document is written. Where the program arranged a course, the
 * files add nothing: what they name may be elsewhere now.
 */
export async function placeCourses(
  tx: Db,
  brand: number,
  courses: FileCourse[],
  arranged: (id: number) => boolean,
): Promise<PlacedIds> {
  await tx.execute(addCourses(brand, courses))
  const ids = await idsOf(tx, brand)
  const open = courses.filter(({ clave }) => !arranged(ids.get(clave) ?? 0))
  const modules = open.flatMap(({ clave, modulos }) =>
    modulos.map((module) => ({ ...module, path: `${clave}/${module.clave}`, id_padre: ids.get(clave) })),
  )
  await tx.execute(addModules(modules.map(({ id_padre, clave, nombre }, n) => ({ id_padre, clave, nombre, n }))))
  const withModules = await idsOf(tx, brand)
  const lessons = modules.flatMap(({ path, lecciones }) =>
    lecciones.map(({ clave, titulo }) => ({ id_padre: withModules.get(path), clave, nombre: titulo })),
  )
  await tx.execute(addLessons(lessons.map((lesson, n) => ({ ...lesson, n }))))
  return idsOf(tx, brand)
}

export type FileSession = {
  id_leccion: number
  orden: number
  nombre: string
  inicio: string
  duracion: number
  enlace: string
}

const CHANGED = sql.raw(`(sesiones.nombre, sesiones.inicio, sesiones.duracion, sesiones.enlace, sesiones.cancelada_en)
  IS DISTINCT FROM (y.nombre, y.inicio, y.duracion, y.enlace, NULL)`)

/** By lesson and place. Those that were made or changed in the program stay; coming ones that are gone from here are cancelled. */
export async function writeSessions(
  tx: Db,
  lessons: number[],
  sessions: FileSession[],
  replace: boolean,
): Promise<void> {
  const given = recordset(
    sessions,
    'x(id_leccion int, orden int, nombre text, inicio timestamptz, duracion int, enlace text)',
  )
  const mine = sql`(sesiones.version = 1 OR ${replace})`
  await tx.execute(sql`UPDATE sesiones SET cancelada_en = now()
    WHERE id_leccion = ANY(${sql.param(lessons)}::int[]) AND orden < ${OWN_SESSIONS} AND cancelada_en IS NULL AND inicio > now() AND ${mine}
      AND NOT EXISTS (SELECT 1 FROM ${given} WHERE x.id_leccion = sesiones.id_leccion AND x.orden = sesiones.orden)`)
  await tx.execute(sql`INSERT INTO sesiones (id_leccion, orden, nombre, inicio, duracion, enlace)
    SELECT x.id_leccion, x.orden, x.nombre, x.inicio, x.duracion, x.enlace FROM ${given}
    WHERE NOT EXISTS (SELECT 1 FROM sesiones s WHERE s.id_leccion = x.id_leccion AND s.orden = x.orden)
    ORDER BY x.id_leccion, x.orden`)
  await tx.execute(sql`UPDATE sesiones SET nombre = y.nombre, inicio = y.inicio, duracion = y.duracion,
      enlace = y.enlace, cancelada_en = NULL
    FROM (SELECT * FROM ${given}) y
    WHERE sesiones.id_leccion = y.id_leccion AND sesiones.orden = y.orden AND ${mine} AND ${CHANGED}`)
}

/** Hides the courses that files no longer have, but for those that the program made, published or changed. */
export async function hideCourses(tx: Db, brand: number, named: number[], here: number[]): Promise<void> {
  const kept = sql`${sql.param([...named, ...here])}::int[]`
  await tx.execute(sql`UPDATE cursos SET estado = 0, version = version + 1, version_archivos = version + 1, actualizado_en = now()
    WHERE id_cliente = ${brand} AND estado = 1 AND clave NOT LIKE 'n-%' AND version = version_archivos AND NOT id = ANY(${kept})`)
}
