import { readFileSync } from 'node:fs'

/** `name` is class and position in hostile-html.txt. */
export type Hostile = { name: string; html: string }

const SIGNS: Record<string, string> = {
  '␀': '\0',
  '␉': '\t',
  '␊': '\n',
  '␍': '\r',
  '␌': '\f',
  '␈': '\b',
  '␛': '\u001b',
  '␡': '\u007f',
  '⍽': '\u200b',
  '⇄': '\u202e',
  '⎵': '\u00a0',
}

const decoded = (line: string) => line.replace(/[␀␉␊␍␌␈␛␡⍽⇄⎵]/g, (sign) => SIGNS[sign] ?? sign)

function written(): Hostile[] {
  const text = readFileSync(new URL('hostile-html.txt', import.meta.url), 'utf8')
  return text
    .split('\n# ')
    .slice(1)
    .flatMap((part) => {
      const [kind, ...lines] = part.split('\n')
      return lines.filter(Boolean).map((line, at) => ({ name: `${kind} ${at + 1}`, html: decoded(line) }))
    })
}

/** Texts too large for a line of the file. */
const HUGE: Hostile[] = [
  ['<b>'.repeat(5000), 'open tags'],
  [`${'<blockquote>'.repeat(1500)}fin${'</blockquote>'.repeat(1500)}`, 'quotes in quotes'],
  [`${'<ul><li>'.repeat(1500)}fin`, 'lists in lists'],
  ['<table><tr><td>'.repeat(500), 'tables in tables'],
  ['<'.repeat(20_000), 'signs of less'],
  ['&'.repeat(10_000), 'ampersands'],
  ['&#x41;'.repeat(5000), 'entities'],
  [`<p ${'onclick=alert(1) '.repeat(2000)}>x</p>`, 'attributes'],
  [`<a href="/${'a'.repeat(40_000)}">x</a>`, 'a long address'],
  [`<p>${'a'.repeat(40_000)}</p>`, 'a word without end'],
  ['<!--'.repeat(8000), 'comments'],
  ['</p>'.repeat(9000), 'closings'],
].map(([html = '', what]) => ({ name: `huge: ${what}`, html }))

export const HOSTILE: readonly Hostile[] = [...written(), ...HUGE]
