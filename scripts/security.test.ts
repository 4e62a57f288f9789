import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { openAdvisories } from './advisories.mjs'
import { testTitles } from './source-code.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TESTS = globSync(['{server,web,scripts}/**/*.test.ts', 'e2e/journeys/*.spec.ts'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
})
const PAGE = readFileSync(join(ROOT, 'docs/security.md'), 'utf8')
/** Rows of section 1 of the research on safety. */
const UNSAFE_CALLS = 57

/** Every advisory of the research on safety: numbers, the fixing commits of those that have none, and one that is only reported. */
const ADVISORIES = `
  CVE-2015-2268 CVE-2019-1020018 CVE-2021-32476 CVE-2022-30600 CVE-2022-31184 CVE-2023-25576 CVE-2023-30591 CVE-2025-13934
  CVE-2025-14078 CVE-2025-24033 CVE-2025-32442 CVE-2025-62399 CVE-2025-62401 CVE-2025-65675 CVE-2025-67853 CVE-2026-0656
  CVE-2026-1371 CVE-2026-22849 CVE-2026-23499 CVE-2026-25002 CVE-2026-25223 CVE-2026-26045 CVE-2026-26077 CVE-2026-28219
  CVE-2026-28558 CVE-2026-30884 CVE-2026-3226 CVE-2026-3360 CVE-2026-33806 CVE-2026-3635 CVE-2026-44439 CVE-2026-44990
  CVE-2026-5502 CVE-2026-8502 CVE-2026-9189 GHSA-f6hc-c5jr-878p uuid-as-secret
  3a0a84927 3fe4e689d 5b1c6ddd6 5c5587574 7016946dc 9711bbf11 92050caa8 b6f4f454e d9a22d00e e78210369 e7b2f81df
  53e3294efb 7d416fc7dc 9970c9f1ff a8f4c5e63a b1e8721acf e65c23a396 e802fab87f
  32194992c4 8991fcba23 b3cb27b3fe 900f5ec12`
  .trim()
  .split(/\s+/)

/** `[file, title]` of each proof in a table of docs/security.md. */
const proofs = (text: string) =>
  [...text.matchAll(/`([\w.-]+\.(?:test|spec)\.ts)` › (.+?)(?=; `| *\||$)/gm)].map(
    ([, file = '', title = '']) => [file, title.trim()] as const,
  )

const titles = new Map<string, string[]>()
function titlesOf(path: string): string[] {
  const known = titles.get(path) ?? testTitles(readFileSync(join(ROOT, path), 'utf8'))
  titles.set(path, known)
  return known
}
const stands = ([file, title]: readonly [string, string]) =>
  TESTS.some((path) => path.endsWith(`/${file}`) && titlesOf(path).includes(title))

describe('docs/security.md', () => {
  it('names tests that exist, by their whole titles', () => {
    expect(proofs(PAGE).length).toBeGreaterThan(180)
    expect(proofs(PAGE).filter((proof) => !stands(proof))).toEqual([])
  })

  it('says of every advisory what proves that it cannot happen here', () => {
    const [, table = ''] = PAGE.split("## Lessons from others' advisories")
    const rows = (table.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('|'))
    const unproven = ADVISORIES.filter(
      (advisory) => !rows.some((row) => row.split('|')[1]?.includes(advisory) && proofs(row).some(stands)),
    )
    expect(unproven).toEqual([])
    // A number is not to be taken for another that it begins.
    expect(ADVISORIES.filter((one) => ADVISORIES.some((other) => other !== one && other.startsWith(one)))).toEqual([])
    expect(new Set(ADVISORIES).size).toBe(ADVISORIES.length)
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
