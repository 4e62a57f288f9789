import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { comentario_likes, comentarios } from '../features/comments/comments.tables.ts'
import { type Db, query } from '../platform/db/database.ts'
import type { Course } from './course.ts'
import { line, prose } from './fields.ts'
import type { Folder } from './folder.ts'
import { duration } from './forums.ts'
import type { Person } from './people.ts'
import type { Checked, Reader } from './reader.ts'
import { type Ids, idOf } from './rows.ts'

const text = prose(2000)
const written = {
  autor: line(254).toLowerCase(),
  gusta: z.int().min(0).max(1000).default(0),
  texto: text,
}

/** comentarios.yaml */
const CommentsFile = z.strictObject({
  comentarios: z
    .array(
      z.strictObject({
        leccion: z.string(),
        ...written,
        hace: duration,
        respuestas: z
          .array(z.strictObject({ ...written, tras: duration }))
          .max(50)
          .default([]),
      }),
    )
    .max(500),
})
type File = z.output<typeof CommentsFile>
type Entry = File['comentarios'][number]

/** `lectores`: everyone who may enter the lesson. */
export type BrandComments = { slug: string; comentarios: (Entry & { lectores: string[] })[] }

type Brand = { slug: string; cursos: Course[] }
type Context = { folder: Folder; reader: Reader; demo: boolean; people: Person[] }

function readersOf(entry: Entry, brand: Brand, people: Person[]): string[] | null {
  const [curso, modulo, leccion] = entry.leccion.split('/')
  const course = brand.cursos.find(({ clave }) => clave === curso)
  const lessons = course?.modulos.find(({ clave }) => clave === modulo)?.lecciones
  if (!course || !lessons?.some(({ clave }) => clave === leccion)) return null
  const students = people.filter((one) => one.marca === brand.slug && one.matriculas.some((m) => m.curso === curso))
  return [...course.docentes, ...students.map(({ correo }) => correo)]
}

function checkEntry(entry: Entry, readers: string[], wrong: (path: PropertyKey[], reason: string) => void): void {
  const replies = entry.respuestas.map((reply, at) => ({ ...reply, path: ['respuestas', at] as PropertyKey[] }))
  for (const { autor, gusta, path } of [{ ...entry, path: [] as PropertyKey[] }, ...replies]) {
    if (!readers.includes(autor)) wrong([...path, 'autor'], `«${autor}» no puede entrar a esta lección`)
    if (gusta > readers.length - 1) wrong([...path, 'gusta'], `solo ${readers.length - 1} personas más pueden entrar`)
  }
  for (const { tras, path } of replies)
    if (tras > entry.hace) wrong([...path, 'tras'], 'caería en el futuro: suma más tiempo que el del comentario')
}

function checkFile({ value, wrong }: Checked<File>, brand: Brand, { demo, people }: Context) {
  if (!demo) wrong(['comentarios'], 'los comentarios solo se cargan en la academia de demostración')
  return value.comentarios.flatMap((entry, at) => {
    const complain = (path: PropertyKey[], reason: string) => wrong(['comentarios', at, ...path], reason)
    const readers = readersOf(entry, brand, people)
    if (!readers) complain(['leccion'], `la marca ${brand.slug} no tiene la lección «${entry.leccion}»`)
    else checkEntry(entry, readers, complain)
    return readers ? [{ ...entry, lectores: readers }] : []
  })
}

/** The file is optional, and only of the demo. */
export function readComments(brands: Brand[], context: Context): BrandComments[] {
  return brands.flatMap((brand) => {
    const name = join(brand.slug, 'comentarios.yaml')
    const file = context.folder.has(name) ? context.reader.yaml(name, CommentsFile) : null
    return file ? [{ slug: brand.slug, comentarios: checkFile(file, brand, context) }] : []
  })
}

type Row = typeof comentarios.$inferInsert & { id: number; likers: number[] }

/** The author's own like is the one that a comment starts with. */
function likersOf(autor: string, gusta: number, lectores: string[], people: Ids): number[] {
  const others = lectores.filter((mail) => mail !== autor)
  return [autor, ...others.slice(0, gusta)].map((mail) => idOf(people, mail))
}

function rowsOf(entry: BrandComments['comentarios'][number], id_leccion: number, people: Ids, ids: number[]): Row[] {
  const began = Date.now() - entry.hace
  const all = [{ ...entry, at: began }, ...entry.respuestas.map((reply) => ({ ...reply, at: began + reply.tras }))]
  const [root = null] = ids
  return all.map(({ autor, gusta, texto, at }, n) => {
    const likers = likersOf(autor, gusta, entry.lectores, people)
    return {
      id: ids[n] ?? 0,
      id_leccion,
      comentario: texto,
      id_usuario: idOf(people, autor),
      parent_id: n === 0 ? null : root,
      fecha: new Date(at).toISOString(),
      likes: likers.length,
      likers,
    }
  })
}

/** Of the lessons that were just made. No one is notified. */
export async function writeComments(tx: Db, brands: BrandComments[], people: Ids, places: Ids): Promise<void> {
  const fresh = brands.flatMap(({ slug, comentarios: entries }) =>
    entries.flatMap((entry) => {
      const lesson = places.get(`${slug}/${entry.leccion}`)
      return lesson === undefined ? [] : [{ lesson, entry }]
    }),
  )
  const count = fresh.reduce((sum, { entry }) => sum + 1 + entry.respuestas.length, 0)
  if (count === 0) return
  const drawn = await query<{ id: number }>(
    tx,
    sql`SELECT nextval(pg_get_serial_sequence('comentarios', 'id')) AS id FROM generate_series(1, ${count})`,
  )
  const ids = drawn.map(({ id }) => id)
  const rows = fresh.flatMap(({ lesson, entry }) =>
    rowsOf(entry, lesson, people, ids.splice(0, 1 + entry.respuestas.length)),
  )
  await tx
    .insert(comentarios)
    .overridingSystemValue()
    .values(rows.map(({ likers: _, ...row }) => row))
  await tx
    .insert(comentario_likes)
    .values(rows.flatMap(({ id, likers }) => likers.map((id_usuario) => ({ id_comentario: id, id_usuario }))))
}
