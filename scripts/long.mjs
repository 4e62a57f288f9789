// npm run test:long: every file server/test/long/<part>.long.ts is a part, described by the first line of its comment.
// `-- --list` names the parts, `-- <part> <part>` runs some of them. Ends with `N passed, N failed`, like `npm test`.
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { run } from './checks.mjs'
import { giveUp, prepare, ROOT } from './prepare.mjs'

const FOLDER = 'server/test/long'
const SUFFIX = '.long.ts'
const RESULTS = join(ROOT, 'node_modules/.cache/vitest.long.json')

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { list: { type: 'boolean' } },
})

const parts = readdirSync(join(ROOT, FOLDER))
  .filter((file) => file.endsWith(SUFFIX))
  .map((file) => {
    const about = /^\s*(?:\/\*\*|\/\/|\*)\s*(\S.*?)(?:\s*\*\/)?$/m.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8'))
    return { name: file.slice(0, -SUFFIX.length), about: about?.[1] ?? '' }
  })

if (values.list) {
  for (const { name, about } of parts) console.log(`${name.padEnd(14)} ${about}`)
  process.exit(0)
}
const unknown = positionals.filter((name) => !parts.some((part) => part.name === name))
if (unknown.length > 0)
  giveUp(`No hay parte ${unknown.join(', ')}. Las hay: ${parts.map(({ name }) => name).join(', ')}`)

const node = await prepare({ tools: true })
const chosen = positionals.length > 0 ? parts.filter(({ name }) => positionals.includes(name)) : parts
const totals = { passed: 0, failed: 0, skipped: 0 }

/** A file that fails to load counts as one failed test. */
function countsOf(code) {
  const results = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {}
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = results
  return { passed, failed: code === 0 ? failed : Math.max(1, failed), skipped }
}

for (const { name, about } of chosen) {
  const began = performance.now()
  const file = `${FOLDER}/${name}${SUFFIX}`
  const reporters = ['--reporter=verbose', '--reporter=json', `--outputFile.json=${RESULTS}`]
  rmSync(RESULTS, { force: true })
  const args = ['run', '--config', 'vitest.long.config.ts', ...reporters, file]
  const { code, output } = await run(node, 'vitest', args, { seconds: 4 * 60 * 60 })
  const counts = countsOf(code)
  for (const [how, many] of Object.entries(counts)) totals[how] += many
  const { passed, failed, skipped } = counts
  const seconds = ((performance.now() - began) / 1000).toFixed(0)
  const result = `${passed} bien, ${failed} mal${skipped > 0 ? `, ${skipped} sin probar` : ''}`
  console.log(`${failed === 0 ? '✓' : '✗'} ${name} (${result}), ${seconds} s: ${about}`)
  // Measurements are printed as lines that begin with `>`.
  const lines = failed === 0 ? output.split('\n').filter((line) => line.startsWith('> ')) : [output]
  if (lines.length > 0) console.log(lines.join('\n'))
}
console.log(
  `${totals.passed} passed, ${totals.failed} failed${totals.skipped > 0 ? `, ${totals.skipped} skipped` : ''}`,
)
process.exit(totals.failed === 0 ? 0 : 1)
