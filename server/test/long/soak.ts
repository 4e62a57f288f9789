import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { openSession } from '../../src/features/accounts/sessions.ts'
import { foros } from '../../src/features/forums/forums.tables.ts'
import { aCourse, aPerson, PASSWORD } from '../builders.ts'
import { freePort } from '../free-port.ts'
import { withSql } from '../sql.ts'
import { type Bar, expectBars } from './bars.ts'
import { type Inspector, type Living, openInspector } from './inspector.ts'
import { type Call, holdStream, letGo, startLoad } from './load.ts'
import { aFolder, type Program, startProgram } from './program.ts'
import { loadNow } from './restart.ts'
import { aDatabase } from './scratch.ts'
import { withDatabase } from './writers.ts'

const A_SECOND = 40
const STUDENTS = 40
const STREAMS = 5
const TOKEN = 'una-clave-de-metricas'
const MINUTE = 60_000
const FORUM = { titulo: 'Dudas del curso', contenido: '<p>Pregunta aquí.</p>', texto: 'Pregunta aquí.' }

type Place = { program: Program; database: string; inspector: Inspector }
type Student = { id: number; correo: string; token: string }

async function aPlace(): Promise<Place> {
  const database = await aDatabase({ migrated: true })
  const [port, debug] = [await freePort(), await freePort()]
  const env = { DATABASE_URL: database, DATA_DIR: aFolder(), METRICS_TOKEN: TOKEN }
  const node = [`--inspect=127.0.0.1:${debug}`]
  const program = startProgram({ port, env, pages: true, node })
  await program.ready()
  const inspector = await openInspector(debug)
  onTestFinished(() => inspector.close())
  return { program, database, inspector }
}

/** Typical requests: courses, public pages, writes, logins. */
async function aDay(database: string): Promise<{ calls: Call[]; students: Student[] }> {
  return withDatabase(database, async ({ db, sql }) => {
    const teacher = await aPerson(db, { tipo_cliente: 'Docente' })
    const course = await aCourse(db, { modules: 4, lessons: 5, teacher: teacher.id })
    const curso = course.id
    const leccion = course.modulos[0]?.lecciones[0]?.id ?? 0
    const [forum] = await db
      .insert(foros)
      .values({ id_cliente: 2, id_usuario: teacher.id, tipo_foro: 'curso', id_curso: curso, ...FORUM })
      .returning({ id: foros.id })
    const foro = forum?.id ?? 0
    const students: Student[] = []
    for (let n = 0; n < STUDENTS; n++) {
      const { id, correo } = await aPerson(db)
      students.push({ id, correo, token: await openSession(db, id, { ip: '127.0.0.1', agent: 'prueba' }) })
      await sql`INSERT INTO matriculas (id_usuario, id_curso) VALUES (${id}, ${curso})`
    }
    const who = (n: number): Student => students[n % STUDENTS] ?? { id: 0, correo: '', token: '' }
    const seen =
      (path: (student: Student, n: number) => string): Call =>
      (n) => ({
        path: path(who(n), n),
        token: who(n).token,
      })
    const round: Call[] = [
      seen(() => '/api/inicio'),
      () => ({ path: '/' }),
      seen(() => `/api/modulos/curso/${curso}`),
      () => ({ path: '/login' }),
      seen(() => `/api/lecciones/detallado/${leccion}`),
      () => ({ path: '/cursos' }),
      seen(({ id }) => `/api/matriculas/usuario/${id}`),
      (n) => ({ ...seen(() => `/api/borradores/soak-${n % 20}`)(n), method: 'PUT', body: { contenido: String(n) } }),
      seen(({ id }) => `/api/notificaciones/usuario/${id}`),
      () => ({ path: `/detallecurso/${curso}` }),
      seen(() => `/api/foros/curso/${curso}`),
      seen(() => `/api/posts-foro?id_foro=${foro}&per_page=15`),
      () => ({ path: '/api/cursos' }),
      seen(({ id }) => `/api/detalle/usuario/${id}`),
      // Distinct pages: the page cache must be bounded.
      (n) => ({ path: `/cursos?buscar=palabra${n}` }),
      () => ({ path: '/api/salud' }),
    ]
    const post: Call = (n) => ({
      ...seen(() => '/api/posts-foro')(n),
      method: 'POST',
      body: { id_foro: foro, contenido: `<p>Respuesta número ${n}</p>` },
    })
    const login: Call = (n) => ({
      method: 'POST',
      path: '/api/loginalumno',
      body: { email: who(n).correo, password: PASSWORD },
    })
    // Below the throttles of posts and logins.
    const five = [...round, ...round, ...round, ...round, ...round]
    return { students, calls: [...five, post, ...five, post, login] }
  })
}

type Figures = { rss: number; fds: number; lag: number }

