import { type SQL, sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { settleModules, showWritten } from './showing.ts'

type FileLesson = { clave: string; titulo: string }
type FileModule = { clave: string; nombre: string; lecciones: FileLesson[] }
export type FileCourse = {
  clave: string
  nombre: string
  nivel: string
  id_categoria: number
  costo_centimos: number
  promocion_centimos: number | null
  promocion_hasta: string | null
  /** In order. */
  docentes: number[]
  nuevo: boolean
  modulos: FileModule[]
}

/** Ids by `curso`, `curso/modulo` and `curso/modulo/leccion`, in the words of the files. */
export type PlacedIds = Map<string, number>

/** The ids of the inserted rows, in that order. */
async function inserted(tx: Db, statement: SQL): Promise<number[]> {
  return (await query<{ id: number }>(tx, statement)).map(({ id }) => id)
}

const CHILDREN = 'x(id_padre bigint, clave text, nombre text, orden int)'

async function addCourses(tx: Db, brand: number, courses: FileCourse[]): Promise<number[]> {
  const rows = courses.map(({ modulos: _, docentes: __, ...course }, n) => ({ ...course, n }))
  const ids = await inserted(
    tx,
    sql`INSERT INTO cursos (id_cliente, id_categoria, clave, nombre, nivel, costo_centimos, promocion_centimos, promocion_hasta, horas,
        estado, nuevo)
      SELECT ${brand}::bigint, x.id_categoria, x.clave, x.nombre, x.nivel, x.costo_centimos, x.promocion_centimos, x.promocion_hasta, 1,
        0, x.nuevo
      FROM ${recordset(
        rows,
        `x(id_categoria bigint, clave text, nombre text, nivel text, costo_centimos int, promocion_centimos int,
          promocion_hasta timestamptz, nuevo bool, n int)`,
      )} ORDER BY x.n RETURNING id`,
  )
  const teachers = courses.flatMap(({ docentes }, at) =>
    docentes.map((id_usuario, n) => ({ id_curso: ids[at], id_usuario, orden: n + 1 })),
  )
  await tx.execute(sql`INSERT INTO curso_docentes (id_curso, id_usuario, orden)
    SELECT * FROM ${recordset(teachers, 'x(id_curso bigint, id_usuario bigint, orden int)')}`)
  return ids
}

/** Hidden courses with their modules and lessons, until their documents are written. */
export async function addFileCourses(tx: Db, brand: number, courses: FileCourse[]): Promise<PlacedIds> {
  const courseIds = await addCourses(tx, brand, courses)
  const modules = courses.flatMap(({ clave, modulos }, at) =>
    modulos.map((module, n) => ({
      ...module,
      path: `${clave}/${module.clave}`,
      id_padre: courseIds[at],
      orden: n + 1,
    })),
  )
  const moduleRows = modules.map(({ id_padre, clave, nombre, orden }) => ({ id_padre, clave, nombre, orden }))
  const moduleIds = await inserted(
    tx,
    sql`INSERT INTO modulos (id_curso, clave, nombre, orden, activo) SELECT x.*, false
      FROM ${recordset(moduleRows, CHILDREN)} ORDER BY x.id_padre, x.orden RETURNING id`,
  )
  const lessons = modules.flatMap(({ path, lecciones }, at) =>
    lecciones.map(({ clave, titulo }, n) => ({
      path: `${path}/${clave}`,
      row: { id_padre: moduleIds[at], clave, nombre: titulo, orden: n + 1 },
    })),
  )
  const lessonIds = await inserted(
    tx,
    sql`INSERT INTO lecciones (id_modulo, clave, titulo, orden, activo) SELECT x.*, false
      FROM ${recordset(
        lessons.map(({ row }) => row),
        CHILDREN,
      )} ORDER BY x.id_padre, x.orden RETURNING id`,
  )
  const placed = (things: { path: string }[], ids: number[]) =>
    things.map(({ path }, at) => [path, ids[at] ?? 0] as const)
  const roots = courses.map(({ clave }) => ({ path: clave }))
  return new Map([...placed(roots, courseIds), ...placed(modules, moduleIds), ...placed(lessons, lessonIds)])
}

export type FileSession = {
  id_leccion: number
  orden: number
  nombre: string
  inicio: string
  duracion: number
  enlace: string
}

type Opening = { courses: number[]; lessons: number[]; sessions: FileSession[]; shown: number[] }

/** Once their documents are written: adds the live classes, and shows what has content. */
export async function openFileCourses(tx: Db, { courses, lessons, sessions, shown }: Opening): Promise<void> {
  await tx.execute(sql`INSERT INTO sesiones (id_leccion, orden, nombre, inicio, duracion, enlace)
    SELECT * FROM ${recordset(
      sessions,
      'x(id_leccion bigint, orden int, nombre text, inicio timestamptz, duracion int, enlace text)',
    )}`)
  await showWritten(tx, lessons)
  await settleModules(tx, courses)
  await tx.execute(sql`UPDATE cursos SET estado = 1 WHERE id = ANY(${sql.param(shown)}::bigint[])`)
}
