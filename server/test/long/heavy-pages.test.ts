import { sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../builders.ts'
import { freePort } from '../free-port.ts'
import { useApp } from '../harness.ts'
import { aFolder, startProgram } from './program.ts'

const t = useApp()

/** Sanitized HTML of 49,980 `<`, stored before the size limit: 200 kB each. */
const LONGEST = sql`'<p>' || repeat('&lt;', 49980) || '</p>'`
const MOST_BYTES = 2_500_000
const THREADS = 100
const REPLIES = 50

let token: string
let forum: number
let post: number
let lesson: number

async function fillForum(author: number, id_curso: number): Promise<void> {
  const { db } = t.deps
  const [made] = (
    await db.execute<{ id: number }>(sql`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
    VALUES (2, ${author}, 'curso', ${id_curso}, 'Largo', ${LONGEST}, 'largo', ${THREADS * (REPLIES + 1)}, ${THREADS}) RETURNING id`)
  ).rows
  forum = made?.id ?? 0
  await db.execute(sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
    SELECT ${forum}, ${author}, ${LONGEST}, 'largo', ${REPLIES} FROM generate_series(1, ${THREADS}::int)`)
  await db.execute(sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, parent_id, raiz_id)
    SELECT ${forum}, ${author}, r.contenido, 'largo', r.id, r.id FROM posts_foro r, generate_series(1, ${REPLIES}::int)
    WHERE r.id_foro = ${forum} AND r.parent_id IS NULL`)
  const [first] = (await db.execute<{ id: number }>(sql`SELECT min(id) AS id FROM posts_foro WHERE id_foro = ${forum}`))
    .rows
  post = first?.id ?? 0
  await db.execute(sql`INSERT INTO versiones_post (id_post, contenido)
    SELECT ${post}, ${LONGEST} FROM generate_series(1, 50)`)
  await db.execute(sql`INSERT INTO reportes_post (id_cliente, id_post, id_usuario, motivo)
    SELECT 2, id, ${author}, 'spam' FROM posts_foro WHERE id_foro = ${forum} ORDER BY id LIMIT 200`)
}

beforeAll(async () => {
  const { db } = t.deps
  // A teacher sees everything of the course, including reports and versions.
  const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
  const course = await aCourse(db, { teacher: teacher.id })
  const author = await aPerson(db)
  await anEnrolment(db, author.id, course.id)
  lesson = course.modulos[0]?.lecciones[0]?.id ?? 0
  token = await t.tokenOf(teacher.id)
  await fillForum(author.id, course.id)
  // Four-byte characters: the largest comments.
  await db.execute(sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion)
    SELECT repeat('😀', 5000), ${author.id}, ${lesson} FROM generate_series(1, 100)`)
  await db.execute(sql`INSERT INTO comentarios (comentario, id_usuario, id_leccion, parent_id)
    SELECT r.comentario, r.id_usuario, r.id_leccion, r.id FROM comentarios r, generate_series(1, 200) WHERE r.id_leccion = ${lesson}`)
}, 180_000)

it('serves the largest pages of posts, versions, reports and comments with production memory', async () => {
  const env = { DATABASE_URL: t.deps.config.databaseUrl ?? '', DATA_DIR: aFolder() }
  const program = startProgram({ port: await freePort(), env })
  await program.ready()
  const sizeOf = async (path: string) => {
    const answer = await fetch(`${program.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { path, status: answer.status, bytes: (await answer.arrayBuffer()).byteLength }
  }
  const paths = [
    `/posts-foro?id_foro=${forum}&per_page=100`,
    `/posts-foro?id_foro=${forum}`,
    `/posts-foro/${post}/respuestas`,
    `/posts-foro/${post}/historial`,
    `/posts-foro/buscar?q=largo&per_page=100`,
    `/foros/${forum}`,
    `/reportes-foro?per_page=100`,
    `/comentarios/leccion/${lesson}?per_page=100`,
    `/comentarios/leccion/${lesson}`,
  ]
  for (const path of paths) {
    const answers = await Promise.all([1, 2, 3, 4].map(() => sizeOf(path)))
    for (const { status, bytes } of answers) {
      expect({ path, status }).toEqual({ path, status: 200 })
      expect({ path, small: bytes <= MOST_BYTES, bytes }).toMatchObject({ small: true })
    }
  }
  expect(program.child.exitCode).toBeNull()
  expect(await program.stop()).toBe(0)
}, 180_000)
