import { and, eq, inArray, not, notInArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import {
  archivos,
  curso_docentes,
  cursos,
  lecciones,
  materiales,
  modulos,
  sesiones,
} from '../features/catalogue/catalogue.tables.ts'
import type { Db } from '../platform/db/database.ts'
import type { Addresses } from './assets.ts'
import type { Course, Lesson } from './course.ts'
import type { MaterialEntry } from './format.ts'
import { type Ids, idOf, only, overwrite } from './rows.ts'
import { writeEvaluations } from './write-evaluations.ts'

type CourseKeys = { id_cliente: number; categories: Ids; teachers: Ids; addresses: Addresses }

async function writeOutline(tx: Db, id_curso: number, course: Course): Promise<{ modules: Ids; lessons: Ids }> {
  const moduleRows = course.modulos.map(({ clave, nombre, horas }, at) => ({
    id_curso,
    clave,
    nombre,
    horas,
    orden: at + 1,
    activo: true,
  }))
  const written = moduleRows.length
    ? await tx
        .insert(modulos)
        .values(moduleRows)
        .onConflictDoUpdate({ target: [modulos.id_curso, modulos.clave], set: overwrite(moduleRows) })
        .returning({ id: modulos.id, clave: modulos.clave })
    : []
  const modules: Ids = new Map(written.map(({ id, clave }) => [clave, id]))
  const lessonRows = course.modulos.flatMap((module) =>
    module.lecciones.map(({ clave, titulo, contenido, duracion }, at) => ({
      id_modulo: idOf(modules, module.clave),
      clave,
      titulo,
      contenido,
      duracion,
      orden: at + 1,
      activo: true,
    })),
  )
  const lessonIds = lessonRows.length
    ? await tx
        .insert(lecciones)
        .values(lessonRows)
        .onConflictDoUpdate({ target: [lecciones.id_modulo, lecciones.clave], set: overwrite(lessonRows) })
        .returning({ id: lecciones.id, id_modulo: lecciones.id_modulo, clave: lecciones.clave })
    : []
  const keyOfModule = new Map(written.map(({ id, clave }) => [id, clave]))
  const lessons: Ids = new Map(
    lessonIds.map(({ id, id_modulo, clave }) => [`${keyOfModule.get(id_modulo)}/${clave}`, id]),
  )
  await hideOutline(tx, id_curso, [...modules.values()], [...lessons.values()])
  return { modules, lessons }
}

/** What the files no longer have is hidden: students' work hangs on it. */
async function hideOutline(tx: Db, id_curso: number, moduleIds: number[], lessonIds: number[]): Promise<void> {
  await tx
    .update(modulos)
    .set({ activo: false })
    .where(and(eq(modulos.id_curso, id_curso), notInArray(modulos.id, moduleIds)))
  const ofCourse = tx.select({ id: modulos.id }).from(modulos).where(eq(modulos.id_curso, id_curso))
  await tx
    .update(lecciones)
    .set({ activo: false })
    .where(and(inArray(lecciones.id_modulo, ofCourse), notInArray(lecciones.id, lessonIds)))
}

type Positions = { id_leccion: PgColumn; orden: PgColumn }
type Placed = { id_leccion: number; orden: number }

function rowsOf<Item, Row extends object>(
  lessons: [number, Lesson][],
  items: (lesson: Lesson) => Item[],
  row: (item: Item) => Row,
): (Row & Placed)[] {
  return lessons.flatMap(([id_leccion, lesson]) =>
    items(lesson).map((item, at) => ({ ...row(item), id_leccion, orden: at + 1 })),
  )
}

/** What lessons no longer have at the end of a list; nothing of a student's hangs on it. */
function surplusOf(table: Positions, lessonIds: number[], rows: Placed[]): SQL | undefined {
  const kept = rows.map(({ id_leccion, orden }) => sql`(${id_leccion}::int, ${orden}::int)`)
  const isKept = sql`(${table.id_leccion}, ${table.orden}) IN (${sql.join(kept, sql`, `)})`
  return and(inArray(table.id_leccion, lessonIds), rows.length ? not(isKept) : undefined)
}

function materialRow(material: MaterialEntry, addresses: Addresses) {
  const empty = { tipo: material.tipo, nombre: material.nombre, texto: null, ruta: null, formato: null, tamano: null }
  if (material.tipo === 'Texto') return { ...empty, texto: material.texto }
  if (material.tipo === 'Enlace') return { ...empty, ruta: material.ruta }
  return { ...empty, ...addresses.file(material.ruta) }
}

async function writeLessonParts(tx: Db, course: Course, ids: Ids, addresses: Addresses): Promise<void> {
  const lessons = course.modulos.flatMap((module) =>
    module.lecciones.map((lesson): [number, Lesson] => [idOf(ids, `${module.clave}/${lesson.clave}`), lesson]),
  )
  const lessonIds = [...ids.values()]
  if (lessonIds.length === 0) return
  const videos = rowsOf(
    lessons,
    (lesson) => lesson.videos,
    (video) => video,
  )
  const sessions = rowsOf(
    lessons,
    (lesson) => lesson.sesiones,
    (session) => session,
  )
  const materials = rowsOf(
    lessons,
    (lesson) => lesson.materiales,
    (material) => materialRow(material, addresses),
  )
  if (videos.length > 0)
    await tx
      .insert(archivos)
      .values(videos)
      .onConflictDoUpdate({ target: [archivos.id_leccion, archivos.orden], set: overwrite(videos) })
  if (materials.length > 0)
    await tx
      .insert(materiales)
      .values(materials)
      .onConflictDoUpdate({ target: [materiales.id_leccion, materiales.orden], set: overwrite(materials) })
  if (sessions.length > 0)
    await tx
      .insert(sesiones)
      .values(sessions)
      .onConflictDoUpdate({ target: [sesiones.id_leccion, sesiones.orden], set: overwrite(sessions) })
  await tx.delete(archivos).where(surplusOf(archivos, lessonIds, videos))
  await tx.delete(materiales).where(surplusOf(materiales, lessonIds, materials))
  await tx.delete(sesiones).where(surplusOf(sesiones, lessonIds, sessions))
}

async function writeTeachers(tx: Db, id_curso: number, mails: string[], teachers: Ids): Promise<void> {
  const rows = mails.map((mail, orden) => ({ id_curso, id_usuario: idOf(teachers, mail), orden }))
  await tx.delete(curso_docentes).where(
    and(
      eq(curso_docentes.id_curso, id_curso),
      notInArray(
        curso_docentes.id_usuario,
        rows.map((row) => row.id_usuario),
      ),
    ),
  )
  if (rows.length === 0) return
  await tx
    .insert(curso_docentes)
    .values(rows)
    .onConflictDoUpdate({
      target: [curso_docentes.id_curso, curso_docentes.id_usuario],
      set: { orden: sql`excluded.orden` },
    })
}

/** Writes a course and everything in it over what the database has of it, and answers its id. */
export async function writeCourse(
  tx: Db,
  course: Course,
  { id_cliente, categories, teachers, addresses }: CourseKeys,
): Promise<number> {
  const row = {
    id_cliente,
    id_categoria: idOf(categories, course.categoria),
    clave: course.clave,
    nombre: course.nombre,
    descripcion: course.descripcion,
    aprenderas: course.aprenderas,
    nivel: course.nivel,
    costo_centimos: Math.round(course.costo * 100),
    promocion_centimos: course.precio_promocion === undefined ? null : Math.round(course.precio_promocion * 100),
    promocion_hasta: course.promocion_hasta,
    horas: course.horas,
    fecha_inicio: course.fecha_inicio ?? null,
    imagen: addresses.picture(course.imagen),
    estado: course.publicado ? 1 : 0,
  }
  const { id } = only(
    await tx
      .insert(cursos)
      .values(row)
      .onConflictDoUpdate({ target: [cursos.id_cliente, cursos.clave], set: overwrite([row]) })
      .returning({ id: cursos.id }),
  )
  await writeTeachers(tx, id, course.docentes, teachers)
  const { modules, lessons } = await writeOutline(tx, id, course)
  await writeLessonParts(tx, course, lessons, addresses)
  await writeEvaluations(tx, id, course.evaluaciones, { modules, lessons })
  return id
}
