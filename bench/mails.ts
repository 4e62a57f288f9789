/**
 * `npm run bench:mails`: 50,000 students get a notice by mail from a server that takes 100 a second, on any number of
 * connections. `-- --mails 5000` tries it small, `--takes 500` is another server; `--rate` is the application's `SMTP_RATE`, by
 * default above the server's, which is then the limit.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { startApplication } from '../e2e/support/application.ts'
import { END_OF_TEXT, openMailbox } from '../server/test/long/mailbox.ts'
import { atLeast, atMost, loadNow, printFigures, resultsFile, rounded, writeResults } from './results.ts'

const { values } = parseArgs({
  options: {
    mails: { type: 'string', default: '50000' },
    takes: { type: 'string', default: '100' },
    rate: { type: 'string', default: '200' },
  },
})
const [mails, takes, rate] = [Number(values.mails), Number(values.takes), Number(values.rate)]
/** The least part of what the server takes and the rate allows. */
const BAR = 0.9
const LOOK_MS = 200
/** Ticks of /proc, a hundred a second. */
const TICK_SECONDS = 0.01

const { box, close } = await openMailbox()
let next = 0
const span = { first: 0, last: 0 }
box.replies.set(END_OF_TEXT, async () => {
  // 50,000 letters would be kept.
  box.letters.length = 0
  const now = performance.now()
  span.first ||= now
  next = Math.max(now, next) + 1000 / takes
  await sleep(next - now)
  span.last = performance.now()
  return '250 taken'
})

const application = await startApplication({ env: { SMTP_URL: box.url, SMTP_RATE: values.rate } })
const client = new Client({ connectionString: application.databaseUrl })
const statusOf = (file: string) => readFileSync(`/proc/${application.pid}/${file}`, 'utf8')
function cpuSeconds(): number {
  const [user, system] = statusOf('stat')
    .replace(/\(.*\)/, '')
    .split(' ')
    .slice(13, 15)
  return (Number(user) + Number(system)) * TICK_SECONDS
}

async function fill(): Promise<void> {
  await client.query(`UPDATE notificaciones SET correo = 'no'`)
  await client.query(
    `WITH class AS (INSERT INTO usuarios (id_cliente, nombres, apellidos, correo, password_hash)
        SELECT u.id_cliente, 'Rosa', 'Medida ' || n, 'medida-' || n || '@prueba.pe', 'x'
        FROM usuarios u, generate_series(1, ${mails}) n WHERE u.correo = 'alumno@demo.pe' RETURNING id)
      INSERT INTO notificaciones (id_usuario, tipo, mensaje, ruta, clave, evento, correo)
      SELECT id, 'Otro', 'Tu academia tiene novedades', '/inicio', 'medida', 'aviso', 'pendiente' FROM class`,
  )
}

async function pending(): Promise<number> {
  const { rows } = await client.query(`SELECT count(*)::int AS n FROM notificaciones WHERE correo = 'pendiente'`)
  return rows[0].n
}

/** Milliseconds that others wait meanwhile. */
async function watch(waits: number[]): Promise<void> {
  for (let looks = 0; ; looks++) {
    if (looks % 25 === 0 && (await pending()) === 0) return
    const began = performance.now()
    await (await fetch(`${application.url}/api/salud`)).text()
    waits.push(performance.now() - began)
    await sleep(LOOK_MS)
  }
}

try {
  await client.connect()
  await fill()
  const [waits, load, cpu] = [[] as number[], loadNow(), cpuSeconds()]
  await watch(waits)
  const seconds = (span.last - span.first) / 1000
  const perSecond = (box.total() - 1) / seconds
  const [twice, lost] = [box.total() - box.taken.size, mails - box.taken.size]
  const figures = [
    {
      name: `${mails} mails`,
      'per second': rounded(perSecond),
      seconds: rounded(seconds),
      twice,
      lost,
      'ms of CPU each': rounded(((cpuSeconds() - cpu) * 1000) / mails, 2),
      'p99 of others, ms': rounded(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0),
      MB: Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(statusOf('status'))?.[1]) / 1024),
      bars: [atLeast(perSecond, Math.min(takes, rate) * BAR, ' a second'), atMost(twice + lost, 0)],
    },
  ]
  printFigures(figures)
  await writeResults(resultsFile('mails'), { mails, takes, rate, load: { before: load, after: loadNow() }, figures })
} finally {
  await client.end()
  await application.stop()
  close()
}
