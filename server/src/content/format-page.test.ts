import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { useApp } from '../../test/harness.ts'
import { readAcademy } from './academy.ts'
import { loadAcademy } from './load.ts'
import { ContentError } from './reader.ts'

const PAGE = fileURLToPath(new URL('../../../docs/content-format.md', import.meta.url))
const COURSE = 'qhapaq/cursos/animacion-3d-con-blender'
const MODULE = `${COURSE}/01-primeros-pasos`

/** Where the example below each heading of the page belongs; those of Markdown are its front matter. */
const PLACES: Record<string, string> = {
  'marca.yaml': 'qhapaq/marca.yaml',
  'paginas/\\<clave\\>.md': 'qhapaq/paginas/reembolsos.md',
  'premios.yaml': 'qhapaq/premios.yaml',
  'prompts.yaml': 'qhapaq/prompts.yaml',
  'foros.yaml': 'qhapaq/foros.yaml',
  'curso.md': `${COURSE}/curso.md`,
  'modulo.yaml': `${MODULE}/modulo.yaml`,
  'A lesson, 01-\\<leccion\\>.md': `${MODULE}/01-la-interfaz.md`,
  'examen.yaml, examen-final.yaml, encuesta.yaml': `${MODULE}/examen.yaml`,
  'personas.yaml': 'personas.yaml',
}

type Row = { keys: string[]; required: boolean }
type Section = { file: string; text: string; example: unknown; rows: Row[] }

const rowsOf = (section: string): Row[] =>
  [...section.matchAll(/^\| (`[^|]*) \|([^|]*)\|/gm)].map(([, keys = '', required = '']) => ({
    keys: [...keys.matchAll(/`([^`]+)`/g)].map(([, key = '']) => key),
    required: required.trim() === 'yes',
  }))

const sections: Section[] = readFileSync(PAGE, 'utf8')
  .split(/^## /m)
  .slice(1)
  .flatMap((section) => {
    const text = section.match(/^```yaml\n([\s\S]*?)^```$/m)?.[1]
    const heading = section.split('\n', 1)[0] ?? ''
    return text === undefined
      ? []
      : [{ file: PLACES[heading] ?? heading, text, example: parse(text), rows: rowsOf(section) }]
  })

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#555"/></svg>'
const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'

const folder = mkdtempSync(join(tmpdir(), 'campus-formato-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function put(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function putExample(file: string, yaml: string): void {
  put(file, file.endsWith('.md') ? `---\n${yaml}---\n\nUn texto.\n` : yaml)
}

for (const { file, text } of sections) putExample(file, text)
for (const name of readFileSync(PAGE, 'utf8').matchAll(/[\w/-]+\.(svg|png|pdf|txt)/g))
  for (const place of ['.', 'qhapaq', COURSE, MODULE]) put(join(place, name[0]), name[1] === 'pdf' ? PDF : SVG)

/** Leaves only the pictures that an example names. */
async function removeUnread(): Promise<void> {
  const error: unknown = await readAcademy(folder, { today: '2026-11-20' }).catch((thrown: unknown) => thrown)
  if (!(error instanceof ContentError)) return
  for (const { file } of error.mistakes)
    if (!/\.(?:ya?ml|md)$/.test(file)) rmSync(join(folder, file), { recursive: true })
}

/** The files with a mistake. */
async function wrongFiles(): Promise<string[]> {
  try {
    await readAcademy(folder, { today: '2026-11-20' })
    return []
  } catch (error) {
    if (error instanceof ContentError) return error.mistakes.map(({ file }) => file)
    throw error
  }
}

/** Takes `a.b[].c` out of the first element of each list on its way; whether it was there. */
function remove(example: unknown, path: string): boolean {
  const names = path.replaceAll('[]', '.0').split('.')
  const last = names.pop() ?? ''
  const parent = names.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], example)
  if (typeof parent !== 'object' || parent === null || !(last in parent)) return false
  delete (parent as Record<string, unknown>)[last]
  return true
}

/** Its keys as the tables write them, of the first element of each list; a lone key within a value is part of it. */
function pathsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return pathsOf(value[0], `${path}[]`)
  if (typeof value !== 'object' || value === null) return []
  const entries = Object.entries(value)
  if (path !== '' && entries.length === 1) return []
  return entries.flatMap(([key, inner]) => {
    const own = path === '' ? key : `${path}.${key}`
    return [own, ...pathsOf(inner, own)]
  })
}

const isWithin = (path: string, parent: string) => path.startsWith(`${parent}.`) || path.startsWith(`${parent}[]`)

/** A row that names a key's parent speaks for the key, unless other rows go into that parent. */
function unnamed(example: unknown, rows: Row[]): string[] {
  const named = rows.flatMap(({ keys }) => keys)
  const speaks = (parent: string) => !named.some((key) => isWithin(key, parent))
  return pathsOf(example).filter((path) => !named.some((key) => key === path || (isWithin(path, key) && speaks(key))))
}

/** Required keys are missed one by one; optional ones of a row belong together. */
const triesOf = ({ keys, required }: Row): [keys: string[], required: boolean][] =>
  required ? keys.map((key) => [[key], true]) : [[keys, false]]

describe('the page of the content format', () => {
  const t = useApp()

  it('has an example of every file, and all of them are loaded', async () => {
    expect(sections.map(({ file }) => file).sort()).toEqual(Object.values(PLACES).sort())
    await removeUnread()
    expect(await wrongFiles()).toEqual([])
    expect(await loadAcademy(t.deps, folder)).toEqual({
      marcas: 1,
      cursos: 1,
      personas: 2,
      existentes: { marcas: [], cursos: [], personas: [] },
    })
  })

  it.each(sections)('names every key of $file', ({ example, rows }) => {
    expect(unnamed(example, rows)).toEqual([])
  })

  it.each(sections)('says which keys of $file are required', async ({ file, text, example, rows }) => {
    for (const [keys, required] of rows.flatMap(triesOf)) {
      const changed = structuredClone(example)
      const removed = keys.filter((key) => remove(changed, key))
      expect(removed).toEqual(keys)
      putExample(file, stringify(changed))
      expect([file, keys, (await wrongFiles()).includes(file)]).toEqual([file, keys, required])
    }
    putExample(file, text)
  })
})
