/**
 * `npm run bench:enrolments`: the file of 200,000 enrolments beside COPY of the same query, with the memory that it takes, and
 * those at risk in a course of as many.
 */
import { readFile } from 'node:fs/promises'
import { Client } from 'pg'
import { openSession } from '../e2e/support/api.ts'
import { startApplication } from '../e2e/support/application.ts'
import { exportedRows } from '../server/src/features/students/enrolments-export.ts'
import { openDatabase } from '../server/src/platform/db/database.ts'
import { median, stopLoader } from './load.ts'
import { atLeast, atMost, below, type Figure, printFigures, resultsFile, rounded, writeResults } from './results.ts'

const ENROLMENTS = 200_000
const [TURNS, BRAND] = [3, 2]
const PASSWORD = 'Campus-2026'

const application = await startApplication()
const { url, databaseUrl, pid } = application
const client = new Client({ connectionString: databaseUrl })
const { db, close } = openDatabase(databaseUrl, { pool: 2, limits: { query: 0, statement: 0 } })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** A course whose students began at any time and are anywhere in it. */
async function fill(): Promise<number> {
  const { rows } = await client.query('SELECT id FROM cursos WHERE id_cliente = $1 ORDER BY id LIMIT 1', [BRAND])
  const course = Number(rows[0].id)
  await client.query(
    `WITH p AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
        SELECT $1, 'Ana María', 'Quispe Núñez', 'matriculada-' || n || '@prueba.pe', 'x' FROM generate_series(1, $3::int) n RETURNING id)
      INSERT INTO matriculas (id_usuario, id_curso, fecha_matricula, fecha_vencimiento)
        SELECT id, $2, now() - make_interval(days => (id % 200)::int, mins => (id % 1440)::int),
          CASE WHEN id % 3 = 0 THEN current_date + (id % 150)::int - 30 END FROM p`,
    [BRAND, course, ENROLMENTS],
  )
  await client.query(
    `INSERT INTO avances (id_usuario, id_curso, version, lecciones, completadas, porcentaje, estado_avance, ultima_actividad)
      SELECT m.id_usuario, m.id_curso, c.version_avances, 100, x.hecho, x.hecho, CASE WHEN x.hecho = 100 THEN 'terminado' ELSE 'en_curso' END,
        now() - make_interval(days => (m.id_usuario / 7 % 40)::int)
      FROM matriculas m JOIN cursos c ON c.id = m.id_curso, LATERAL (SELECT (m.id_usuario * 7919 % 101)::int AS hecho) x
      WHERE m.id_curso = $1 ON CONFLICT DO NOTHING`,
    [course],
  )
  await client.query('DELETE FROM avances_cambios')
  await client.query('VACUUM ANALYZE')
  return course
}

const literal = (value: unknown): string =>
  client.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))

/** COPY takes no parameters. */
async function copyOf(asked: { curso?: number }): Promise<string> {
  const { rows } = await client.query(
    `SELECT id FROM usuarios WHERE correo = 'admin@demo.pe' AND id_cliente = ${BRAND}`,
  )
  const caller = { id: Number(rows[0].id), id_cliente: BRAND, roles: ['marca' as const] }
  const query = db.execute(await exportedRows(db, caller, asked)).getQuery()
  return `COPY (${query.sql.replaceAll(/\$(\d+)/g, (_, at) => literal(query.params[at - 1]))}) TO STDOUT`
}

const memory = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024

const { token } = await openSession(url, 'admin@demo.pe')
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }

async function download(asked: object): Promise<number> {
  await client.query('DELETE FROM limites')
  const body = JSON.stringify({ ...asked, password: PASSWORD })
  const link = await fetch(`${url}/api/gestion/matriculas/exportar`, { method: 'POST', headers, body })
  const { data } = (await link.json()) as { data: { enlace: string; filas: number } }
  if (!link.ok || data.filas < ENROLMENTS) throw new Error(`exporting returned ${link.status}, ${data?.filas} rows`)
  return timed(async () => {
    const file = await fetch(url + data.enlace)
    let lines = 0
    for await (const part of file.body ?? [])
      lines += part.reduce((sum: number, byte: number) => sum + Number(byte === 10), 0)
    if (lines !== data.filas + 1) throw new Error(`the file has ${lines} lines of ${data.filas + 1}`)
  })
}

/** While it works, at most. */
async function grown(work: () => Promise<unknown>): Promise<number> {
  const before = await memory()
  let most = before
  const watch = setInterval(async () => (most = Math.max(most, await memory())), 50)
  await work()
  clearInterval(watch)
  return most - before
}

async function measureFile(name: string, asked: { curso?: number }): Promise<Figure> {
  const copy = await copyOf(asked)
  await download(asked)
  await client.query('SET jit = off')
  const [ours, beside]: [number[], number[]] = [[], []]
  let megabytes = 0
  for (let turn = 0; turn < TURNS; turn++) {
    beside.push(await timed(() => client.query(copy)))
    megabytes = Math.max(megabytes, await grown(async () => ours.push(await download(asked))))
  }
  const ratio = median(beside) / median(ours)
  return {
    ...{ name, ms: rounded(median(ours)), 'beside ms': rounded(median(beside)), ratio: rounded(ratio, 2) },
    ...{ 'MB more': rounded(megabytes), bars: [atLeast(ratio, 0.25), atMost(megabytes, 50, ' MB')] },
  }
}

async function measureRisk(course: number): Promise<Figure> {
  const read = (query: string) =>
    timed(async () => {
      const answer = await fetch(`${url}/api/gestion/matriculas?curso=${course}${query}`, { headers })
      if (!answer.ok) throw new Error(`the list returned ${answer.status}`)
      await answer.text()
    })
  const [ours, beside]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < TURNS + 1; turn++) {
    beside.push(await read(''))
    ours.push(await read('&riesgo=1'))
  }
  const [ms, besideMs] = [median(ours), median(beside)]
  return {
    ...{ name: 'at risk in a course, beside its list', ms: rounded(ms), 'beside ms': rounded(besideMs) },
    ...{ ratio: rounded(ms / besideMs, 2), bars: [below(ms, 3000, ' ms')] },
  }
}

try {
  await client.connect()
  const course = await fill()
  const figures = [
    await measureFile(`file of ${ENROLMENTS} enrolments, beside COPY`, {}),
    await measureFile('file of a course with those at risk, beside COPY', { curso: course }),
    await measureRisk(course),
  ]
  printFigures(figures)
  await writeResults(resultsFile('enrolments'), { figures })
} finally {
  stopLoader()
  await client.end()
  await close()
  await application.stop()
}
