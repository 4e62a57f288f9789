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
function runbook(): { symptom: string; words: string[] }[] {
  const [, section = ''] = read('docs/operations.md').split('## When something breaks')
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) => {
    const [, symptom = '', log = ''] = line.split('|')
    return {
      symptom: symptom.trim(),
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

describe('the runbook of docs/operations.md', () => {
  it('names only what the program says', () => {
    const rows = runbook()
    expect(rows.length).toBeGreaterThan(12)
    const unknown = rows.flatMap(({ symptom, words }) =>
      words.filter((word) => !fixed(word).every((part) => SOURCES.includes(part))).map((word) => `${symptom}: ${word}`),
    )
    expect(unknown).toEqual([])
  })

  it('has a line for each failure that issue 6 names', () => {
    const symptoms = runbook()
      .map(({ symptom }) => symptom)
      .join('\n')
    for (const named of [
      /program was killed/,
      /PostgreSQL was killed/,
      /database away/,
      /database hangs/,
      /disk full/,
      /Ya hay otro PostgreSQL/,
      /mails do not go out/,
      /migration/,
      /memory/,
      /restart|replac/,
      /lost disk/,
    ])
      expect(symptoms).toMatch(named)
  })
})
