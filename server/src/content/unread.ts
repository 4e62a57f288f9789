import { extname, join } from 'node:path'
import { PAGE_KEYS } from '@campus/contract/rules'
import { OF_COURSE, OF_MODULE } from './course.ts'
import { type Entry, type Folder, inCapitalsAlike } from './folder.ts'
import type { Mistake } from './reader.ts'

/** A folder within another: whether it holds such a name, and whether it is a brand's. */
type Within = { name: string; holds: (names: RegExp) => boolean; brand: boolean }

/** What a folder of an academy is for: the files it holds, what looks like content but is none there, and its folders. */
type Place = {
  expected: string[]
  /** Exams and surveys. */
  evaluations?: RegExp
  content: RegExp
  hint?: string
  lessons?: boolean
  /** The place that a folder in it is, or why it is none. */
  folder: (within: Within) => Place | string
}

const YAML = /\.ya?ml(?:\.txt)?$/i
const YAML_OR_MARKDOWN = /\.(?:ya?ml|md|markdown|mdown|mkd|gdoc)(?:\.txt)?$/i
const ANY_TEXT =
  /\.(?:ya?ml|md|mdx|markdown|mdown|mkd|txt|docx?|odt|rtf|pages|html?|gdoc|gslides|gsheet|lnk|url|webloc)$/i

const README = /^(?:readme|l[eé]eme|licen[sc]i?[ae])(?:\.|$)/i
const OF_A_BRAND = /^(?:marca\.ya?ml(?:\.txt)?|premios\.ya?ml|prompts\.ya?ml|foros\.ya?ml|paginas|cursos)$/i
const OF_A_MODULE = /^(?:modulo|examen)\.ya?ml(?:\.txt)?$/i
const NO_BRAND = 'nadie lee esta carpeta; la de una marca tiene su marca.yaml'
const NO_MODULE = 'nadie lee esta carpeta; el nombre de la de un módulo empieza con un número, como 02-ventas'

/** The placeholder of a file that macOS stores in iCloud alone. */
const IN_ICLOUD = /^\..+\.icloud$/i

/** Pictures and files that texts name. */
const ASSETS: Place = {
  expected: [],
  content: /^(?:curso\.md|(?:marca|modulo|examen|examen-final)\.ya?ml)$/i,
  hint: 'su carpeta no es la de una marca, un curso o un módulo',
  folder: () => ASSETS,
}
const BELOW_MODULE: Place = {
  expected: [],
  content: YAML_OR_MARKDOWN,
  hint: 'una lección está en la carpeta de su módulo',
  folder: () => BELOW_MODULE,
}
const MODULE: Place = {
  expected: ['modulo.yaml', 'examen.yaml', 'encuesta.yaml'],
  evaluations: OF_MODULE,
  content: ANY_TEXT,
  lessons: true,
  folder: () => BELOW_MODULE,
}
const COURSE: Place = {
  expected: ['curso.md', 'examen-final.yaml', 'encuesta.yaml'],
  evaluations: OF_COURSE,
  content: YAML_OR_MARKDOWN,
  folder({ name, holds }) {
    if (/^\d/.test(name)) return MODULE
    return holds(OF_A_MODULE) ? NO_MODULE : ASSETS
  },
}
const COURSES: Place = {
  expected: [],
  content: YAML_OR_MARKDOWN,
  hint: 'cada curso es una carpeta con su curso.md',
  folder: () => COURSE,
}
const PAGES: Place = { expected: PAGE_KEYS.map((clave) => `${clave}.md`), content: /^/, folder: () => ASSETS }
const BRAND: Place = {
  expected: ['marca.yaml', 'premios.yaml', 'prompts.yaml', 'foros.yaml', 'comentarios.yaml'],
  content: YAML_OR_MARKDOWN,
  folder: ({ name }) =>
    new Map([
      ['paginas', PAGES],
      ['cursos', COURSES],
    ]).get(name) ?? ASSETS,
}
const ROOT: Place = {
  expected: ['personas.yaml'],
  content: YAML,
  folder({ brand, holds }) {
    if (brand) return BRAND
    return holds(OF_A_BRAND) ? NO_BRAND : ASSETS
  },
}

