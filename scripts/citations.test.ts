import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = globSync(['{bench,contract,e2e,scripts,server,web}/**/*.{ts,tsx,mts,mjs,css}', '*.ts'], {
  cwd: ROOT,
  exclude: (path) => /node_modules|\/build\/|\.gen\.ts$|\.react-router/.test(path),
})
const PAGES = globSync(['README.md', 'docs/**/*.md'], { cwd: ROOT })
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

/** `docs/product/exams.md 9.12`, or a page alone. */
const OF_CODE = /\b(?<page>docs\/[\w./-]+\.md)(?: (?<place>\d+(?:\.\d+)?))?/g
/** `(learning 3.2)` or `brands 7.3` in a page of the product. */
const OF_PRODUCT = /\b(?<name>accounts|brands|certificates|community|exams|learning|shop|staff) (?<place>\d+\.\d+)\b/g
/** Examples of an academy's files have links of their own. */
const EXAMPLES = /^ *```.*?^ *```|`[^`\n]*`/gms
const LINK = /\]\((?!https?:|mailto:|#)(?<to>[^)\s#]+)(?:#[^)]*)?\)/g

/** A file, or some by a pattern, named by the end of its path: `exams/review.ts`, `matrix*.test.ts`. */
const FILE = /`(?<to>[\w./*-]*[\w*]\.(?:ts|tsx|mjs|css|sql))`/g
/** Decisions tell what was; the guide names files that a feature has not yet. */
const TODAY = PAGES.filter((path) => !path.startsWith('docs/decisions/'))

function has(page: string, place: string | undefined): boolean {
  if (!existsSync(join(ROOT, page))) return false
  if (place === undefined) return true
  const start = place.includes('.') ? `${place} ` : `## ${place}. `
  return read(page)
    .split('\n')
    .some((line) => line.startsWith(start))
}

type Cited = { page?: string; place?: string; name?: string; to?: string }
const citedIn = (text: string, pattern: RegExp): Cited[] => [...text.matchAll(pattern)].map(({ groups = {} }) => groups)

describe('what is cited', () => {
  it('is looked for everywhere', () => {
    expect([SOURCES.length > 1500, PAGES.length > 40]).toEqual([true, true])
    expect(SOURCES.flatMap((path) => citedIn(read(path), OF_CODE)).length).toBeGreaterThan(150)
  })

  it('by the code is a page of the repository, and a paragraph of it', () => {
    const lost = SOURCES.flatMap((path) =>
      citedIn(read(path), OF_CODE)
        .filter(({ page = '', place }) => !has(page, place))
        .map(({ page, place }) => `${path}: ${page} ${place ?? ''}`),
    )
    expect(lost).toEqual([])
  })

  it('by a page of the product is a paragraph of another', () => {
    const lost = PAGES.flatMap((path) =>
      citedIn(read(path), OF_PRODUCT)
        .filter(({ name, place }) => !has(`docs/product/${name}.md`, place))
        .map(({ name, place }) => `${path}: ${name} ${place}`),
    )
    expect(lost).toEqual([])
  })

  it('by name in a page is a file', () => {
    const paths = globSync('{bench,contract,e2e,scripts,server,web}/**/*.{ts,tsx,mjs,css,sql}', {
      cwd: ROOT,
      exclude: (path) => /node_modules|\/build\//.test(path),
    })
    const exists = (to: string) => existsSync(join(ROOT, to)) || paths.some((path) => matchesGlob(path, `**/${to}`))
    const lost = TODAY.flatMap((path) =>
      citedIn(read(path), FILE)
        .filter(({ to = '' }) => !exists(to))
        .map(({ to }) => `${path}: ${to}`),
    )
    expect(lost).toEqual([])
  })

  it('by a link of a page is a file', () => {
    const lost = PAGES.flatMap((path) =>
      citedIn(read(path).replace(EXAMPLES, ''), LINK)
        .map(({ to = '' }) => normalize(join(dirname(path), to)))
        .filter((to) => !existsSync(join(ROOT, to)))
        .map((to) => `${path}: ${to}`),
    )
    expect(lost).toEqual([])
  })
})
