import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Document,
  type ErrorCode,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml'
import type { z } from 'zod'
import { SPANISH } from './mistake-texts.ts'

/** `file` is relative to the academy's folder, `line` counts from 1. */
export type Mistake = { file: string; line: number; reason: string }

/** Nothing was written. */
export class ContentError extends Error {
  readonly mistakes: Mistake[]
  constructor(mistakes: Mistake[]) {
    super(mistakes.map(({ file, line, reason }) => `${file}:${line}: ${reason}`).join('\n'))
    this.mistakes = mistakes
  }
}

/** Reports a mistake at a path such as `['docentes', 0]`. */
export type Wrong = (path: PropertyKey[], reason: string) => void

export type Checked<T> = { value: T; wrong: Wrong }

/** Collects the mistakes of all files instead of stopping at the first. */
export type Reader = {
  mistakes: Mistake[]
  wrong: (file: string, line: number, reason: string) => void
  /** What a folder of the academy holds, sorted; empty when it does not exist. */
  names: (place: string, what: 'files' | 'folders') => string[]
  yaml: <S extends z.ZodType>(file: string, schema: S) => Checked<z.output<S>> | null
  markdown: <S extends z.ZodType>(file: string, schema: S) => (Checked<z.output<S>> & { text: string }) | null
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

const REFERENCE = 'hay un * o un & de referencia que no sirve aquí; si es parte del texto, ponlo entre comillas'
const TAG = 'hay un ! de más; si es parte del texto, ponlo entre comillas'

const YAML_REASONS: Record<ErrorCode, string> = {
  ALIAS_PROPS: REFERENCE,
  BAD_ALIAS: REFERENCE,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: 'la línea empieza con %, que está reservado',
  BAD_DQ_ESCAPE: 'hay una barra \\ que sobra dentro de las comillas',
  BAD_INDENT: 'la sangría no es correcta',
  BAD_PROP_ORDER: TAG,
  BAD_SCALAR_START: 'el texto empieza con un signo reservado: ponlo entre comillas',
  BLOCK_AS_IMPLICIT_KEY: 'hay dos puntos de más; si son parte del texto, ponlo entre comillas',
  BLOCK_IN_FLOW: 'entre corchetes o llaves no caben varias líneas de este tipo',
  DUPLICATE_KEY: 'la clave está repetida',
  IMPOSSIBLE: 'esta línea no se entiende',
  KEY_OVER_1024_CHARS: 'el nombre de la clave es demasiado largo',
  MISSING_CHAR: 'falta un signo, quizá una comilla o un corchete',
  MULTILINE_IMPLICIT_KEY: 'faltan los dos puntos después de la clave',
  MULTIPLE_ANCHORS: REFERENCE,
  MULTIPLE_DOCS: 'hay un --- de más',
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: 'la clave debe ser una palabra',
  RESOURCE_EXHAUSTION: 'hay demasiadas referencias con *',
  TAB_AS_INDENT: 'la sangría se hace con espacios, no con tabuladores',
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN: 'hay algo de más en esta línea',
}

const UNREADABLE: Record<string, string> = {
  ENOENT: 'falta el archivo',
  EACCES: 'no hay permiso para leerlo',
  EPERM: 'no hay permiso para leerlo',
  EISDIR: 'es una carpeta y debe ser un archivo',
  ENOTDIR: 'es un archivo y debe ser una carpeta',
}
const EMPTY_FILE = 'el archivo está vacío'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

type Lines = (path: PropertyKey[]) => number

type Step = { offset: number | undefined; node: unknown }

function stepInto(node: unknown, key: PropertyKey): Step | null {
  if (isMap(node)) {
    const pair = node.items.find((item) => isScalar(item.key) && String(item.key.value) === String(key))
    return pair ? { offset: (pair.key as Node).range?.[0], node: pair.value } : null
  }
  if (!isSeq(node)) return null
  const item = node.items[Number(key)] as Node | undefined
  return item ? { offset: item.range?.[0], node: item } : null
}

/** The line of a key, or of its nearest existing parent. */
function lineFinder(root: Node | null, counter: LineCounter, before: number): Lines {
  return (path) => {
    let node: unknown = root
    let offset = root?.range?.[0] ?? 0
    for (const key of path) {
      const step = stepInto(node, key)
      if (!step) break
      node = step.node
      offset = step.offset ?? offset
    }
    return counter.linePos(offset).line + before
  }
}

/** Unknown keys are reported at the key itself. */
function explain(issue: z.core.$ZodIssue): { path: PropertyKey[]; reason: string }[] {
  const name = issue.path.length ? `${issue.path.join('.')}: ` : ''
  if (issue.code !== 'unrecognized_keys') return [{ path: issue.path, reason: name + issue.message }]
  return issue.keys.map((key) => ({ path: [...issue.path, key], reason: `${name}no existe la clave «${key}»` }))
}

function lineOfAlias(document: Document.Parsed, counter: LineCounter): number {
  let offset = 0
  visit(document, {
    Alias(_, alias) {
      offset = alias.range?.[0] ?? 0
      return alias.resolve(document) ? undefined : visit.BREAK
    },
  })
  return counter.linePos(offset).line
}

type Parsed = { data: unknown; lineOf: Lines } | { line: number; reason: string }

/** `before`: lines of the file above the text. Of several mistakes the first, whose consequences the others mostly are. */
function parse(text: string, before: number): Parsed {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const [error] = document.errors
  if (error) return { line: counter.linePos(error.pos[0]).line + before, reason: YAML_REASONS[error.code] }
  if (document.contents === null) return { line: 1 + before, reason: EMPTY_FILE }
  try {
    return { data: document.toJS(), lineOf: lineFinder(document.contents, counter, before) }
  } catch (thrown) {
    // A reference to nothing shows itself only here.
    if (!(thrown instanceof ReferenceError)) throw thrown
    return { line: lineOfAlias(document, counter) + before, reason: REFERENCE }
  }
}

export function createReader(folder: string): Reader {
  const mistakes: Mistake[] = []
  const wrong: Reader['wrong'] = (file, line, reason) => void mistakes.push({ file, line, reason })

  function textOf(file: string): string | null {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(join(folder, file)))
    } catch (error) {
      wrong(file, 1, UNREADABLE[codeOf(error)] ?? 'el archivo no se puede leer como texto UTF-8')
      return null
    }
  }

  function check<S extends z.ZodType>(
    file: string,
    text: string,
    before: number,
    schema: S,
  ): Checked<z.output<S>> | null {
    const read = parse(text, before)
    if ('reason' in read) {
      wrong(file, read.line, read.reason)
      return null
    }
    const { data, lineOf } = read
    const parsed = schema.safeParse(data, { error: SPANISH })
    if (parsed.success) return { value: parsed.data, wrong: (path, reason) => wrong(file, lineOf(path), reason) }
    for (const { path, reason } of parsed.error.issues.flatMap(explain)) wrong(file, lineOf(path), reason)
    return null
  }

  return {
    mistakes,
    wrong,
    names(place, what) {
      try {
        const found = readdirSync(join(folder, place), { withFileTypes: true })
        const wanted = found.filter((entry) => entry.isDirectory() === (what === 'folders'))
        return wanted.flatMap(({ name }) => (name.startsWith('.') ? [] : [name])).sort()
      } catch (error) {
        const reason = UNREADABLE[codeOf(error)] ?? 'la carpeta no se puede leer'
        const told = mistakes.some((mistake) => mistake.file === place && mistake.reason === reason)
        if (codeOf(error) !== 'ENOENT' && !told) wrong(place, 1, reason)
        return []
      }
    },
    yaml(file, schema) {
      const text = textOf(file)
      return text === null ? null : check(file, text, 0, schema)
    },
    markdown(file, schema) {
      const text = textOf(file)
      if (text === null) return null
      const front = text.match(FRONT_MATTER)
      if (!front) {
        const open = /^---\r?\n/.test(text)
        wrong(file, 1, open ? 'falta la línea --- que cierra los datos' : 'faltan los datos entre --- al comienzo')
        return null
      }
      const checked = check(file, front[1] ?? '', 1, schema)
      return checked && { ...checked, text: text.slice(front[0].length) }
    },
  }
}
