import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { checkSync } from 'recheck'
import recheck from 'recheck/package.json' with { type: 'json' }
import { describe, expect, it, vi } from 'vitest'
import { patternsOf } from './source-code.ts'

vi.hoisted(() => {
  process.env.RECHECK_BACKEND = 'pure'
})

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = globSync(['{contract/src,server/src,web/app}/**/*.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/*.test.ts', '**/*.gen.ts', '**/node_modules/**'],
})

/** Every pattern of the sources, with where it stands; and what makes others when it runs. */
function allPatterns() {
  const written = new Map<string, string[]>()
  const made: string[] = []
  for (const file of SOURCES) {
    const found = patternsOf(file, readFileSync(join(ROOT, file), 'utf8'))
    for (const pattern of found.written) written.set(pattern, [...(written.get(pattern) ?? []), file])
    made.push(...found.made.map((text) => `${file}: ${text}`))
  }
  return { written, made }
}

/**
 * How `recheck` looks: its build in plain JavaScript, bounded by steps and with one seed, never by the clock, so that it says the same of a
 * pattern wherever it is asked.
 */
const LOOK = {
  timeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 1,
  maxIteration: 5,
  maxInitialGenerationSize: 200,
  maxGenerationSize: 40,
  incubationLimit: 15_000,
  attackLimit: 300_000,
}

/** What a text can do to a pattern: nothing, or keep it busy for the square of its length or worse, which is told. */
function askAnew(written: string): string {
  const end = written.lastIndexOf('/')
  const answer = checkSync(written.slice(1, end), written.slice(end + 1), LOOK)
  if (answer.status === 'safe') return ''
  return answer.status === 'vulnerable' ? answer.complexity.type : `unknown: ${answer.error.kind}`
}

/** What was said before, by version and settings: a pattern is asked about once on a machine. */
const CACHE = join(ROOT, 'node_modules/.cache/patterns.json')
const KEY = `${recheck.version} ${JSON.stringify(LOOK)}`
function verdicts() {
  const kept: { key?: string; said?: Record<string, string> } = existsSync(CACHE)
    ? JSON.parse(readFileSync(CACHE, 'utf8'))
    : {}
  const said = new Map(kept.key === KEY ? Object.entries(kept.said ?? {}) : [])
  return {
    of(pattern: string): string {
      const known = said.get(pattern) ?? askAnew(pattern)
      said.set(pattern, known)
      return known
    },
    keep() {
      mkdirSync(dirname(CACHE), { recursive: true })
      writeFileSync(CACHE, JSON.stringify({ key: KEY, said: Object.fromEntries(said) }))
    },
  }
}

const AUTHOR = 'an academy’s own content files, read when it loads them'
const CLEANED = 'HTML that the allow-list has written: no bracket stays open, and no quote in an attribute'
const PREVIEW = 'the first 5,000 characters of cleaned HTML'
const RENDERED = 'a page as React writes it: a text’s brackets are escaped, and its tags are ours'
const WRITER = 'what somebody types or pastes, in their own browser'

/** Patterns that a text can keep busy for more than its length, and why no text of others’ does. */
const REVIEWED = new Map<string, string>([
  [String.raw`/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/`, WRITER],
  [
    String.raw`/<!--[\s\S]*?-->|<!\[[\s\S]*?\]>|<\/?(o|w|v|m|st1):[^>]*>|<(style|xml|script|title|meta|link)\b[\s\S]*?(<\/\2>|>)/gi`,
    WRITER,
  ],
  [String.raw`/<link[^>]* rel="stylesheet" href="(\/assets\/[\w.-]+\.css)(#?)"\/>/`, RENDERED],
  ['/<link rel="modulepreload"[^>]*>/g', RENDERED],
  ['/<[^>]*>/g', CLEANED],
  [String.raw`/(<[^>]*|&[^;\s]{0,8})$/`, PREVIEW],
  [String.raw`/[\s.,;:–-]+$/`, 'the end of an excerpt, of some hundred letters'],
  [String.raw`/\/+$/`, 'an address of the configuration or of a brand'],
  [String.raw`/<h([23])>(.*?)<\/h\1>/gs`, CLEANED],
  [String.raw`/<(?!img\b)[^>]*>/gi`, CLEANED],
  [String.raw`/<img ([^>]*?src="(\/api\/storage\/imagenes\/[0-9a-f]{64})-1280\.webp"[^>]*>)/g`, CLEANED],
  [String.raw`/\swidth="\d+"[^>]*\sheight="\d+"/`, CLEANED],
  [String.raw`/[.!?…]["»”).]*(?=\s|$)/g`, AUTHOR],
  ['/[^a-z]+$/', 'a password, of 128 letters at most'],
  [String.raw`/!\[([^\]]*)\]\(([^)\s]+)\)/g`, AUTHOR],
  [String.raw`/@\[([^\]\s]+)\]/g`, AUTHOR],
  [String.raw`/\{\{\s*(.*?)\s*\}\}/g`, AUTHOR],
  [String.raw`/<img src="([^"]+)"[^>]*?(?= \/>)/g`, CLEANED],
])

describe('the program', () => {
  const { written, made } = allPatterns()

  it('is read', () => expect(written.size).toBeGreaterThan(150))

  it('has no pattern that a text can keep busy, but for those that a review let stand', { timeout: 240_000 }, () => {
    const ask = verdicts()
    const found = [...written.keys()]
      .map((pattern) => [pattern, ask.of(pattern)] as const)
      .filter(([, how]) => how !== '')
    ask.keep()
    expect(found.filter(([, how]) => how !== 'polynomial')).toEqual([])
    expect(found.map(([pattern]) => pattern).sort()).toEqual([...REVIEWED.keys()].sort())
  })

  it('makes no pattern of what somebody sent', () => {
    const expected = [
      "web/app/platform/document.server.ts: new RegExp(STYLE_LINK, 'g')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written there
      'server/src/content/forums.ts: new RegExp(`(\\\\d+)${letter}`)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written there
      "server/src/content/write-forums.ts: new RegExp(`${OPEN}(\\\\d+)${CLOSE}`, 'g')",
      // biome-ignore lint/suspicious/noTemplateCurlyInString: as it is written there
      'server/src/platform/pages/page.ts: new RegExp(`<script\\\\b[^>]*? nonce="${RENDER_NONCE}"[^>]*>([^]*?)</script>`, \'g\')',
    ]
    expect(made.toSorted()).toEqual(expected.toSorted())
  })
})

describe('the eye that looks for them', () => {
  it.each([
    ['/^(a+)+$/', 'exponential'],
    ['/^(a|a)*b/', 'exponential'],
    ['/^(\\w+\\s?)*$/', 'exponential'],
    ['/\\s+$/', 'polynomial'],
    ['/@\\[([^\\]\\s]+)\\]/', 'polynomial'],
    ['/^[a-z]+$/', ''],
    ['/^(?:a|b)+$/', ''],
  ])('says of %s: %j', (pattern, how) => expect(askAnew(pattern)).toBe(how))
})
