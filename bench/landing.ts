/**
 * Landing pages per second: kept (as browsers ask for it, and without compression), asked again by who has it, and rendered each
 * time; beside each kept one, in the same run, a bare Node server that answers the same bytes: `npm run bench:landing`.
 * The figures are printed and kept in bench/results/.
 */
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startApplication } from '../e2e/support/application.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const AUTOCANNON = join(ROOT, 'node_modules/autocannon/autocannon.js')
const CONNECTIONS = 16
const SECONDS = 10
const WARM_UP_SECONDS = 3
/** An address too long to be kept (platform/page-address.ts): each answer is a rendering. */
const NOT_KEPT = `/?redirect=/${'a'.repeat(1100)}`

const run = promisify(execFile)

type Headers = Record<string, string>
type Answer = { status: number; headers: Headers; body: Buffer }
type Figures = {
  'pages/s': number
  'p50 ms': number
  'p99 ms': number
  bytes: number
  failed: number
  'of bare'?: string
}

/** The bytes as they travel, not unpacked. */
function fetchRaw(url: string, headers: Headers): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(Buffer.from(chunk))
      const told = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
      resolve({ status: response.statusCode ?? 0, headers: Object.fromEntries(told), body: Buffer.concat(chunks) })
    })
    asked.on('error', reject).end()
  })
}

async function shoot(url: string, headers: Headers, seconds: number) {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const args = [AUTOCANNON, '-j', '-c', String(CONNECTIONS), '-d', String(seconds), ...given, url]
  const { stdout } = await run(process.execPath, args, { maxBuffer: 10_000_000 })
  return JSON.parse(stdout) as {
    requests: { average: number }
    latency: { p50: number; p99: number }
    errors: number
    '4xx': number
    '5xx': number
  }
}

async function measure(url: string, headers: Headers): Promise<Figures> {
  await shoot(url, headers, WARM_UP_SECONDS)
  const { body } = await fetchRaw(url, headers)
  const shot = await shoot(url, headers, SECONDS)
  return {
    'pages/s': Math.round(shot.requests.average),
    'p50 ms': shot.latency.p50,
    'p99 ms': shot.latency.p99,
    bytes: body.length,
    failed: shot.errors + shot['4xx'] + shot['5xx'],
  }
}

/** The same answer from a bare server. */
async function measureBare({ headers, body }: Answer): Promise<Figures> {
  const child = fork(join(ROOT, 'bench/bare-page.ts'))
  const { 'transfer-encoding': _, connection: __, 'keep-alive': ___, date: ____, ...rest } = headers
  child.send({ body: body.toString('base64'), headers: rest })
  const [port] = await once(child, 'message')
  try {
    return await measure(`http://localhost:${port}/`, {})
  } finally {
    child.disconnect()
  }
}

async function besideBare(url: string, headers: Headers): Promise<{ ours: Figures; bare: Figures }> {
  const ours = await measure(url, headers)
  const bare = await measureBare(await fetchRaw(url, headers))
  return { ours: { ...ours, 'of bare': `${Math.round((ours['pages/s'] / bare['pages/s']) * 100)} %` }, bare }
}

const application = await startApplication()
try {
  const landing = `${application.url}/`
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const results: Record<string, Figures> = {}
  const asked: Record<string, Headers> = { brotli: browser, gzip: { 'accept-encoding': 'gzip' }, plain: {} }
  for (const [name, headers] of Object.entries(asked)) {
    const { ours, bare } = await besideBare(landing, headers)
    results[`landing, kept, ${name}`] = ours
    results[`bare Node, ${name}`] = bare
  }
  const { headers } = await fetchRaw(landing, browser)
  results['landing, asked again (304)'] = await measure(landing, { ...browser, 'if-none-match': headers.etag ?? '' })
  results['landing, rendered each time'] = await measure(application.url + NOT_KEPT, browser)
  console.table(results)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, seconds: SECONDS }
  await writeFile(join(ROOT, 'bench/results/landing.json'), `${JSON.stringify({ ...made, results }, null, 2)}\n`)
} finally {
  await application.stop()
}
