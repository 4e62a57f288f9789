import { setTimeout as sleep } from 'node:timers/promises'
import type { Application } from '../e2e/support/application.ts'
import { FOLLOWERS } from '../server/src/features/forums/telling.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import type { Shot } from './load.ts'
import { makeWriters, measureExam, measureLogins, measurePosts, type Writers } from './writes.ts'

/** A program whose writes are measured, and the course that they are made in. */
export type Writing = Pick<Application, 'url' | 'databaseUrl'> & { course: number }
type Work = (side: Writing, writers: Writers, forum: number) => Promise<Shot>

/** Seconds that jobs and vacuum of the turn before may take. */
const PATIENCE = 120
/** A forum's posts, without the words that are searched (big-calls.ts), and how many there are before anybody is measured: a page. */
const [TEXT, TOPS] = ['El resultado del paso tres no me sale: ¿alguien lo explica con un ejemplo?', 15]

async function within<T>(databaseUrl: string, work: (sql: ReturnType<typeof openDatabase>['sql']) => Promise<T>) {
  const { sql, close } = openDatabase(databaseUrl, { pool: 1, name: 'bench' })
  return work(sql).finally(close)
}

/**
 * Waits until a program has done its jobs and PostgreSQL sweeps nothing: what one side left to do is not the other's to bear.
 * With a `checkpoint`, what was written is on the disk, too.
 */
export async function untilQuiet({ databaseUrl }: Pick<Application, 'databaseUrl'>, checkpoint = false): Promise<void> {
  const until = performance.now() + PATIENCE * 1000
  await within(databaseUrl, async (sql) => {
    while (performance.now() < until) {
      const [left] = await sql<{ jobs: number; sweeps: number }[]>`SELECT
        (SELECT count(*)::int FROM pgboss.job WHERE state < 'completed' AND start_after <= now()) AS jobs,
        (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'autovacuum worker') AS sweeps`
      if (left?.jobs === 0 && left.sweeps === 0) break
      await sleep(250)
    }
    if (performance.now() >= until) console.log(`Still busy after ${PATIENCE} s.`)
    if (checkpoint) await sql`CHECKPOINT`
  })
}

/** A forum of the course that nobody follows yet, with a page of posts. */
const makeForum = (databaseUrl: string, course: number): Promise<number> =>
  within(databaseUrl, async (sql) => {
    const [forum] = await sql<{ id: number }[]>`
      WITH foro AS (INSERT INTO foros (id_cliente, id_usuario, tipo_foro, id_curso, titulo, contenido, texto, total_posts, total_raices)
        SELECT c.id_cliente, (SELECT min(id) FROM usuarios WHERE id_cliente = c.id_cliente), 'curso', c.id, 'Foro de medida',
          ${`<p>${TEXT}</p>`}, ${TEXT}, ${TOPS}, ${TOPS} FROM cursos c WHERE c.id = ${course} RETURNING id, id_usuario)
      INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
      SELECT id, id_usuario, ${`<p>${TEXT}</p>`}, ${TEXT} FROM foro, generate_series(1, ${TOPS}) RETURNING id_foro AS id`
    return forum?.id ?? 0
  })

/** Who follows is told of each post by a job; of those that a turn leaves behind nobody waits for an answer. */
const forgetJobs = (databaseUrl: string) =>
  within(databaseUrl, (sql) => sql`DELETE FROM pgboss.job WHERE name = ${FOLLOWERS} AND state < 'active'`)

/** One turn: people and a forum of its own, so that each begins alike, also in a folder that was measured before. */
async function takeTurn(side: Writing, work: Work): Promise<Shot> {
  await untilQuiet(side)
  await within(side.databaseUrl, (sql) => sql`DELETE FROM limites`)
  const writers = await makeWriters(side.databaseUrl, side.course)
  const shot = await work(side, writers, await makeForum(side.databaseUrl, side.course))
  await forgetJobs(side.databaseUrl)
  await untilQuiet(side)
  return shot
}

const WORKS: Record<string, Work> = {
  'post a reply': ({ url }, writers, forum) => measurePosts(`${url}/api`, writers, forum),
  'login, 4 at a time': ({ url }, writers) => measureLogins(`${url}/api`, writers),
  'an exam of 10 questions (medians)': async ({ databaseUrl }, writers) => {
    const { 'ms of server': time } = await measureExam(databaseUrl, writers)
    return { perSecond: 1000 / time, p50: time, p99: time, failed: 0, answers: 1 }
  },
}

/** The names of what is measured here. */
export const WRITES = Object.keys(WORKS)

/** One kind of write in both: warmed up in both, then in turns, the other side first each time. */
export async function measureWrite(call: string, demo: Writing, big: Writing, turns: number) {
  const work = WORKS[call]
  if (!work) throw new Error(`nothing is called ${call}`)
  const [ofDemo, ofBig]: [Shot[], Shot[]] = [[], []]
  const both = [
    { side: demo, shots: ofDemo },
    { side: big, shots: ofBig },
  ]
  for (const { side } of both) await takeTurn(side, work)
  for (let turn = 0; turn < turns; turn++)
    for (const { side, shots } of turn % 2 === 0 ? both : both.toReversed()) shots.push(await takeTurn(side, work))
  return { ofDemo, ofBig }
}
