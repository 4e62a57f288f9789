import { execFileSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { CONNECTIONS, ROOT } from './load.ts'

export type Bar = { text: string; ok: boolean }
export type Figure = Record<string, string | number | Bar[] | undefined> & { name: string; bars?: Bar[] }

export const atLeast = (value: number, limit: number, unit = ''): Bar => ({
  text: `>= ${limit}${unit}`,
  ok: value >= limit,
})
export const below = (value: number, limit: number, unit = ''): Bar => ({
  text: `< ${limit}${unit}`,
  ok: value < limit,
})

export const atMost = (value: number, limit: number, unit = ''): Bar => ({
  text: `<= ${limit}${unit}`,
  ok: value <= limit,
})

export const rounded = (value: number, digits = 1) => Number(value.toFixed(digits))
export const loadNow = () => rounded(loadavg()[0] ?? 0)

export function printFigures(figures: Figure[]): void {
  if (figures.length === 0) return
  const barsOf = (bars: Bar[] = []) => bars.map(({ text, ok }) => `${text} ${ok ? 'ok' : 'below'}`).join(', ')
  console.table(Object.fromEntries(figures.map(({ name, bars, ...rest }) => [name, { ...rest, bars: barsOf(bars) }])))
}

function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim()
  } catch {
    return 'unknown'
  }
}

/** Writes figures with machine, versions and load. */
export async function writeResults(file: string, results: object): Promise<void> {
  const machine = {
    cpus: cpus().length,
    model: cpus()[0]?.model,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    platform: process.platform,
  }
  const made = {
    at: new Date().toISOString(),
    commit: commit(),
    node: process.version,
    machine,
    connections: CONNECTIONS,
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ ...made, ...results }, null, 2)}\n`)
}

/** The default file, which git ignores. */
export const resultsFile = (name: string) => join(ROOT, 'bench/results', `${name}.json`)
