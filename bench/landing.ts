/**
 * Landing pages per second: kept (as browsers ask for it, and without compression), asked again by who has it, and rendered each
 * time; beside each kept one, in turns, a bare Node server that answers the same bytes: `npm run bench:landing`.
 * The figures are printed and kept in bench/results/.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startApplication } from '../e2e/support/application.ts'
import { bareCopyOf, besideYardstick, CONNECTIONS, fetchRaw, type Headers, ROOT, type Shot, shoot } from './load.ts'

const PACE = { turns: 3, seconds: 4 }
/** An address too long to be kept (platform/page-address.ts): each answer is a rendering. */
const NOT_KEPT = `/?redirect=/${'a'.repeat(1100)}`

type Row = Record<string, string | number>

const rowOf = ({ perSecond, p50, p99, failed }: Shot, bytes: number): Row => ({
  'pages/s': Math.round(perSecond),
  'p50 ms': p50,
  'p99 ms': p99,
  bytes,
  failed,
})

const application = await startApplication()
try {
  const url = `${application.url}/`
  const browser = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  const asked: Record<string, Headers> = { brotli: browser, gzip: { 'accept-encoding': 'gzip' }, plain: {} }
  const results: Record<string, Row> = {}
  for (const [name, headers] of Object.entries(asked)) {
    await fetchRaw({ url, headers })
    const answer = await fetchRaw({ url, headers })
    const copy = await bareCopyOf(answer)
    const { ours, bare } = await besideYardstick({ url, headers }, copy.target, PACE)
    copy.stop()
    results[`landing, kept, ${name}`] = { ...rowOf(ours, answer.body.length), 'of bare': ours.ratio.toFixed(2) }
    results[`bare Node, ${name}`] = rowOf(bare, answer.body.length)
  }
  const { headers } = await fetchRaw({ url, headers: browser })
  const again = { url, headers: { ...browser, 'if-none-match': headers.etag ?? '' } }
  results['landing, asked again (304)'] = rowOf(await shoot(again, PACE.seconds), 0)
  const rendered = { url: application.url + NOT_KEPT, headers: browser }
  const { body } = await fetchRaw(rendered)
  results['landing, rendered each time'] = rowOf(await shoot(rendered, PACE.seconds), body.length)
  console.table(results)
  await mkdir(join(ROOT, 'bench/results'), { recursive: true })
  const made = { at: new Date().toISOString(), node: process.version, connections: CONNECTIONS, ...PACE }
  await writeFile(join(ROOT, 'bench/results/landing.json'), `${JSON.stringify({ ...made, results }, null, 2)}\n`)
} finally {
  await application.stop()
}
