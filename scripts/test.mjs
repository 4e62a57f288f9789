// npm test: everything that must hold before a change goes in. `--quick` leaves out the browser.
// npm run test:screens (`--screens`): the journeys once more on wide screens, and every screen in every face and width inspected
// with axe; apart because it is long.
// Ends with one line, `N passed, N failed`; every check counts as one test. What could not be looked at is in neither number: a line
// before the last says how many were skipped.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, run } from './checks.mjs'
import { prepare, ROOT } from './prepare.mjs'

const totals = { passed: 0, failed: 0, skipped: 0 }
const RESULTS = join(ROOT, 'node_modules/.cache/vitest.json')
const JOURNEYS = join(ROOT, 'e2e/results/results.json')

function report(name, began, { passed, failed, skipped = 0, output = '', note }) {
  totals.passed += passed
  totals.failed += failed
  totals.skipped += skipped
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const counts = passed + failed + skipped === 1 ? '' : ` (${passed} bien, ${failed} mal)`
  const well = skipped > 0 ? '–' : '✓'
  console.log(`${failed === 0 ? well : '✗'} ${name}${counts}, ${seconds} s${note ? `: ${note}` : ''}`)
  if (failed > 0) console.log(`${output}\n`)
}

async function check([name, work], node) {
  const began = performance.now()
  const { passed = false, skipped = false, ...rest } = await work(node)
  const counts = { passed: Number(passed), skipped: Number(skipped), failed: Number(!passed && !skipped) }
  report(name, began, { ...counts, ...rest })
}

/** Two at a time: the machines that run this have two cores. */
async function checks(node) {
  const waiting = CHECKS.values()
  const lane = async () => {
    for (const one of waiting) await check(one, node)
  }
  await Promise.all([lane(), lane()])
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** Failed tests with their reasons; a file that does not even load counts as one. */
function vitestFailures(results) {
  return results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
    return failed.map(({ fullName, failureMessages }) => `${name}\n  ${fullName}\n${failureMessages.join('\n')}`)
  })
}

async function tests(node) {
  const began = performance.now()
  rmSync(RESULTS, { force: true })
  const { code, output } = await run(node, 'vitest', ['run', '--reporter=json', `--outputFile=${RESULTS}`])
  const results = readJson(RESULTS)
  const failures = results ? vitestFailures(results) : [output]
  // An error outside of any test fails the run too.
  if (code !== 0 && failures.length === 0) failures.push(output)
  report('pruebas (vitest)', began, {
    passed: results?.numPassedTests ?? 0,
    failed: failures.length,
    output: failures.join('\n\n'),
  })
}

async function browser(node, name, selection) {
  const began = performance.now()
  rmSync(JOURNEYS, { force: true })
  const { code, output } = await run(node, 'playwright', ['test', '--config', 'e2e/playwright.config.ts', ...selection])
  const stats = readJson(JOURNEYS)?.stats ?? { expected: 0, unexpected: 0, flaky: 0 }
  const failed = stats.unexpected + stats.flaky
  report(name, began, {
    passed: stats.expected,
    failed: failed || (code === 0 ? 0 : 1),
    output,
  })
}

const SCREENS = 'accesible:'
const asked = (option) => process.argv.includes(option)

const node = await prepare()
if (asked('--screens')) {
  const wide = ['--grep-invert', SCREENS, '--project=escritorio', '--project=tableta']
  await browser(node, 'recorridos en pantallas anchas (playwright)', wide)
  await browser(node, 'pantallas en el navegador (axe)', ['--grep', SCREENS])
} else {
  await checks(node)
  await tests(node)
  const phone = ['--grep-invert', SCREENS, '--project=telefono']
  if (!asked('--quick')) await browser(node, 'recorridos en un teléfono (playwright)', phone)
}
if (totals.skipped > 0) console.log(`${totals.skipped} skipped`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