const COPIES = [
  /^(?:copia|copy) (?:de|of) (?<original>.+)$/i,
  /^(?<original>.+?)(?: -)? (?:copia|copy)(?: \d+)?$/i,
  // Also of Linux, and what drives make of two changes at once.
  /^(?<original>.+?) \((?:\d+|[^()]*(?:copia|copy|conflict)[^()]*)\)$/i,
]

/** The names that a copy made by Windows, macOS or a drive may have been copied from, since there are copies of copies. */
function originalsOf(name: string, folder: boolean): string[] {
  const extension = folder ? '' : extname(name)
  const found: string[] = []
  let stem: string | undefined = name.slice(0, name.length - extension.length)
  while (stem !== undefined) {
    const copy: string = stem
    stem = COPIES.map((pattern) => copy.match(pattern)?.groups?.original).find(Boolean)
    if (stem !== undefined) found.push(stem + extension)
  }
  return found
}

function reasonFor(name: string, { expected, hint, lessons }: Place): string {
  const names = expected.join(', ')
  if (hint) return `nadie lee este archivo; ${hint}`
  if (lessons && !YAML.test(name))
    return 'nadie lee este archivo; el nombre de una lección termina en .md, en minúsculas'
  return `nadie lee este archivo; se esperaba ${names}`
}

/** Two names that one system takes for two and another for one, or a copy beside what it was copied from. */
function doubleOf({ name, folder }: Entry, siblings: Entry[], at: number, content: RegExp): string | null {
  const same = siblings.findIndex((other) => inCapitalsAlike(other.name) === inCapitalsAlike(name))
  if (same < at) return `«${siblings[same]?.name}» se llama igual; un nombre no puede cambiar solo en mayúsculas`
  const originals = folder || content.test(name) ? originalsOf(name, folder) : []
  const original = originals.find((one) => siblings.some((other) => other.name === one))
  return original === undefined ? null : `parece una copia de «${original}»; bórrala o cámbiale el nombre`
}

export type Unread = { mistakes: Mistake[]; unused: string[] }

type Known = {
  slugs: string[]
  named: ReadonlySet<string>
  /** What is wrong already. */
  reported: ReadonlySet<string>
}

type Search = Known & { folder: Folder; found: Unread }

function checkFile(path: string, name: string, place: Place, { named, found }: Search): void {
  const isLesson = place.lessons === true && name.endsWith('.md')
  const isRead = place.expected.includes(name) || place.evaluations?.test(name) || isLesson || named.has(path)
  if (isRead || README.test(name)) return
  if (IN_ICLOUD.test(name)) found.mistakes.push({ file: path, line: 1, reason: 'está en iCloud y no aquí; descárgalo' })
  else if (place.content.test(name)) found.mistakes.push({ file: path, line: 1, reason: reasonFor(name, place) })
  else found.unused.push(path)
}

function checkFolder(path: string, name: string, place: Place, search: Search): void {
  if (search.reported.has(path)) return
  const holds = (names: RegExp) => search.folder.readable(path).some((entry) => names.test(entry.name))
  const within = place.folder({ name, holds, brand: search.slugs.includes(name) })
  if (typeof within === 'string') search.found.mistakes.push({ file: path, line: 1, reason: within })
  else walk(path, within, search)
}

function walk(path: string, place: Place, search: Search): void {
  const siblings = search.folder.readable(path)
  for (const [at, entry] of siblings.entries()) {
    const inner = join(path, entry.name)
    const double = place === ASSETS ? null : doubleOf(entry, siblings, at, place.content)
    if (double) search.found.mistakes.push({ file: inner, line: 1, reason: double })
    else if (!entry.folder) checkFile(inner, entry.name, place, search)
    // A link may lead back to where it stands.
    else if (!entry.link) checkFolder(inner, entry.name, place, search)
  }
}

/**
 * Reports every file that was left out: as a mistake where it looks like content, as unused where it is a picture or a file
 * that no text names, since an academy may keep its originals beside what it shows.
 */
export function findUnread(folder: Folder, known: Known): Unread {
  const found: Unread = { mistakes: [], unused: [] }
  // Of a folder that is no academy everything would be left out.
  if (known.slugs.length > 0) walk('', ROOT, { folder, ...known, found })
  return found
}
