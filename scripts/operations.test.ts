import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** Everything that the program may say, in one text. */
const SOURCES = globSync(['server/src/**/*.ts', 'contract/src/**/*.ts', 'scripts/*.mjs'], { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .map(read)
  .join('\n')

/** What Node's figures are called is prom-client's affair. */
const isOurs = (word: string) => !word.startsWith('nodejs_')

/** The runbook's table: what is wrong, and the words to look for in the log. */
function runbook(): { symptom: string; words: string[]; cells: string[] }[] {
  const [, section = ''] = read('docs/operations.md').split('## When something breaks')
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const cells = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim())
    const [symptom = '', log = ''] = cells
    return {
      symptom,
      cells,
      words: [...log.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word).filter(isOurs),
    }
  })
}

/** The parts of a text that are always the same: without its numbers (`N`), signals and the method of a call. */
const fixed = (word: string) =>
  word
    .replace(/^(GET|POST|PUT) /, '')
    .split(/\bN\b|\bSIG[A-Z]+\b/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2)

/** The failures of issue 6, points 6 and 7, and the symptom under which the runbook has each: its whole cell. */
const FAILURES = {
  'kill -9 of the app': 'the program was killed',
  'kill -9 of one of its processes': 'one of several processes died',
  'kill -9 of PostgreSQL': 'PostgreSQL was killed (embedded)',
  'database away': 'database away (`DATABASE_URL`)',
  'frozen database': 'database hangs',
  'slow queries': 'slow',
  'disk full and back': 'disk full',
  'jobs under kills': 'mails do not go out',
  'orphaned PostgreSQL': '"Ya hay otro PostgreSQL", or does not start',
  'backup and restore': 'a wrong deletion, a lost disk',
  'migrations forward': 'it does not start after an update (a migration)',
  '20 copies starting at once': 'many copies start together',
  'memory of a soak': 'memory grows, answers come late',
  'rolling restart': 'a restart or a replacement fails requests',
}

describe('the runbook of docs/operations.md', () => {
  it('names only what the program says', () => {
    const rows = runbook()
    expect(rows.length).toBeGreaterThan(12)
    const unknown = rows.flatMap(({ symptom, words }) =>
      words.filter((word) => !fixed(word).every((part) => SOURCES.includes(part))).map((word) => `${symptom}: ${word}`),
    )
    expect(unknown).toEqual([])
  })

  it('has a row of its own for each failure that issue 6 names', () => {
    const symptoms = runbook().map(({ symptom }) => symptom)
    expect(Object.values(FAILURES).filter((symptom) => !symptoms.includes(symptom))).toEqual([])
    for (const names of [symptoms, Object.values(FAILURES)]) expect(new Set(names).size).toBe(names.length)
  })

  it('says in each row where to look, what happens by itself and what to do', () => {
    const unsaid = runbook().filter(({ cells }) => cells.length !== 4 || cells.some((cell) => cell === ''))
    expect(unsaid.map(({ symptom }) => symptom)).toEqual([])
  })
})
