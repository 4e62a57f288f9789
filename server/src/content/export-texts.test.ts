import { cleanLine, cleanText } from '@campus/contract/texts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { cleanHtml, markdownToHtml } from '../kit/html/html.ts'
import { courseNames, orderedNames } from './export-names.ts'
import { HTML_MARK } from './markdown.ts'
import { toText } from './write-text.ts'
import { toYaml } from './write-yaml.ts'
import { parseYaml } from './yaml-file.ts'

const HOSTILE = [
  ...[
    ': # - " \' \n 🦙',
    '..',
    '../../etc',
    '/',
    '\\',
    '-',
    '- uno',
    'a'.repeat(200),
    '🎨'.repeat(100),
    ' a',
    'a ',
    'con',
    'CON.txt',
  ],
  ...[
    'no',
    'yes',
    'true',
    'null',
    '~',
    '1e3',
    '0x1F',
    '007',
    '1.10',
    '2026-01-01',
    '2026-01-01T00:00',
    '.inf',
    '<<',
    '=',
    '',
    '""',
    "''",
  ],
  ...[
    '[1, 2]',
    '{a: b}',
    '&nota',
    '*nota',
    '!nota',
    '|',
    '>',
    '%',
    '@',
    '`',
    'a: b',
    'a #b',
    '# b',
    '---',
    '...',
    '--- a',
    '\t',
    'a\tb',
  ],
  ...[
    '日本語',
    'n-1',
    'm-2',
    'readme',
    'LEEME',
    '.oculto',
    'x.tmp',
    'uno (1)',
    'Copia de x',
    'ñandú',
    'ﬁn',
    'a\u0338b',
    '\u200f',
    'a\u2028b',
  ],
]
const text = () =>
  fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 60 }), fc.string({ maxLength: 30 }))
const RUNS = { numRuns: 500 }

const SAFE = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,98}[\p{L}\p{N}])?$/u
const folded = (name: string) => name.toLocaleLowerCase('es')

const things = () => fc.array(fc.record({ clave: text(), nombre: text() }), { maxLength: 120 })

it('names of folders are safe, different and in order, whatever things are called', () => {
  fc.assert(
    fc.property(things(), (given) => {
      const courses = courseNames(given.map((thing, at) => ({ ...thing, clave: `${thing.clave}${at}` })))
      const ordered = orderedNames(given, 'leccion')
      for (const name of [...courses, ...ordered]) expect(name).toMatch(SAFE)
      expect(new Set(courses.map(folded)).size).toBe(given.length)
      expect(new Set(ordered.map(folded)).size).toBe(given.length)
      expect([...ordered].sort()).toEqual(ordered)
      for (const name of ordered) expect(name).toMatch(/^\d/)
    }),
    { numRuns: 100 },
  )
})

it.each([
  [
    ['01-uno', '02-dos'],
    ['01-uno', '02-dos'],
  ],
  [
    ['02-dos', '01-uno'],
    ['01-dos', '02-uno'],
  ],
  [
    ['01-uno', '9f1b2c3d-5c2a-4e00-8a7b-0c1d2e3f4a5b-2'],
    ['01-uno', '02-el-segundo'],
  ],
  [
    ['1', '2'],
    ['1', '2'],
  ],
])('keys of files stay where they are in order: %s', (keys, names) => {
  expect(
    orderedNames(
      keys.map((clave) => ({ clave, nombre: 'El segundo' })),
      'leccion',
    ),
  ).toEqual(names)
})

const Facts = z.strictObject({ uno: z.string(), lista: z.array(z.strictObject({ a: z.string(), b: z.string() })) })

it('any text is itself in a file of facts', () => {
  fc.assert(
    fc.property(text().map(cleanLine), text().map(cleanText), (line, prose) => {
      const facts = {
        uno: line,
        lista: [
          { a: prose, b: line },
          { a: line, b: prose },
        ],
      }
      const file = parseYaml(toYaml(facts).normalize('NFC'), 0)
      if (!('data' in file)) throw new Error(file.reason)
      expect(Facts.parse(file.data)).toEqual(facts)
    }),
    RUNS,
  )
})

/** As the loader reads a text. */
const read = (written: string): string => {
  const file = written.normalize('NFC').trim()
  return file.startsWith(`${HTML_MARK}\n`) ? cleanHtml(file.slice(HTML_MARK.length + 1)) : markdownToHtml(file)
}

const TAGS = ['p', 'ul><li', 'ol><li', 'blockquote><p', 'pre><code', 'h2', 'h3', 'table><tbody><tr><td', 'ul><li><p']
const MARKS = ['strong', 'em', 's', 'code', 'u', 'a href="https://example.pe/?a=1&amp;b=(2)"', 'span']
const escaped = (words: string) => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const ends = (tag: string) =>
  tag
    .split('><')
    .map((name) => name.split(' ')[0])
    .reverse()
    .join('></')

const html = () =>
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...TAGS),
        fc.array(fc.tuple(fc.option(fc.constantFrom(...MARKS)), text()), { maxLength: 4 }),
      ),
      { maxLength: 5 },
    )
    .map((blocks) =>
      blocks.map(([tag, parts]) => {
        const inner = parts.map(([mark, words]) =>
          mark ? `<${mark}>${escaped(words)}</${ends(mark)}>` : escaped(words),
        )
        return `<${tag}>${inner.join('')}</${ends(tag)}>`
      }),
    )

it('any text of the editor is the very same after a file', () => {
  fc.assert(
    fc.property(html(), fc.constantFrom('', '\n'), (blocks, between) => {
      const stored = cleanHtml(blocks.join(between))
      // What is cleaned twice need not be the same for a browser's half tags.
      fc.pre(cleanHtml(stored) === stored)
      expect(read(toText(stored))).toBe(stored)
    }),
    RUNS,
  )
})

it.each([
  'Uno *dos* **tres** `cuatro` [cinco](https://example.pe "Seis")\\\nsiete',
  '## Título\n\n- uno\n- dos\n  - tres\n\n1. cuatro\n2. cinco',
  '> Cita\n\n```\ncódigo\n\n  más\n```\n\n---',
  '```pregunta\n¿Uno < dos?\n- [x] Sí\n- [ ] No\n```',
  '| A | B |\n| --- | --- |\n| 1 | 2 \\| 3 |',
  'Dijo “hola”: 5 \\* 3, \\_a\\_ y “¿qué?” — fin.',
])('what Markdown wrote is Markdown again: %s', (markdown) => {
  const stored = markdownToHtml(markdown)
  expect(toText(stored)).not.toContain(HTML_MARK)
  expect(read(toText(stored))).toBe(stored)
})
