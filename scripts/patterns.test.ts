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

/** Literal regular expressions with their location, and the dynamic ones. */
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

/** Limited by steps with a fixed seed, so that results are reproducible. */
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

/** Reports patterns with quadratic or worse running time. */
function askAnew(written: string): string {
  const end = written.lastIndexOf('/')
  const answer = checkSync(written.slice(1, end), written.slice(end + 1), LOOK)
  if (answer.status === 'safe') return ''
  return answer.status === 'vulnerable' ? answer.complexity.type : `unknown: ${answer.error.kind}`
}

/** Results cached by version and settings. */
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
const WRITER = 'what users type or paste in their own browser'

/** Slow patterns that never see texts of others, and why. */
const REVIEWED = new Map<string, string>([
  [String.raw`/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/`, WRITER],
  ['/<[^>]*>/g', CLEANED],
  [String.raw`/(<[^>]*|&[^;\s]{0,8})$/`, PREVIEW],
  [String.raw`/[\s.,;:–-]+$/`, 'the end of an excerpt, of some hundred letters'],
  [String.raw`/\/+$/`, 'an address of the configuration or of a brand'],
  [String.raw`/<h([23])>(.*?)<\/h\1>/gs`, CLEANED],
  [
    String.raw`/<(?:br|hr|img|\/(?:p|div|li|h[1-6]|blockquote|pre|tr|td|th|ul|ol|table|section|figure))\b[^>]*>/gi`,
    CLEANED,
  ],
  [String.raw`/<img ([^>]*?src="(\/api\/storage\/imagenes\/[0-9a-f]{64})-1280\.webp"[^>]*>)/g`, CLEANED],
  [String.raw`/\swidth="\d+"[^>]*\sheight="\d+"/`, CLEANED],
  [String.raw`/[.!?…]["»”).]*(?=\s|$)/g`, AUTHOR],
  ['/[^a-z]+$/', 'a password, of 128 letters at most'],
  ['/0+$/', 'a fraction of 20 digits at most'],
  [String.raw`/!\[([^\]]*)\]\(([^)\s]+)\)/g`, AUTHOR],
  [String.raw`/(!\[[^\]]*\]\()([^)\s]+)/g`, AUTHOR],
  [String.raw`/@\[([^\]\s]+)\]/g`, AUTHOR],
  [String.raw`/\{\{\s*(.*?)\s*\}\}/g`, AUTHOR],
  [String.raw`/<img src="([^"]+)"[^>]*?(?= \/>)/g`, CLEANED],
])

describe('the program', () => {
  const { written, made } = allPatterns()

  it('is read', () => expect(written.size).toBeGreaterThan(150))

  it('has no slow pattern except the reviewed ones', { timeout: 240_000 }, () => {
    const ask = verdicts()
    const found = [...written.keys()]
      .map((pattern) => [pattern, ask.of(pattern)] as const)
      .filter(([, how]) => how !== '')
    ask.keep()
    expect(found.filter(([, how]) => how !== 'polynomial')).toEqual([])
    expect(found.map(([pattern]) => pattern).sort()).toEqual([...REVIEWED.keys()].sort())
  })

  it('builds no patterns from user input', () => {
    const expected = [
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
  ])('classifies %s: %j', (pattern, how) => expect(askAnew(pattern)).toBe(how))
})
