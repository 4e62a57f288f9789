import { drizzle } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import type { Db } from '../../platform/database.ts'
import type { Identity } from '../../platform/http.ts'
import { searchPosts } from './finding.ts'
import { findForum, listGeneral, listOfCourse, listOfModule, markRead } from './forums.ts'
import { createPost, findPost, likePost, listPosts, listReplies } from './posts.ts'

const t = useApp()
const POSTS = 10_000

type Said = { text: string; values: unknown[] }
type Plan = { 'Node Type': string; 'Relation Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }

let sql: postgres.Sql
let db: Db
let said: Said[] = []
let me: Identity
let curso = 0
let modulo = 0
let foro = 0
let deep = 0

/** A connection that remembers what was said, and takes an index wherever there is one. */
beforeAll(async () => {
  sql = postgres(t.deps.config.databaseUrl ?? '', {
    max: 1,
    // Tables of a test are small: what is quick because of that is not taken.
    connection: { enable_seqscan: 'off', enable_hashjoin: 'off', enable_mergejoin: 'off', random_page_cost: 1.1 },
    debug: (_connection, text, values) => void said.push({ text, values }),
  })
  db = drizzle(sql)
  const person = await aPerson(t.deps.db)
  const course = await aCourse(t.deps.db)
  const elsewhere = await aCourse(t.deps.db)
  curso = course.id
  modulo = course.modulos[0]?.id ?? 0
  await anEnrolment(t.deps.db, person.id, curso)
  me = { id: person.id, id_cliente: 2, tipo_cliente: 'Alumno' } as Identity
  const { sql: plain } = t.database
  const [made] = await plain<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
    SELECT 2, ${me.id}, 'curso', CASE WHEN n <= 20 THEN ${curso}::int ELSE ${elsewhere.id}::int END, 'Foro ' || n, '<p>x</p>', 'x',
      ${POSTS}, ${POSTS / 2}
    FROM generate_series(1, 200) n RETURNING id`
  foro = made?.id ?? 0
  await plain`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto, respuestas)
    SELECT ${foro}, ${me.id}, '<p>hola</p>', 'hola ' || n, 0 FROM generate_series(1, ${POSTS / 2}) n`
  const [top] = await plain<{ id: number }[]>`SELECT min(id) AS id FROM posts_foro WHERE id_foro = ${foro}`
  await plain`INSERT INTO posts_foro (id_foro, parent_id, raiz_id, id_usuario, contenido, texto)
    SELECT ${foro}, ${top?.id ?? 0}, ${top?.id ?? 0}, ${me.id}, '<p>hola</p>', 'hola ' || n FROM generate_series(1, ${POSTS / 2}) n`
  const [last] = await plain<{ id: number }[]>`SELECT max(id) AS id FROM posts_foro`
  deep = last?.id ?? 0
  // And as many elsewhere: a statement that walks over all posts until it meets its forum's is no good.
  await plain`INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
    SELECT f.id, ${me.id}, '<p>hola</p>', 'hola ' || n FROM foros f, generate_series(1, 100) n WHERE f.id <> ${foro}`
  await plain`VACUUM ANALYZE posts_foro, foros`
})
afterAll(() => sql.end())

/** The nodes of a plan that read a table without asking its index for something. */
function wanderers(plan: Plan): string[] {
  const below = (plan.Plans ?? []).flatMap(wanderers)
  const type = plan['Node Type']
  const reads = /Seq Scan|Index (Only )?Scan/.test(type) && plan['Relation Name'] !== undefined
  return reads && !plan['Index Cond'] ? [`${type} on ${plan['Relation Name']}`, ...below] : below
}

/** Runs a piece of work and answers which of its statements read a table from end to end. */
async function wandering(work: (db: Db) => Promise<unknown>): Promise<string[]> {
  said = []
  await work(db)
  const asked = said.filter(({ text }) => /^\s*(with|select|insert|update|delete)\b/i.test(text) && /foro/.test(text))
  expect(asked.length).toBeGreaterThan(0)
  const found: string[] = []
  for (const { text, values } of asked) {
    const [row] = await sql.unsafe<{ 'QUERY PLAN': { Plan: Plan }[] }[]>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values as never[],
    )
    const plan = row?.['QUERY PLAN'][0]?.Plan
    if (!plan) throw new Error(`no plan of ${text}`)
    found.push(...wanderers(plan).map((node) => `${node}: ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`))
  }
  return found
}

describe('every statement of a big forum asks an index', () => {
  const paged = { page: 1, per_page: 15 }
  it.each<[string, (db: Db) => Promise<unknown>]>([
    ['the course list', (db) => listOfCourse(db, me, curso, paged)],
    ['the module list', (db) => listOfModule(db, me, modulo, paged)],
    ['the general list', (db) => listGeneral(db, me, paged)],
    ['the forum', (db) => findForum(db, me, foro)],
    ['its posts', (db) => listPosts(db, me, { id_foro: foro, page: 300, per_page: 15 })],
    ['its replies', (db) => listReplies(db, me, deep, 90)],
    ['a permalink', (db) => findPost(db, me, deep)],
    ['its search', (db) => searchPosts(db, me, { q: 'hola 42', id_foro: foro, ...paged })],
    [
      'an answer',
      (db) => createPost(db, t.deps.jobs, me, { id_foro: foro, contenido: '<p>Hola</p>', parent_id: deep }),
    ],
    ['a like', (db) => likePost(db, me, deep, true)],
    ['how far it was read', (db) => markRead(db, me, foro, deep)],
  ])('of a big forum: %s', async (_what, work) => expect(await wandering(work)).toEqual([]))
})
