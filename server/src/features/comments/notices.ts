import { isolate } from '@campus/contract/texts'
import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { teachersOf } from '../catalogue/catalogue.ts'
import type { LessonAccess } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'

/** Answers to one's comments in a lesson, and questions to its teachers, count in one row until it is read. */
export const groupOf = ({ id_leccion }: LessonAccess) => `leccion:${id_leccion}`
export const routeOf = ({ id_curso, id_modulo, id_leccion }: LessonAccess, id: number) =>
  `/miscursos/${id_curso}/modulos/${id_modulo}/leccion/${id_leccion}#comentario-${id}`

async function wordsOf(tx: Db, author: number, { id_leccion }: LessonAccess) {
  const [row] = await query<{ nombre: string; titulo: string }>(
    tx,
    sql`SELECT u.nombres AS nombre, l.titulo FROM usuarios u, lecciones l WHERE u.id = ${author} AND l.id = ${id_leccion}`,
  )
  return { nombre: isolate(row?.nombre ?? 'Alguien'), titulo: row?.titulo ?? 'una lección' }
}

export async function notifyParentAuthor(
  tx: Db,
  author: number,
  parentAuthor: number,
  id: number,
  lesson: LessonAccess,
): Promise<void> {
  if (parentAuthor === author) return
  const { nombre, titulo } = await wordsOf(tx, author, lesson)
  await notify(tx, {
    evento: 'respuesta',
    tipo: 'Otro',
    mensaje: `Te respondió ${nombre}`,
    asunto: titulo,
    ruta: routeOf(lesson, id),
    clave: `respuesta:${id}`,
    grupo: { nombre: groupOf(lesson), autor: author, comentario: id },
    usuarios: [parentAuthor],
  })
}

/** A student's first-level comment may be a question. */
export async function notifyTeachers(tx: Db, author: number, id: number, lesson: LessonAccess): Promise<void> {
  const { nombre, titulo } = await wordsOf(tx, author, lesson)
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `Comentó ${nombre}`,
    asunto: titulo,
    ruta: routeOf(lesson, id),
    clave: `comentario:${id}`,
    grupo: { nombre: groupOf(lesson), autor: author, comentario: id },
    usuarios: await teachersOf(tx, lesson.id_curso),
  })
}
