/**
 * What a second process brings: the same reads from one and from two processes on one port, with 16 connections, in one run, and
 * what each process weighs afterwards: `npm run bench:workers`. The load itself takes part of the machine: on two cores the gain is
 * bounded by what is left beside it and PostgreSQL.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort, startApplication } from '../e2e/support/application.ts'
import { openCampus } from '../e2e/support/visit.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AUTOCANNON = join(ROOT, 'node_modules/autocannon/autocannon.js')
const METRICS_TOKEN = 'medida-de-los-procesos'
const SECONDS = 8
const run = promisify(execFile)

async function requestsPerSecond(url: string, token: string): Promise<number> {
  const args = [AUTOCANNON, '-j', '-c', '16', '-d', String(SECONDS), '-H', `authorization=Bearer ${token}`, url]
  await run(process.execPath, [...args.slice(0, 4), '-d', '2', ...args.slice(6)], { maxBuffer: 10_000_000 })
  const { stdout } = await run(process.execPath, args, { maxBuffer: 10_000_000 })
  return (JSON.parse(stdout) as { requests: { average: number } }).requests.average
}

async function heaviest(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  const bytes = /^process_resident_memory_bytes(?:\{.*\})? (\S+)$/m.exec(await answer.text())?.[1]
  return Math.round(Number(bytes) / 1e6)
}

async function measure(workers: number, databaseUrl: string, path: string, token: string) {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['server/src/main.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DEMO: '0',
      PORT: String(port),
      HOST: 'localhost',
      LOG_LEVEL: 'warn',
      WORKERS: String(workers),
      METRICS_TOKEN,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The banner comes when it serves; the second process is there a moment later.
  await once(child.stdout, 'data')
  const perSecond = Math.round(await requestsPerSecond(`${url}${path}`, token))
  const megabytes = await heaviest(url)
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  await gone
  return { workers, 'requests/s': perSecond, 'MB in all': megabytes }
}

const application = await startApplication()
try {
  const { sessions } = await openCampus(application.url)
  const { token, user } = sessions['alumno@demo.pe']
  const path = `/api/matriculas/usuario/${user.id}`
  const results = [
    await measure(1, application.databaseUrl, path, token),
    await measure(2, application.databaseUrl, path, token),
  ]
  const [one, two] = results
  console.table(results)
  console.log(`1 -> 2: × ${((two?.['requests/s'] ?? 0) / (one?.['requests/s'] ?? 1)).toFixed(2)}`)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  await writeFile(
    join(ROOT, 'bench/results/workers.json'),
    `${JSON.stringify({ at: new Date().toISOString(), results }, null, 2)}\n`,
  )
} finally {
  await application.stop()
}
