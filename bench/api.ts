/**
 * How fast the program is, beside yardsticks that are loaded in turns with it in the same run: `npm run bench`.
 *
 * - the reads that every student makes, and those of a student with very much of everything, beside a bare Node server with one
 *   prepared query on an index of the same PostgreSQL: told again while nothing changed, and `anew`, by a program that keeps none;
 * - public pages beside a bare server of the same bytes;
 * - replies, an exam from its start to its result, logins; statements per answer; the program's memory afterwards.
 *
 * `npm run bench -- --turns 5 --seconds 10` takes longer and says more. The figures are printed and kept in bench/results/.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Application, startApplication } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'
import { cpuOf, cpuOfPostgres } from './cpu.ts'
import { makeForums, makeHeavyStudent } from './heavy.ts'
import {
  bareCopyOf,
  besideYardstick,
  CONNECTIONS,
  fetchRaw,
  type Headers,
  type Pace,
  ROOT,
  shoot,
  type Target,
} from './load.ts'
import { countStatements, openCounter, type Sent } from './queries.ts'
import { countWrites, makeWriters, measureExam, measureExams, measureLogins, measurePosts } from './writes.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { turns: { type: 'string', default: '3' }, seconds: { type: 'string', default: '3' } },
})
const pace: Pace = { turns: Number(values.turns), seconds: Number(values.seconds) }

type Read = { name: string; path: string; token: string }
type Row = Record<string, string | number | undefined>

const rounded = (value: number) => Math.round(value * 10) / 10

async function startBare(databaseUrl: string) {
  const child = fork(join(ROOT, 'bench/bare.ts'), {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    serialization: 'advanced',
  })
  const [port] = await once(child, 'message')
  return {
    url: `http://localhost:${port}`,
    /** Lets it answer under `/own` with these statements. */
    async tell(sent: Sent[]): Promise<void> {
      child.send(sent)
      await once(child, 'message')
    },
    stop: () => child.disconnect(),
  }
}

/** The reads, of a demo student and of one who has very much; and the forum and course that writes go to. */
async function prepare({ url, databaseUrl }: Application) {
  const { ids, sessions } = await openCampus(url)
  const { token, user } = sessions['alumno@demo.pe']
  const heavy = await makeHeavyStudent(databaseUrl)
  const forum = await makeForums(databaseUrl, user.id, ids.curso)
  const mine = (name: string, path: string): Read => ({ name, path, token })
  const much = (name: string, path: string): Read => ({ name, path, token: heavy.token })
  const reads = [
    mine('my enrolments', `/matriculas/usuario/${user.id}`),
    mine('modules of a course', `/modulos/curso/${ids.curso}`),
    mine('lesson detail', `/lecciones/detallado/${ids.leccion}`),
    mine('forum list', `/foros/curso/${ids.curso}`),
    mine('forum', `/foros/${forum}`),
    mine('forum page, 15 posts of 5', `/posts-foro?id_foro=${forum}&per_page=15`),
    mine('notifications', `/todas/notificaciones/usuario/${user.id}`),
    mine('unread notifications', `/notificaciones/usuario/${user.id}`),
    mine('search feed', `/detalle/usuario/${user.id}`),
    much('comments of a lesson with 1,000', `/comentarios/leccion/${heavy.lesson}`),
    much('notifications of 5,000, a page', `/todas/notificaciones/usuario/${heavy.id}`),
    much('unread notifications of 5,000', `/notificaciones/usuario/${heavy.id}`),
    much('search feed of 50 courses', `/detalle/usuario/${heavy.id}`),
    much('enrolments, 50 courses', `/matriculas/usuario/${heavy.id}`),
  ]
  return { user, forum, course: ids.curso, reads }
}

/** Microseconds of processor of the program and of its PostgreSQL for each answer of a load. */
async function measureCpu(pid: number, dataDir: string, target: Target, seconds: number) {
  const before = { program: cpuOf(pid), postgres: cpuOfPostgres(dataDir) }
  const { answers } = await shoot(target, seconds)
  return {
    program: Math.round((cpuOf(pid) - before.program) / answers),
    postgres: Math.round((cpuOfPostgres(dataDir) - before.postgres) / answers),
  }
}

/**
 * Each read beside the bare server's one query (`of bare`, the bar is 0.5), told again and `anew`, by a program that keeps no answer; this one also
 * beside the bare server that sends the read's own statements (`of own`): what the program adds to what PostgreSQL and the bytes cost.
 */