async function figuresOf({ program }: Place): Promise<Figures> {
  const headers = { authorization: `Bearer ${TOKEN}`, connection: 'close' }
  const text = await (await fetch(`${program.url}/metrics`, { headers })).text()
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
  return {
    rss: figure('process_resident_memory_bytes') / 2 ** 20,
    fds: figure('process_open_fds'),
    lag: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

async function connectionsOf({ database }: Place): Promise<number> {
  const [row] = await withSql(
    database,
    (sql) => sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'campus%'`,
  )
  return row?.n ?? 0
}

/** Growth per minute, by linear regression. */
export function slopeOf(samples: { minute: number; value: number }[]): number {
  const mean = (of: (sample: { minute: number; value: number }) => number) =>
    samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length
  const [x, y] = [mean(({ minute }) => minute), mean(({ value }) => value)]
  const spread = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0)
  return samples.reduce((sum, { minute, value }) => sum + (minute - x) * (value - y), 0) / spread
}

type Sample = Figures & Living & { minute: number; connections: number }

/** Open files except PostgreSQL connections, when idle. */
async function quietFds(place: Place): Promise<number> {
  letGo()
  await sleep(3000)
  const { fds } = await figuresOf(place)
  return fds - (await connectionsOf(place))
}

const shown = (value: number) => value.toFixed(1)

/** Measurements as text and bars. */
function figuresOver(samples: Sample[], minutes: number): { report: string; bars: Record<string, Bar> } {
  const warm = minutes / 6
  const rest = samples.filter((sample) => sample.minute > warm)
  const last = rest.filter((sample) => sample.minute > minutes - warm)
  const most = (of: Sample[]) => Math.max(...of.map(({ connections }) => connections))
  const early = samples.filter((sample) => sample.minute <= warm * 1.2)
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const heap = { early: early.at(-1)?.heap ?? 0, late: mean(last.map((sample) => sample.heap)) }
  const slope = (of: (sample: Sample) => number) =>
    slopeOf(rest.map((sample) => ({ minute: sample.minute, value: of(sample) })))
  const rssSlope = slope(({ rss }) => rss)
  const lag = Math.max(...rest.map((sample) => sample.lag))
  return {
    report:
      `heap after collection ${shown(heap.early)} → ${shown(heap.late)} MB (×${(heap.late / heap.early).toFixed(2)}), ` +
      `memory ${rssSlope.toFixed(2)} MB a minute (buffers ${slope(({ buffers }) => buffers).toFixed(2)}, ` +
      `heap ${slope((sample) => sample.heap).toFixed(2)}), connections at most ${most(samples)}, last ${most(last)}, lag p99 ${shown(lag)} ms at worst`,
    bars: {
      'heap, late to early': { met: heap.late / heap.early, most: 1.1 },
      // Meaningless in a short soak, which is all warm-up.
      ...(minutes >= 15 && { 'memory, MB a minute': { met: rssSlope, most: 0.5 } }),
      // 10 of the pool, 3 of the queue, 2 listeners, 1 health check.
      connections: { met: most(samples), most: 16 },
      // The health check comes and goes.
      'connections, late beyond early': { met: most(last) - most(early), most: 1 },
      'event loop late, ms at p99 of the worst minute': { met: lag, most: 50 },
    },
  }
}

/**
 * Under 40 requests/s the heap of the last sixth is at most 10 % above the first sixth; memory, files and connections do
 * not grow.
 */
export async function soak(minutes: number): Promise<void> {
  const place = await aPlace()
  const { calls, students } = await aDay(place.database)
  const { url } = place.program
  const streams = students.slice(0, STREAMS).map(({ token }) => holdStream(url, token))
  onTestFinished(() => {
    for (const stream of streams) stream.end()
  })
  const warm = minutes / 6
  const began = performance.now()
  const minute = () => (performance.now() - began) / MINUTE
  const samples: Sample[] = []
  const failures: string[] = []
  let [sent, refused] = [0, 0]

  async function under(until: number): Promise<void> {
    const load = startLoad(url, A_SECOND, calls)
    while (minute() < until) {
      await sleep(Math.min(MINUTE, minutes * 2500))
      const living = await place.inspector.living()
      const connections = await connectionsOf(place)
      samples.push({ minute: minute(), connections, ...living, ...(await figuresOf(place)) })
    }
    const tally = await load.end()
    sent += tally.sent
    refused += tally.refused
    failures.push(...tally.failures.filter((line) => !/ 503 $/.test(line)))
  }

  await under(warm)
  const fdsBefore = await quietFds(place)
  await under(minutes)
  const fdsAfter = await quietFds(place)

  for (const sample of samples.filter((_, at) => at % 5 === 4))
    console.log(
      `> minute ${shown(sample.minute)}: heap ${shown(sample.heap)} MB, buffers ${shown(sample.buffers)} MB, memory ${shown(sample.rss)} MB, ${sample.fds} files, ` +
        `${sample.connections} connections, lag p99 ${shown(sample.lag)} ms`,
    )
  const { report, bars } = figuresOver(samples, minutes)
  console.log(
    `> ${minutes} minutes: ${sent} requests, ${failures.length} failed, ${refused} refused because of overload; ${report}; ` +
      `files at rest ${fdsBefore} → ${fdsAfter}; ${loadNow()}`,
  )
  expect(failures).toEqual([])
  expect(streams.flatMap((stream) => stream.failures)).toEqual([])
  expectBars({ ...bars, 'files at rest, more or fewer': { met: Math.abs(fdsAfter - fdsBefore), most: 3 } })
}
