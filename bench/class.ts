/**
 * `npm run bench:class`: 500 students whose exam ends in the same second, once quietly and once with the program killed in the
 * middle. Each browser behaves as web/app/features/exams/use-submission.ts: the last answer, then one submission of what has no time
 * left; waits grow, differ and obey `Retry-After`; a server that cannot be reached is probed. Meanwhile others open their
 * dashboard. `-- --students 50` tries it small, `-- --down 30` (or several) keeps the killed program down for so many seconds.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { below, type Figure, loadNow, printFigures, resultsFile, rounded, writeResults } from './results.ts'
import { makeAcademy, openSessions, type Student } from './students.ts'

const { values } = parseArgs({
  options: { students: { type: 'string', default: '500' }, down: { type: 'string', multiple: true, default: [] } },
})
const SIZE = Number(values.students)
const [QUESTIONS, READERS, THINK_MS] = [10, 8, 100]
const STEPS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000]
const PROBE_MS = 2000
/** The program dies this long after the end. */
const KILLED_AFTER_MS = 700
const PATIENCE_MS = 180_000

type Sitting = { token: string; detail: number; attempt: number; answers: object[] }
type Started = {
  data: { id_intento: number; preguntas: { id: number; opciones: { id: number; opcion: string }[] }[] }
}
type Tally = { asked: number; refused: number; cut: number; finished: number[] }

class Refused extends Error {
  retryAfter = 0
}

