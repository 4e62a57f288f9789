import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Db } from '../../src/platform/db/database.ts'
import { createJobs, type Jobs } from '../../src/platform/jobs.ts'
import { aCourse, aPerson } from '../builders.ts'
import { freePort } from '../free-port.ts'
import type { TestSql } from '../sql.ts'
import { aMailbox, type Mailbox } from './mailbox.ts'
import { aFolder, type Program, startProgram } from './program.ts'
import { loadNow } from './restart.ts'
import { aDatabase } from './scratch.ts'
import { withDatabase } from './writers.ts'

/** Work per round: tickets to mail, posts to notify, payments to settle. */
const TICKETS = 20
const POSTS = 8
const PAYMENTS = 14
const FOLLOWERS = 10
const PRICE = 14_900
/** Mails sent before the kill of a round. */
const MAILS_BEFORE_KILL = 8
/** Finally both instances are killed at once. */
const LAST_KILLS = 2
/** Queues that send mails, one at a time per worker: nothing here is told by a notice that is mailed. */
const MAIL_QUEUES = ['correo-soporte', 'correo-orden', 'correo-notificaciones']

type World = { db: Db; sql: TestSql; jobs: Jobs; course: number; author: number; forum: number }

async function aWorld(db: Db, sql: TestSql, jobs: Jobs): Promise<World> {
  const author = await aPerson(db)
  const course = await aCourse(db)
  await sql`UPDATE clientes SET correo = 'academia@prueba.pe' WHERE id = 2`
  const [forum] = await sql<{ id: number }[]>`
    INSERT INTO foros (id_cliente, id_usuario, tipo_foro, titulo, contenido, texto)
    VALUES (2, ${author.id}, 'general', 'Anuncios', '<p>Hola</p>', 'Hola') RETURNING id`
  for (let n = 0; n < FOLLOWERS; n++) {
    const { id } = await aPerson(db)
    await sql`INSERT INTO lecturas_foro (id_usuario, id_foro, seguimiento) VALUES (${id}, ${forum?.id ?? 0}, 'siguiendo')`
  }
  return { db, sql, jobs, course: course.id, author: author.id, forum: forum?.id ?? 0 }
}

/** Sends each job in the transaction of its cause, like the features do. */
async function bring({ db, sql, jobs, course, author, forum }: World): Promise<void> {
  const tickets = await sql<{ id: number }[]>`
    INSERT INTO tickets_soporte (id_cliente, id_usuario, mensaje, numero)
    SELECT 2, ${author}, 'Necesito ayuda con mi curso', n + (SELECT coalesce(max(numero), 0) FROM tickets_soporte)
    FROM generate_series(1, ${TICKETS}::int) n RETURNING id`
  const posts = await sql<{ id: number }[]>`
    INSERT INTO posts_foro (id_foro, id_usuario, contenido, texto)
    SELECT ${forum}, ${author}, '<p>Novedad</p>', 'Novedad' FROM generate_series(1, ${POSTS}::int) RETURNING id`
  const orders = await sql<{ numero: string }[]>`
    WITH buyers AS (
      INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash, numero_documento)
      SELECT 2, 'Ana', 'Quispe', gen_random_uuid() || '@prueba.pe', 'x', lpad((random() * 99999999)::int::text, 8, '0')
      FROM generate_series(1, ${PAYMENTS}::int) RETURNING id),
    made AS (
      INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, total_centimos, pasarela)
      SELECT gen_random_uuid(), 2, id, 'x', ${PRICE}::int, ${PRICE}::int, 'sandbox' FROM buyers RETURNING id, numero),
    lines AS (
      INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
      SELECT id, ${course}, 'Curso de prueba', ${PRICE}::int FROM made)
    INSERT INTO pagos_de_prueba (id, referencia, estado, monto_centimos)
    SELECT numero, numero, 'approved', ${PRICE}::int FROM made RETURNING referencia AS numero`
  await db.transaction(async (tx) => {
    for (const { id } of tickets) await jobs.send(tx, 'correo-soporte', { id })
    for (const { id } of posts) await jobs.send(tx, 'foro-seguidores', { id })
    for (const { numero } of orders) await jobs.send(tx, 'pago-evento', { id: numero })
  })
}