async function measureReads(application: Application, reads: Read[], student: number): Promise<Row[]> {
  const { url, databaseUrl, pid, dataDir } = application
  const forgetful = await startApplication({ env: { DATABASE_URL: databaseUrl } })
  const bare = await startBare(databaseUrl)
  const counter = await openCounter(databaseUrl)
  const rows: Row[] = []
  try {
    for (const { name, path, token } of reads) {
      const target: Target = { url: `${url}/api${path}`, headers: { authorization: `Bearer ${token}` } }
      const { status, body } = await fetchRaw(target)
      if (status !== 200) throw new Error(`${name} answered ${status}`)
      const { ours, bare: yardstick } = await besideYardstick(target, { url: `${bare.url}/${student}` }, pace)
      const { statements, sent } = await counter.statementsOf({ path, token })
      await bare.tell(sent)
      const again: Target = { ...target, url: `${forgetful.url}/api${path}` }
      const own = await besideYardstick(again, { url: `${bare.url}/own` }, { ...pace, turns: 1 })
      const anew = await besideYardstick(again, { url: `${bare.url}/${student}` }, { ...pace, turns: 1 })
      const us = await measureCpu(pid, dataDir, target, pace.seconds)
      const usAnew = await measureCpu(forgetful.pid, dataDir, again, pace.seconds)
      rows.push({
        call: name,
        'per second': Math.round(ours.perSecond),
        'p50 ms': ours.p50,
        'p99 ms': ours.p99,
        bytes: body.length,
        'statements anew': statements,
        failed: ours.failed,
        bare: Math.round(yardstick.perSecond),
        'of bare': ours.ratio.toFixed(2),
        'us program / PostgreSQL': `${us.program} / ${us.postgres}`,
        'anew of bare': anew.ours.ratio.toFixed(2),
        'anew of own': own.ours.ratio.toFixed(2),
        'anew us': `${usAnew.program} / ${usAnew.postgres}`,
      })
    }
    return rows
  } finally {
    await counter.close()
    bare.stop()
    await forgetful.stop()
  }
}

async function measurePages({ url: base, databaseUrl }: Application): Promise<Row[]> {
  const rows: Row[] = []
  const METRICS_TOKEN = randomUUID()
  const counted = await startApplication({ env: { DATABASE_URL: databaseUrl, METRICS_TOKEN } })
  const statementsOf = (path: string, headers: Headers) =>
    countStatements(counted.url, METRICS_TOKEN, { url: counted.url + path, headers })
  try {
    for (const [name, path] of [
      ['landing', '/'],
      ['catalogue', '/cursos'],
    ] as const) {
      const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
      const target: Target = { url: base + path, headers }
      await fetchRaw(target)
      const answer = await fetchRaw(target)
      const copy = await bareCopyOf(answer)
      try {
        const { ours, bare } = await besideYardstick(target, copy.target, pace)
        rows.push({
          page: name,
          'per second': Math.round(ours.perSecond),
          'p50 ms': ours.p50,
          'p99 ms': ours.p99,
          bytes: answer.body.length,
          statements: await statementsOf(path, headers),
          failed: ours.failed,
          static: Math.round(bare.perSecond),
          'of static': ours.ratio.toFixed(2),
        })
      } finally {
        copy.stop()
      }
    }
  } finally {
    await counted.stop()
  }
  return rows
}

async function measureWrites(application: Application, course: number, forum: number): Promise<Row[]> {
  const writers = await makeWriters(application.databaseUrl, course)
  const api = `${application.url}/api`
  const row = (call: string, { perSecond, p50, p99 }: { perSecond: number; p50: number; p99: number }): Row => ({
    call,
    'per second': Math.round(perSecond),
    'p50 ms': rounded(p50),
    'p99 ms': rounded(p99),
  })
  const posts = await measurePosts(api, writers, forum)
  const logins = await measureLogins(api, writers)
  const alone = await measureExam(application.databaseUrl, writers)
  const { post, login } = await countWrites(application.databaseUrl, writers, forum)
  const counts = ({ bytes, statements }: { bytes: number; statements: number }) => ({ bytes, statements })
  return [
    { ...row('post a reply', posts), ...counts(post) },
    { ...row('login, 4 at a time', logins), ...counts(login) },
    { ...row('an exam of 10 questions, start to result', await measureExams(api, writers)), ...alone },
  ]
}

/** Megabytes that a process holds. */
function memoryOf(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kilobytes) / 1024)
}

const application = await startApplication()
try {
  const load = loadavg()[0] ?? 0
  const { user, forum, course, reads } = await prepare(application)
  const wanted = reads.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
  const results = {
    reads: await measureReads(application, wanted, user.id),
    pages: positionals.length > 0 ? [] : await measurePages(application),
    writes: positionals.length > 0 ? [] : await measureWrites(application, course, forum),
    'memory MB': memoryOf(application.pid),
  }
  for (const table of [results.reads, results.pages, results.writes]) if (table.length > 0) console.table(table)
  console.log(
    `Memory of the program afterwards: ${results['memory MB']} MB. Load of the machine before: ${rounded(load)}.`,
  )
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, ...pace, load }
  await writeFile(join(ROOT, 'bench/results/api.json'), `${JSON.stringify({ ...made, ...results }, null, 2)}\n`)
} finally {
  await application.stop()
}
