// npm test: what every change must pass: all checks, all unit and API tests, three trials of the program as a process, and the
// journeys tagged @gate. `--quick` (npm run check): the checks, and the unit and API tests that a change reaches. `--full` (npm run
// test:full): every journey in every size, axe in every face, and every trial of the program as a process.
// A test that fails is tried once more; one that passes then counts as passed and is named as flaky. More than three fail the run.
// Ends with one line, `N passed, N failed`; every check counts as one test. What could not be looked at is in neither number: a line
// before the last says how many were skipped.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { CHECKS, run } from './checks.mjs'
import { FLAKY_TESTS } from './flaky-reporter.mjs'
import { prepare, ROOT } from './prepare.mjs'

const MOST_FLAKY = 3
const FLAKY = join(ROOT, 'test-results/flaky.txt')
const RESULTS = join(ROOT, 'node_modules/.cache/vitest.json')
const JOURNEYS = join(ROOT, 'e2e/results/results.json')
const LONGEST_SECONDS = 60 * 60

const totals = { passed: 0, failed: 0, skipped: 0 }
/** `{ title, reason }` of each test that passed at the second try. */
const flaky = []

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

/** Two at a time, for two cores. */
async function checks(node) {
  const waiting = CHECKS.values()
  const lane = async () => {
    for (const one of waiting) await check(one, node)
  }
  await Promise.all([lane(), lane()])
}

const readJson = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null)

/** A file that fails to load counts as one test. */
function vitestFailures(results) {
  return results.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
    return failed.map(({ fullName, failureMessages }) => `${name}\n  ${fullName}\n${failureMessages.join('\n')}`)
  })
}

async function tests(node, name, projects, options = []) {
  const began = performance.now()
  for (const file of [RESULTS, FLAKY_TESTS]) rmSync(file, { force: true })
  const { code, output } = await run(
    node,
    'vitest',
    [
      'run',
      '--reporter=json',
      `--outputFile=${RESULTS}`,
      '--reporter=./scripts/flaky-reporter.mjs',
      ...projects.map((project) => `--project=${project}`),
      ...options,
    ],
    { seconds: LONGEST_SECONDS },
  )
  const results = readJson(RESULTS)
  const failures = results ? vitestFailures(results) : [output]
  // Errors outside of tests fail the run too.
  if (code !== 0 && failures.length === 0) failures.push(output)
  flaky.push(...(readJson(FLAKY_TESTS) ?? []))
  report(name, began, {
    passed: results?.numPassedTests ?? 0,
    failed: failures.length,
    output: failures.join('\n\n'),
  })
}

/** What Playwright calls flaky, anywhere below a suite of its report. */
function flakyJourneys({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results }) => ({
        title: `[${projectName}] ${file} › ${title}`,
        reason: results[0]?.errors.map(({ message }) => message).join('\n') ?? '',
      })),
  )
  return [...own, ...suites.flatMap(flakyJourneys)]
}

async function browser(node, name, selection) {
  const began = performance.now()
  rmSync(JOURNEYS, { force: true })
  const args = ['test', '--config', 'e2e/playwright.config.ts', ...selection]
  const { code, output } = await run(node, 'playwright', args, { seconds: LONGEST_SECONDS })
  const results = readJson(JOURNEYS)
  const stats = results?.stats ?? { expected: 0, unexpected: 0, flaky: 0 }
  flaky.push(...(results ? flakyJourneys(results) : []))
  report(name, began, {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected || (code === 0 ? 0 : 1),
    output,
  })
}

/** The first line that says something, for a log that outlives the file. */
const brief = (reason) =>
  reason
    .split('\n')
    .find((line) => line.trim() !== '')
    ?.trim()
    .slice(0, 300) ?? 'no reason given'

/** Names the tests that passed at the second try and writes how their first try failed. */
function tellFlaky() {
  rmSync(FLAKY, { force: true })
  if (flaky.length === 0) return
  mkdirSync(dirname(FLAKY), { recursive: true })
  writeFileSync(FLAKY, flaky.map(({ title, reason }) => `${title}\n${reason}\n`).join('\n'))
  console.log(
    [`flaky: ${flaky.length}`, ...flaky.map(({ title, reason }) => `  ${title}\n    ${brief(reason)}`)].join('\n'),
  )
  if (flaky.length <= MOST_FLAKY) return
  totals.failed += 1
  console.log(`✗ más de ${MOST_FLAKY} pasaron recién al segundo intento: cómo fallaron está en test-results/flaky.txt`)
}

/** What a change is measured from: the branch that others see, or else the last commit. */
function lastLanding() {
  const { status } = spawnSync('git', ['rev-parse', '--verify', '--quiet', 'origin/main'], { cwd: ROOT })
  return status === 0 ? 'origin/main' : 'HEAD'
}

const { values } = parseArgs({
  options: { quick: { type: 'boolean' }, full: { type: 'boolean' }, since: { type: 'string' } },
})
const SCREENS = 'accesible:'

const node = await prepare({ tools: true })
if (values.full) {
  await tests(node, 'el programa como proceso (vitest)', ['programa', 'procesos'])
  await browser(node, 'recorridos en cada tamaño (playwright)', ['--grep-invert', SCREENS])
  await browser(node, 'pantallas en el navegador (axe)', ['--grep', SCREENS])
} else if (values.quick) {
  await checks(node)
  const since = values.since ?? lastLanding()
  await tests(node, `pruebas que el cambio toca desde ${since} (vitest)`, ['servidor', 'web'], ['--changed', since])
} else {
  await checks(node)
  await tests(node, 'pruebas (vitest)', ['servidor', 'web', 'programa'])
  await browser(node, 'recorridos principales en un teléfono (playwright)', ['--project=telefono', '--grep', '@gate'])
}
tellFlaky()
if (totals.skipped > 0) console.log(`${totals.skipped} skipped`)
console.log(`${totals.passed} passed, ${totals.failed} failed`)
process.exit(totals.failed === 0 ? 0 : 1)