async function ask<Body>(url: string, method: string, path: string, token: string, body?: object): Promise<Body> {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(`${url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  const text = await answer.text()
  if (answer.ok) return JSON.parse(text)
  const refused = new Refused(`${method} ${path} answered ${answer.status} ${text}`)
  if (answer.status < 500 && answer.status !== 429) throw Object.assign(refused, { cause: 'for good' })
  throw Object.assign(refused, { retryAfter: Number(answer.headers.get('retry-after')) || 0 })
}

/** New people of the class, in the course whose final exam they sit. */
async function enrol(client: Client, group: string): Promise<{ tokens: string[]; exam: number }> {
  const { rows } = await client.query(
    `WITH class AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
        SELECT id_cliente, 'Rosa', 'Clase ' || n, '${group}-' || n || '@prueba.pe', password_hash
        FROM usuarios, generate_series(1, ${SIZE}) n WHERE correo = 'alumno@demo.pe' RETURNING id),
      seats AS (INSERT INTO matriculas (id_usuario, id_curso) SELECT class.id, c.id FROM class, cursos c WHERE c.clave = 'medida-0')
    SELECT array_agg(id) AS ids, (SELECT e.id FROM evaluaciones e JOIN cursos c ON c.id = e.id_curso WHERE c.clave = 'medida-0') AS exam FROM class`,
  )
  return { tokens: await openSessions(client, rows[0].ids), exam: rows[0].exam }
}

/** Starts the exam and saves all answers but the last. */
async function sitDown(url: string, token: string, exam: number): Promise<Sitting> {
  const body = { id_evaluacion: exam }
  const { data: detail } = await ask<{ data: { id: number } }>(url, 'POST', '/detalle-evaluacion', token, body)
  const { data } = await ask<Started>(url, 'POST', `/detalle-evaluacion/${detail.id}/intentos`, token)
  const answers = data.preguntas.map(({ id, opciones }, place) => ({
    id_detalle_evaluacion: detail.id,
    id_intento: data.id_intento,
    id_pregunta: id,
    id_opcion: opciones.find(({ opcion }) => opcion === 'B')?.id,
    secuencia: place + 1,
  }))
  if (answers.length !== QUESTIONS) throw new Error(`the exam has ${answers.length} questions`)
  await ask(url, 'POST', '/respuestas', token, answers.slice(0, -1))
  return { token, detail: detail.id, attempt: data.id_intento, answers }
}

const isFinal = (error: unknown) => error instanceof Refused && error.cause !== undefined

/** A cheap call every 2 to 4 s, until the server can be reached. */
async function probe(url: string): Promise<void> {
  do await sleep(PROBE_MS * (1 + Math.random()))
  while (!(await fetch(`${url}/api/salud/viva`).catch(() => null)))
}

/** Returns how often it was refused in a row. */
async function waitBefore(url: string, failures: number, error: unknown, tally: Tally): Promise<number> {
  if (isFinal(error)) throw error
  if (!(error instanceof Refused)) {
    tally.cut += 1
    await probe(url)
    return 0
  }
  tally.refused += 1
  const step = STEPS_MS[Math.min(failures, STEPS_MS.length - 1)] ?? 0
  await sleep(Math.max(step, error.retryAfter * 1000) * (1 + Math.random() / 2))
  return failures + 1
}

type Sent = { data: { estado: string; limite: string; ahora: string } }

/** Submits what has no time left; an outage gives time back, which this student lets pass. */
async function submit(url: string, sitting: Sitting): Promise<void> {
  const body = { id_intento: sitting.attempt, por_tiempo: true }
  const { data } = await ask<Sent>(url, 'PUT', `/detalle-evaluacion/${sitting.detail}`, sitting.token, body)
  if (data.estado !== 'abierto') return
  await sleep(Math.max(0, Date.parse(data.limite) - Date.parse(data.ahora)) + 1)
  await submit(url, sitting)
}

/** What one browser does when time ends, the student too, if some of it is given back; gives up after `patience`. */
async function timeOver(url: string, sitting: Sitting, tally: Tally, patience: number): Promise<void> {
  const { token, answers } = sitting
  const from = performance.now()
  let saved = false
  for (let failures = 0; performance.now() - from < patience; ) {
    try {
      if (!saved) {
        tally.asked += 1
        // One that is refused for good is told by the count of the answers.
        await ask(url, 'POST', '/respuestas', token, answers.slice(-1)).catch((error) => {
          if (!isFinal(error)) throw error
        })
        saved = true
      }
      tally.asked += 1
      await submit(url, sitting)
      tally.finished.push(performance.now() - from)
      return
    } catch (error) {
      failures = await waitBefore(url, failures, error, tally)
    }
  }
}

/** Others open their dashboard until `signal`; milliseconds of each, and how many were refused. */
async function readers(url: string, people: Student[], signal: AbortSignal) {
  const times: number[] = []
  let failed = 0
  const read = async (reader: number) => {
    for (let turn = 0; !signal.aborted; turn++) {
      const from = performance.now()
      const token = people[(reader + turn * READERS) % people.length]?.token ?? ''
      const answered = await ask(url, 'GET', '/inicio', token).catch(() => null)
      if (answered) times.push(performance.now() - from)
      else failed += 1
      await sleep(THINK_MS)
    }
  }
  await Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  times.sort((a, b) => a - b)
  const at = (part: number) => rounded(times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0)
  return { reads: times.length, p50: at(0.5), p99: at(0.99), failed }
}

type Outcome = { graded: number; moved: number; least: number; most: number }

/** Attempts that are graded with all their answers, and those whose limit an outage moved, by how many seconds. */
async function outcomeOf(client: Client, sittings: Sitting[]): Promise<Outcome> {
  const { rows } = await client.query(
    `SELECT count(*) FILTER (WHERE i.estado = 'calificado' AND i.nota = i.nota_maxima AND (SELECT count(*) FROM respuestas r
        WHERE r.id_intento = i.id AND r.id_opcion IS NOT NULL) = ${QUESTIONS})::int AS graded,
      count(*) FILTER (WHERE i.segundos_devueltos > 0)::int AS moved, coalesce(max(i.segundos_devueltos), 0) AS most,
      coalesce(min(i.segundos_devueltos) FILTER (WHERE i.segundos_devueltos > 0), 0) AS least
    FROM intentos_evaluacion i WHERE i.id = ANY ($1)`,
    [sittings.map(({ attempt }) => attempt)],
  )
  return rows[0]
}

async function seat(url: string, tokens: string[], exam: number): Promise<Sitting[]> {
  const sittings: Sitting[] = []
  const queue = tokens.values()
  const hall = async () => {
    for (const token of queue) sittings.push(await sitDown(url, token, exam))
  }
  await Promise.all(Array.from({ length: 8 }, hall))
  return sittings
}

/** `down`: for how many seconds the killed program stays away; absent where it is not killed. */
type Measured = { name: string; down?: number; people: Student[] }

async function measure({ url }: Application, client: Client, { name, down, people }: Measured): Promise<Figure> {
  const { tokens, exam } = await enrol(client, name.replaceAll(' ', '-'))
  const sittings = await seat(url, tokens, exam)
  await client.query('DELETE FROM limites')
  const quiet = new AbortController()
  setTimeout(() => quiet.abort(), 3000)
  const before = await readers(url, people, quiet.signal)
  await client.query(`UPDATE intentos_evaluacion SET limite = now() WHERE id = ANY ($1)`, [
    sittings.map(({ attempt }) => attempt),
  ])
  const tally: Tally = { asked: 0, refused: 0, cut: 0, finished: [] }
  const over = new AbortController()
  const meanwhile = readers(url, people, over.signal)
  const killed = down !== undefined && sleep(KILLED_AFTER_MS).then(() => killAndStart(down))
  const patience = PATIENCE_MS + (down ?? 0) * 1000
  await Promise.all(sittings.map((sitting) => timeOver(url, sitting, tally, patience)))
  over.abort()
  await killed
  const { graded, moved, least, most } = await outcomeOf(client, sittings)
  const last = rounded(Math.max(...tally.finished) / 1000)
  const dashboard = await meanwhile
  const lost = { text: `${SIZE} graded with ${QUESTIONS} answers`, ok: graded === SIZE }
  return {
    ...{ name, graded, 'all graded after s': last, requests: tally.asked, refused: tally.refused },
    ...{
      'cut off': tally.cut,
      'dashboards meanwhile': dashboard.reads,
      'p50 ms': dashboard.p50,
      'p99 ms': dashboard.p99,
    },
    ...{ 'limits moved': moved, 'by s': `${least} to ${most}` },
    ...{ 'refused dashboards': dashboard.failed, 'p99 before': before.p99, load: loadNow() },
    bars: down !== undefined ? [lost] : [lost, below(last, 10, ' s'), below(dashboard.p99, 1000, ' ms')],
  }
}

const folder = await mkdtemp(join(tmpdir(), 'campus-clase-'))
let application = await startApplication({ folder })
const client = new Client({ connectionString: application.databaseUrl })

/** As a crash: no warning, and the same address afterwards. */
async function killAndStart(down: number): Promise<void> {
  process.kill(application.pid, 'SIGKILL')
  await sleep(down * 1000)
  application = await startApplication({ folder, port: Number(new URL(application.url).port) })
}

try {
  const { students: people } = await makeAcademy(application.databaseUrl)
  await client.connect()
  const figures = [await measure(application, client, { name: 'clase', people })]
  for (const down of values.down.length > 0 ? values.down.map(Number) : [0])
    figures.push(await measure(application, client, { name: `clase matada ${down} s`, people, down }))
  printFigures(figures)
  await writeResults(resultsFile('class'), { students: SIZE, figures })
  if (figures.some(({ bars = [] }) => bars.some(({ ok }) => !ok))) process.exitCode = 1
} finally {
  await client.end()
  await application.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
