import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { TEXTS } from './specification.texts.ts'
import { CAMPUS_CALLS, STOREFRONT_CALLS } from './specification.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = globSync(['{contract,server,web,e2e,scripts}/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**', '**/build/**', '**/.react-router/**'],
})

type Row = { rule: string; built: string[]; proofs: { file: string; title: string }[]; issue: boolean }

const inTicks = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

function rowOf([rule = '', built = '', proved = '']: string[]): Row {
  const proofs = [...proved.matchAll(/`([^`]+)` › ([^;]+?)(?=;|$)/g)].map(([, file = '', title = '']) => ({
    file,
    title: title.trim().replace(/…$/, ''),
  }))
  return { rule, built: inTicks(built), proofs, issue: /\bissue \d/.test(proved) }
}

/** The rows of the page's tables, without their heads. */
function readRows(): Row[] {
  return readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|') && !/^\|\s*-/.test(line))
    .map((line) => line.slice(1, -1).split('|'))
    .filter(([, built]) => built?.trim() !== 'Built in')
    .map((cells) => rowOf(cells.map((cell) => cell.trim())))
}

/** The one file whose path ends so. @throws Error when there is none or several */
function fileOf(name: string): string {
  const found = FILES.filter((file) => file === name || file.endsWith(`/${name}`))
  const [file] = found
  if (!file || found.length > 1) throw new Error(`${name}: ${found.length} files (${found.join(', ')})`)
  return file
}

const texts = new Map<string, string>()
function textOf(name: string): string {
  const file = fileOf(name)
  const text = texts.get(file) ?? readFileSync(join(ROOT, file), 'utf8')
  texts.set(file, text)
  return text
}

const hasTest = (text: string, title: string) =>
  ["'", '"', '`'].some((quote) => text.includes(`${quote}${title.replaceAll("'", quote === "'" ? "\\'" : "'")}`))

const reasonOf = (work: () => string[]): string[] => {
  try {
    return work()
  } catch (error) {
    return [String(error)]
  }
}

describe('docs/coverage.md', () => {
  const rows = readRows()

  it('is read', () => expect(rows.length).toBeGreaterThan(200))

  it('says of every row where it is built and what proves it', () => {
    expect(rows.filter((row) => row.built.length === 0 || (row.proofs.length === 0 && !row.issue))).toEqual([])
  })

  it('has every call and text of the specifications', () => {
    const page = readFileSync(join(ROOT, 'docs/coverage.md'), 'utf8')
    const named = rows.map(({ rule }) => rule)
    const plain = (path: string) => path.replaceAll(/\{\w*\??\}|:/g, '{}')
    const addresses = new Set([...page.matchAll(/`(?:[A-Z]+ )?(\/[^`?]*)/g)].map(([, path = '']) => plain(path)))
    const calls = [...CAMPUS_CALLS, ...STOREFRONT_CALLS].filter(
      (call) => !addresses.has(plain(call.split(' ')[1] ?? '')),
    )
    const said = TEXTS.filter((text) => !named.some((rule) => rule.includes(`_${text}_`)))
    expect({ calls, said }).toEqual({ calls: [], said: [] })
  })

  it('names files that exist', () => {
    expect(rows.flatMap((row) => row.built.flatMap((name) => reasonOf(() => (fileOf(name) ? [] : [name]))))).toEqual([])
  })

  it('names tests that exist', () => {
    const proofs = rows.flatMap((row) => row.proofs)
    const lost = ({ file, title }: Row['proofs'][number]) =>
      reasonOf(() => (hasTest(textOf(file), title) ? [] : [`${file} › ${title}`]))
    expect(proofs.flatMap(lost)).toEqual([])
  })

  it('names tests that spell out its texts', () => {
    const silent = rows.flatMap(({ rule, proofs, issue }) =>
      [...rule.matchAll(/(?<![\p{L}_])_([^_]+)_(?![\p{L}_])/gu)]
        .map(([, text = '']) => text)
        .filter((text) => !issue && !proofs.some(({ file }) => textOf(file).includes(text)))
        .map((text) => `${text}: ${proofs.map(({ file }) => file).join(', ')}`),
    )
    expect(silent).toEqual([])
  })
})
