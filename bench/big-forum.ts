import { openSession } from '../server/src/features/accounts/accounts.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { aCourse, anEnrolment, aPerson } from '../server/test/builders.ts'

/** A forum that is read: two of its posts, and how many pages of 15 it has. */
export type Thread = { forum: number; course: number; deep: number; fat: number; lastPage: number }

/** `tops` top-level posts with so many replies each, one of them in the middle with `fat` more, in chains ten deep. */
type Shape = { tops: number; each: number; fat: number }

const BIG: Shape = { tops: 3000, each: 1, fat: 4000 }
const SMALL: Shape = { tops: 20, each: 1, fat: 10 }
const WRITERS = 96

/** Words of a post: one in ten names the thing that is searched. */
const TEXT = `'Mensaje ' || n || ': el resultado del paso ' || n % 7 || ' no me sale, ¿alguien lo explica con un ejemplo'
  || CASE WHEN n % 10 = 0 THEN ' de fotograma?' ELSE '?' END`

type Sql = ReturnType<typeof openDatabase>['sql']

async function fill(sql: Sql, course: number, author: number, { tops, each, fat }: Shape): Promise<Thread> {
  const total = tops * (1 + each) + fat
  const [forum] = await sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
    VALUES (2, ${author}, 'curso', ${course}, ${`Foro de ${total} mensajes`}, '<p>Dudas del curso.</p>', 'Dudas del curso.',
      ${total}, ${tops}) RETURNING id`
  const id = forum?.id ?? 0
  await sql`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
    SELECT ${id}, ${author}, '<p>' || t || '</p>', t, ${each} FROM (SELECT ${sql.unsafe(TEXT)} AS t
      FROM generate_series(1, ${tops}) n) x`
  await sql`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
    SELECT ${id}, p, p, ${author}, '<p>' || t || '</p>', t FROM (SELECT r.id AS p, ${sql.unsafe(TEXT)} AS t
      FROM posts_foro r, generate_series(1, ${each}) n WHERE r.id_foro = ${id} AND r.parent_id IS NULL) x`
  const [middle] = await sql<{ id: number }[]>`SELECT id FROM posts_foro WHERE id_foro = ${id} AND parent_id IS NULL
    ORDER BY id OFFSET ${Math.floor(tops / 2)} LIMIT 1`
  const root = middle?.id ?? 0
  // Ids are drawn beforehand, so that each knows the one before it: nine of ten answer it, the tenth the top one.
  await sql`WITH nuevos AS MATERIALIZED (SELECT nextval(pg_get_serial_sequence('posts_foro', 'id'))::int AS id, n
      FROM generate_series(1, ${fat}) n), unidos AS (SELECT id, n, lag(id) OVER (ORDER BY n) AS antes FROM nuevos)
    INSERT INTO posts_foro (id, id_foro, parent_id, raiz_id, id_usuario, contenido, texto) OVERRIDING SYSTEM VALUE
    SELECT id, ${id}, CASE WHEN n % 10 = 1 THEN ${root} ELSE antes END, ${root}, ${author}, '<p>' || t || '</p>', t
    FROM (SELECT id, antes, n, ${sql.unsafe(TEXT)} AS t FROM unidos) x`
  await sql`UPDATE posts_foro SET respuestas = respuestas + ${fat} WHERE id = ${root}`
  const [last] = await sql<{ id: number }[]>`SELECT max(id) AS id FROM posts_foro WHERE raiz_id = ${root}`
  return { forum: id, course, deep: last?.id ?? 0, fat: root, lastPage: Math.ceil(tops / 15) }
}

/** Two courses with a forum each, of 10,000 posts and of 50, and people who read and write in both. */
export async function makeThreads(databaseUrl: string) {
  const { db, sql, close } = openDatabase(databaseUrl, { pool: 4, name: 'bench' })
  try {
    const courses = [await aCourse(db, { nombre: 'Curso grande' }), await aCourse(db, { nombre: 'Curso pequeño' })]
    const people: { id: number; token: string }[] = []
    for (let n = 0; n < WRITERS; n++) {
      const { id } = await aPerson(db)
      for (const course of courses) await anEnrolment(db, id, course.id)
      people.push({ id, token: await openSession(db, id, { ip: '127.0.0.1', agent: 'bench' }) })
    }
    // Who reads has written nothing: what is unread is counted among the posts of others.
    const author = (await aPerson(db)).id
    for (const course of courses) await anEnrolment(db, author, course.id)
    const [big, small] = [
      await fill(sql, courses[0]?.id ?? 0, author, BIG),
      await fill(sql, courses[1]?.id ?? 0, author, SMALL),
    ]
    await sql`VACUUM ANALYZE foros, posts_foro, lecturas_foro, matriculas, usuarios`
    return { big, small, reader: people[0]?.id ?? 0, tokens: people.map(({ token }) => token) }
  } finally {
    await close()
  }
}