/** Two instances on the same queues; one is killed and restarted. */
async function twoCopies(database: string, mailbox: Mailbox) {
  const env = { DATABASE_URL: database, DATA_DIR: aFolder(), SMTP_URL: mailbox.url, LOG_LEVEL: 'warn' }
  const ports = [await freePort(), await freePort()]
  const begin = (at: number) => startProgram({ port: ports[at] ?? 0, env })
  const copies: Program[] = ports.map((_, at) => begin(at))
  const kill = async (at: number) => {
    const child = copies[at]?.child
    if (!child) return
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  return {
    kill,
    ready: (at: number) => copies[at]?.ready(),
    begin(at: number) {
      copies[at] = begin(at)
    },
    stop: (at: number) => copies[at]?.stop(),
  }
}

/** Unfinished jobs and pending mails. */
async function waiting(sql: TestSql): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    SELECT (SELECT count(*) FROM pgboss.job WHERE state IN ('created', 'retry', 'active')
        AND name = ANY(${[...MAIL_QUEUES, 'foro-seguidores', 'pago-evento']}))::int
      + (SELECT count(*) FROM notificaciones WHERE correo = 'pendiente')::int AS n`
  return row?.n ?? 0
}

/** Effects in the database with their expected number. */
async function effects({ sql }: World, rounds: number): Promise<Record<string, [number, number]>> {
  const [is] = await sql<Record<string, number>[]>`
    SELECT (SELECT sum(cuenta) FROM notificaciones WHERE clave LIKE 'foro-post:%')::int AS notified,
      (SELECT count(*) FROM pagos WHERE estado = 'approved')::int AS payments,
      (SELECT count(*) FROM auditoria WHERE accion = 'pago_cambiado')::int AS payments_booked,
      (SELECT count(*) FROM auditoria WHERE accion = 'orden_cambiada')::int AS orders_changed,
      (SELECT count(*) FROM ordenes WHERE estado = 'pagada')::int AS orders_paid,
      (SELECT count(*) FROM matriculas)::int AS places,
      (SELECT count(*) FROM pgboss.job WHERE name = 'correo-orden')::int AS order_mails,
      (SELECT count(*) FROM pgboss.job WHERE state = 'failed')::int AS failed`
  const bought = rounds * PAYMENTS
  const must = { notified: rounds * POSTS * FOLLOWERS, failed: 0 }
  return Object.fromEntries(
    Object.entries(is ?? {}).map(([name, n]) => [name, [n, name in must ? must[name as keyof typeof must] : bought]]),
  )
}

/**
 * Kills workers under load: database effects happen exactly once, mails at least once, with at most one repeat per queue
 * and crash.
 */
export async function killWorkers(kills: number): Promise<void> {
  const database = await aDatabase({ migrated: true })
  const mailbox = await aMailbox()
  const copies = await twoCopies(database, mailbox)
  const began = performance.now()
  await withDatabase(database, async ({ db, sql }) => {
    const jobs = createJobs(database, () => undefined)
    const world = await aWorld(db, sql, jobs)
    await copies.ready(0)
    await jobs.start({ work: false })
    for (let n = 0; n < kills; n++) {
      const at = n % 2
      await copies.ready(at)
      const before = mailbox.total()
      await bring(world)
      while (mailbox.total() < before + MAILS_BEFORE_KILL) await sleep(5)
      await copies.kill(at)
      copies.begin(at)
    }
    await jobs.stop()
    for (let at = 0; at < LAST_KILLS; at++) await copies.kill(at)
    const [cut] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pgboss.job WHERE state = 'active'`
    // Skips the expiry of jobs held by a killed worker.
    await sql`UPDATE pgboss.job SET started_on = started_on - interval '1 hour' WHERE state = 'active'`
    copies.begin(0)
    await copies.ready(0)
    while ((await waiting(sql)) > 0) await sleep(250)
    const rows = await effects(world, kills)
    const [done] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pgboss.job WHERE state = 'completed'`
    const expected = kills * (TICKETS + PAYMENTS)
    const twice = mailbox.total() - mailbox.taken.size
    console.log(
      `> ${kills} kills in ${Math.round((performance.now() - began) / 1000)} s: ${done?.n} jobs done, ${cut?.n} were under way ` +
        `at the last; effects [is, must] ${JSON.stringify(rows)}; ${mailbox.taken.size} of ${expected} mails, ${twice} twice; ${loadNow()}`,
    )
    for (const [name, [is, must]] of Object.entries(rows)) expect({ [name]: is }).toEqual({ [name]: must })
    expect(mailbox.taken.size).toBe(expected)
    expect(twice).toBeLessThanOrEqual((kills + LAST_KILLS) * MAIL_QUEUES.length)
  })
  expect(await copies.stop(0)).toBe(0)
}
