import { isolate } from '@campus/contract/texts'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { teachersOf } from '../catalogue/catalogue.ts'
import { LIVE_ENROLMENT } from '../learning/learning.ts'
import { notify } from '../notifications/notifications.ts'
import { lecturas_foro } from './forums.tables.ts'

/** Job queue that notifies a forum's followers of a post. */
export const FOLLOWERS = 'foro-seguidores'

export type Subject = { foro: number; titulo: string; post?: number }

const routeOf = ({ foro, post }: Subject) => (post ? `/foro/${foro}?post=${post}#post-${post}` : `/foro/${foro}`)
// One notification per user and post; the first reason wins: mention, reply, follow.
const keyOf = ({ foro, post }: Subject) => (post ? `foro-post:${post}` : `foro:${foro}`)

/** Notifications of a forum that count in one row and end when it is read. */
export const groupOf = (foro: number) => `foro:${foro}`
const inGroup = ({ foro, post }: Subject, { id }: Pick<Author, 'id'>) => ({ nombre: groupOf(foro), autor: id, post })

export type Author = { id: number; nombre: string }

export async function authorOf(tx: Db, { id }: Identity): Promise<Author> {
  const [row] = await query<{ nombre: string }>(
    tx,
    sql`SELECT split_part(nombres, ' ', 1) AS nombre FROM usuarios WHERE id = ${id}`,
  )
  return { id, nombre: row?.nombre ?? 'Alguien' }
}

export async function notifyMentioned(tx: Db, author: Author, mentioned: number[], subject: Subject): Promise<void> {
  await notify(tx, {
    evento: 'mencion',
    tipo: 'Otro',
    mensaje: `Te mencionó ${isolate(author.nombre)}`,
    asunto: subject.titulo,
    ruta: routeOf(subject),
    clave: keyOf(subject),
    grupo: inGroup(subject, author),
    usuarios: mentioned.filter((id) => id !== author.id),
  })
}

/** A student opened a forum in a course: its teachers who were not mentioned in it. */
export async function notifyTeachers(tx: Db, author: Author, id_curso: number, subject: Subject): Promise<void> {
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: `Abrió un foro ${isolate(author.nombre)}`,
    asunto: subject.titulo,
    ruta: routeOf(subject),
    clave: keyOf(subject),
    grupo: inGroup(subject, author),
    usuarios: await teachersOf(tx, id_curso),
  })
}

/** Notifies the author of the parent post, unless they muted the forum. */
export async function notifyParentAuthor(tx: Db, author: Author, recipient: number, subject: Subject): Promise<void> {
  const muted = and(
    eq(lecturas_foro.id_usuario, recipient),
    eq(lecturas_foro.id_foro, subject.foro),
    eq(lecturas_foro.seguimiento, 'silenciado'),
  )
  if (recipient === author.id || (await tx.$count(lecturas_foro, muted)) > 0) return
  await notify(tx, {
    evento: 'respuesta',
    tipo: 'Otro',
    mensaje: `Te respondió ${isolate(author.nombre)}`,
    asunto: subject.titulo,
    ruta: routeOf(subject),
    clave: keyOf(subject),
    grupo: inGroup(subject, author),
    usuarios: [recipient],
  })
}

/** Notifies the followers who can still read the post and have no notification of it yet. */
export async function notifyFollowers(db: Db, idPost: number): Promise<void> {
  const [post] = await query<{ foro: number; titulo: string; autor: number; nombre: string }>(
    db,
    sql`SELECT f.id AS foro, f.titulo, p.id_usuario AS autor, split_part(u.nombres, ' ', 1) AS nombre
    FROM posts_foro p JOIN foros f ON f.id = p.id_foro JOIN usuarios u ON u.id = p.id_usuario
    WHERE p.id = ${idPost} AND p.eliminado_en IS NULL AND f.eliminado_en IS NULL`,
  )
  if (!post) return
  const readers = await query<{ id: number }>(
    db,
    sql`SELECT u.id FROM lecturas_foro l JOIN usuarios u ON u.id = l.id_usuario JOIN foros f ON f.id = l.id_foro
    WHERE l.id_foro = ${post.foro} AND l.seguimiento = 'siguiendo' AND u.id <> ${post.autor} AND u.estado = 1
      AND (f.id_curso IS NULL OR u.tipo_cliente <> 'Alumno' OR EXISTS (SELECT 1 FROM matriculas
        WHERE matriculas.id_curso = f.id_curso AND matriculas.id_usuario = u.id AND ${LIVE_ENROLMENT}))`,
  )
  const subject = { foro: post.foro, titulo: post.titulo, post: idPost }
  await db.transaction((tx) =>
    notify(tx, {
      evento: 'foro',
      tipo: 'Otro',
      mensaje: `Escribió ${isolate(post.nombre)}`,
      asunto: post.titulo,
      ruta: routeOf(subject),
      clave: keyOf(subject),
      grupo: inGroup(subject, { id: post.autor }),
      usuarios: readers.map(({ id }) => id),
    }),
  )
}
