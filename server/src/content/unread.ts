import { join } from 'node:path'
import { PAGE_KEYS } from '@campus/contract/rules'
import { OF_COURSE, OF_MODULE } from './course.ts'
import type { Entry, Folder } from './folder.ts'
import type { Mistake } from './reader.ts'

/** What a folder of an academy holds beside the pictures and files that its texts name. */
type Place = {
  files: (string | RegExp)[]
  folders: { name: string | RegExp; place: Place }[]
  /** The same for the reader of a mistake. */
  known: string
}

const README = /^(?:readme|l[eé]eme|licen[sc]i?[ae])(?:\.\w+)?$/i

const place = (known: string, files: Place['files'], folders: Place['folders'] = []): Place => ({
  known,
  files,
  folders,
})

const MODULE = place('modulo.yaml, examen.yaml, encuesta.yaml y lecciones como 01-nombre.md', [
  'modulo.yaml',
  OF_MODULE,
  /\.md$/,
])
const COURSE = place(
  'curso.md, examen-final.yaml, encuesta.yaml y carpetas de módulos como 01-nombre',
  ['curso.md', OF_COURSE],
  [{ name: /^\d/, place: MODULE }],
)
const COURSES = place('la carpeta de cada curso', [], [{ name: /./, place: COURSE }])
const PAGE_FILES = PAGE_KEYS.map((clave) => `${clave}.md`)
const BRAND_FILES = ['marca.yaml', 'premios.yaml', 'prompts.yaml', 'foros.yaml', 'comentarios.yaml']
const BRAND = place([...BRAND_FILES, 'paginas', 'cursos'].join(', '), BRAND_FILES, [
  { name: 'paginas', place: place(PAGE_FILES.join(', '), PAGE_FILES) },
  { name: 'cursos', place: COURSES },
])

const is = (name: string, known: string | RegExp): boolean =>
  typeof known === 'string' ? name === known : known.test(name)

type Read = {
  slugs: string[]
  /** Pictures and files that texts name. */
  named: ReadonlySet<string>
}

/** A file or folder that is neither known in its place nor named by a text, and no README, is a mistake. */
export function findUnread(folder: Folder, { slugs, named }: Read): Mistake[] {
  const mistakes: Mistake[] = []
  const wrong = (file: string, reason: string) => void mistakes.push({ file, line: 1, reason })
  const isFile = (path: string, name: string, allowed: Place) =>
    named.has(path) || README.test(name) || allowed.files.some((known) => is(name, known))

  /** What a folder is for; null where nothing in it is read. */
  function insideOf(path: string, name: string, allowed: Place): Place | null {
    const known = allowed.folders.find((one) => is(name, one.name))
    if (known) return known.place
    return [...named].some((file) => file.startsWith(`${path}/`)) ? place(allowed.known, []) : null
  }

  function visit(path: string, { name, folder: isFolder }: Entry, allowed: Place): void {
    const inside = isFolder ? insideOf(path, name, allowed) : null
    if (inside) walk(path, inside)
    else if (isFolder || !isFile(path, name, allowed))
      wrong(path, `nadie lee esto; aquí van ${allowed.known}, y lo que un texto nombra`)
  }

  function walk(path: string, allowed: Place): void {
    // A link to a folder may lead back to where it stands.
    const entries = folder.readable(path).filter((entry) => !(entry.folder && entry.link))
    for (const [at, entry] of entries.entries()) {
      const inner = join(path, entry.name)
      if (entries[at - 1]?.name === entry.name)
        wrong(inner, 'hay dos con este nombre, con sus acentos en formas distintas')
      else visit(inner, entry, allowed)
    }
  }

  const brands = slugs.map((name) => ({ name, place: BRAND }))
  // Of a folder that is no academy everything would be left out.
  if (slugs.length > 0)
    walk('', place('personas.yaml y la carpeta de cada marca, con su marca.yaml', ['personas.yaml'], brands))
  return mistakes
}
