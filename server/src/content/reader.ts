import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Folder } from './folder.ts'
import { SPANISH } from './mistake-texts.ts'
import { parseYaml, type YamlFile } from './yaml-file.ts'

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
  markdown: <S extends z.ZodType>(file: string, schema: S) => Written<z.output<S>> | null
}

/** `wrongAt` reports a mistake at a line of the text below the data. */
export type Written<T> = Checked<T> & { text: string; wrongAt: (line: number, reason: string) => void }

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/

const UNREADABLE: Record<string, string> = {
  ENOENT: 'falta el archivo',
  EACCES: 'no hay permiso para leerlo',
  EPERM: 'no hay permiso para leerlo',
  EISDIR: 'es una carpeta y debe ser un archivo',
  ENOTDIR: 'es un archivo y debe ser una carpeta',
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

const isIndex = (key: PropertyKey | undefined) => typeof key === 'number'

/** `preguntas.0.opciones.1` is *preguntas n.º 1, opciones n.º 2*. */
function nameOf(path: PropertyKey[]): string {
  const names = path.map((key, at) =>
    isIndex(key) ? ` n.º ${Number(key) + 1}` : `${at === 0 ? '' : ', '}${String(key)}`,
  )
  return names.length > 0 ? `${names.join('')}: ` : ''
}

/** Unknown keys are reported at the key itself. */
function explain(issue: z.core.$ZodIssue): { path: PropertyKey[]; reason: string }[] {
  const { path } = issue
  const name = nameOf(path)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], reason: `${name}no existe la clave «${key}»` }))
  return [{ path, reason: name + issue.message }]
}

const wantsText = (issue: z.core.$ZodIssue): boolean => issue.code === 'invalid_type' && issue.expected === 'string'

/** Of what is no text its length says nothing more. */
function firstOfEach(issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  const noTexts = new Set(issues.filter(wantsText).map(({ path }) => path.join('\n')))
  return issues.filter((issue) => wantsText(issue) || !noTexts.has(issue.path.join('\n')))
}

/** The data with another value at a path that is there. */
function withValue(data: unknown, [key, ...rest]: PropertyKey[], value: unknown): unknown {
  if (key === undefined) return value
  const copy = Array.isArray(data) ? [...data] : { ...(data as object) }
  Reflect.set(copy, key, withValue(Reflect.get(copy, key), rest, value))
  return copy
}

const check = (schema: z.ZodType, data: unknown) => schema.safeParse(data, { error: SPANISH })

/** A text that YAML takes for a number, true or false is what its author wrote: 007, 1.10, True. */
function inLetters(schema: z.ZodType, { data, lettersAt }: YamlFile): unknown {
  const issues = check(schema, data).error?.issues.filter(wantsText) ?? []
  return issues.reduce((changed, { path }) => {
    const letters = lettersAt(path)
    return letters === null ? changed : withValue(changed, path, letters)
  }, data)
}

export function createReader(folder: Folder): Reader {
  const mistakes: Mistake[] = []
  const wrong: Reader['wrong'] = (file, line, reason) => void mistakes.push({ file, line, reason })

  function textOf(file: string): string | null {
    try {
      // As macOS writes it, é has two signs: texts are compared, and stored, with one.
      return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(folder.pathOf(file))).normalize('NFC')
    } catch (error) {
      wrong(file, 1, UNREADABLE[codeOf(error)] ?? 'el archivo no se puede leer como texto UTF-8')
      return null
    }
  }

  function read<S extends z.ZodType>(
    file: string,
    text: string,
    before: number,
    schema: S,
  ): Checked<z.output<S>> | null {
    const yaml = parseYaml(text, before)
    if ('reason' in yaml) {
      wrong(file, yaml.line, yaml.reason)
      return null
    }
    const data = inLetters(schema, yaml)
    const parsed = schema.safeParse(data, { error: SPANISH })
    const issues = firstOfEach(parsed.error?.issues ?? []).flatMap(explain)
    for (const { path, reason } of issues) wrong(file, yaml.lineOf(path), reason)
    return parsed.success
      ? { value: parsed.data, wrong: (path, reason) => wrong(file, yaml.lineOf(path), reason) }
      : null
  }

  return {
    mistakes,
    wrong,
    names(place, what) {
      try {
        const wanted = folder.entries(place).filter((entry) => entry.folder === (what === 'folders'))
        return wanted.map(({ name }) => name)
      } catch (error) {
        const reason = UNREADABLE[codeOf(error)] ?? 'la carpeta no se puede leer'
        const reported = mistakes.some((mistake) => mistake.file === place && mistake.reason === reason)
        if (codeOf(error) !== 'ENOENT' && !reported) wrong(place, 1, reason)
        return []
      }
    },
    yaml(file, schema) {
      const text = textOf(file)
      return text === null ? null : read(file, text, 0, schema)
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
      const checked = read(file, front[1] ?? '', 1, schema)
      const above = front[0].split('\n').length - 1
      const wrongAt = (line: number, reason: string) => wrong(file, above + line, reason)
      return checked && { ...checked, text: text.slice(front[0].length), wrongAt }
    },
  }
}
