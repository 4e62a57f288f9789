import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openAdvisories } from './advisories.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TESTS = globSync(['{server,web}/**/*.test.ts', 'e2e/journeys/*.spec.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
/** Rows of section 1 of the research on safety. */
const UNSAFE_CALLS = 57

/** `[file, title]` of each proof in a table of docs/security.md. */
const proofs = (text: string) =>
  [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)` › ([^;|]+)/g)].map(
    ([, file = '', title = '']) => [file, title.trim()] as const,
  )

describe('docs/security.md', () => {
  it('names tests that exist', () => {
    expect(proofs(PAGE).length).toBeGreaterThan(20)
    const lost = proofs(PAGE).filter(([file, title]) => {
      const paths = TESTS.filter((path) => path.endsWith(`/${file}`))
      return !paths.some((path) => readFileSync(join(ROOT, path), 'utf8').includes(title))
    })
    expect(lost).toEqual([])
  })

  it('says of every unsafe call what proves that it is safe', () => {
    const rows = PAGE.split('\n').flatMap((line) => {
      const [, number = '', , proved = ''] = line.split('|')
      return /^ *\d+ *$/.test(number) ? [{ row: Number(number), proved: proofs(proved).length > 0 }] : []
    })
    expect(rows).toEqual(Array.from({ length: UNSAFE_CALLS }, (_, at) => ({ row: at + 1, proved: true })))
  })
})

describe('the audit of the dependencies', () => {
  const via = [{ name: 'algo', title: 'Agujero', url: 'https://example.com/1', severity: 'high' }]
  const audit = {
    vulnerabilities: { algo: { via }, otro: { via: ['algo'] }, leve: { via: [{ ...via[0], severity: 'low' }] } },
  }
  const ignored = [{ advisory: 'https://example.com/1', reason: 'No llega a la parte que falla.', until: '2026-12-31' }]

  it('tells of what is grave, once', () => {
    expect(openAdvisories(audit, [], '2026-11-21')).toEqual(['algo: Agujero (https://example.com/1)'])
  })

  it('lets through what a review lets through, with a reason and until its day', () => {
    expect(openAdvisories(audit, ignored, '2026-12-31')).toEqual([])
    expect(openAdvisories(audit, ignored, '2027-01-01')).toHaveLength(1)
    expect(
      openAdvisories(
        audit,
        ignored.map((one) => ({ ...one, reason: '' })),
        '2026-12-31',
      ),
    ).toHaveLength(1)
  })
})
