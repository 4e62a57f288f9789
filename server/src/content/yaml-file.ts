import {
  type Document,
  type ErrorCode,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml'

const REFERENCE = 'hay un * o un & de referencia que no sirve aquí; si es parte del texto, ponlo entre comillas'
const TAG = 'hay un ! de más; si es parte del texto, ponlo entre comillas'
const ESCAPE = 'hay una barra \\ que sobra dentro de las comillas; escríbela dos veces o usa comillas simples'

const YAML_REASONS: Record<ErrorCode, string> = {
  ALIAS_PROPS: REFERENCE,
  BAD_ALIAS: REFERENCE,
  BAD_COLLECTION_TYPE: TAG,
  BAD_DIRECTIVE: 'la línea empieza con %, que está reservado',
  BAD_DQ_ESCAPE: ESCAPE,
  BAD_INDENT: 'la sangría no es correcta',
  BAD_PROP_ORDER: TAG,
  BAD_SCALAR_START: 'el texto empieza con un signo reservado: ponlo entre comillas',
  BLOCK_AS_IMPLICIT_KEY: 'hay dos puntos de más; si son parte del texto, ponlo entre comillas',
  BLOCK_IN_FLOW: 'entre corchetes o llaves no caben varias líneas de este tipo',
  DUPLICATE_KEY: 'la clave está repetida',
  IMPOSSIBLE: 'esta línea no se entiende',
  KEY_OVER_1024_CHARS: 'el nombre de la clave es demasiado largo',
  MISSING_CHAR: 'falta un signo, quizá una comilla o un corchete',
  MULTILINE_IMPLICIT_KEY: 'faltan los dos puntos y un espacio después de la clave',
  MULTIPLE_ANCHORS: REFERENCE,
  MULTIPLE_DOCS: 'hay un --- o un ... de más',
  MULTIPLE_TAGS: TAG,
  NON_STRING_KEY: 'la clave debe ser una palabra',
  RESOURCE_EXHAUSTION: 'hay demasiadas referencias con *',
  TAB_AS_INDENT: 'la sangría se hace con espacios, no con tabuladores',
  TAG_RESOLVE_FAILED: TAG,
  UNEXPECTED_TOKEN:
    "hay algo de más en esta línea; si todo es un texto, ponlo entre comillas simples (') y escribe dos veces las que lleve dentro",
}
const OPEN_QUOTES = 'falta la comilla que cierra este texto'
const BLOCK = 'un > o un | al comienzo anuncia un texto de varias líneas; si es parte del texto, ponlo entre comillas'
const EMPTY_FILE = 'el archivo está vacío'

/** `path` leads to a text without quotes that lost what follows it on its line, to a comment or to the next of a list. */
export type Comment = { path: PropertyKey[]; reason: string }

export type YamlFile = {
  data: unknown
  /** The line of a key, or of its nearest existing parent. */
  lineOf: (path: PropertyKey[]) => number
  /** A number, true or false as its author wrote it; null of anything else. */
  lettersAt: (path: PropertyKey[]) => string | null
  /** How to write what was no text as one; null where nothing was written. */
  quotesAt: (path: PropertyKey[]) => string | null
  comments: Comment[]
}

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

/** The node that a path reaches, where an alias is what it refers to, and the offset of the last key found on the way. */
function follow(document: Document.Parsed, path: PropertyKey[]): { offset: number; node: unknown } {
  let node: unknown = document.contents
  let offset = document.contents?.range?.[0] ?? 0
  for (const key of path) {
    const step = stepInto(node, key)
    if (!step) return { offset, node: undefined }
    node = isAlias(step.node) ? step.node.resolve(document) : step.node
    offset = step.offset ?? offset
  }
  return { offset, node }
}

const HINT = 'ponlo entre comillas'
const MAX_SAMPLE = 80

/** With the text in quotes where it is short enough to be shown. */
function hint(letters: string): string {
  const text = letters.trim()
  if (text === '' || text.includes('\n') || text.length > MAX_SAMPLE) return HINT
  return `${HINT}: ${/["\\]/.test(text) ? `'${text.replaceAll("'", "''")}'` : `"${text}"`}`
}

const restOfLine = (text: string, from: number): string => text.slice(from).match(/^[^\r\n]*/)?.[0] ?? ''

/** `clave: # nada` and `- #FF0000` have no value, and a comment. */
const commentAfter = (text: string, node: Node): string | null =>
  restOfLine(text, node.range?.[1] ?? text.length).match(/^[ \t]*#.*/)?.[0] ?? null

const COMMENT = 'lo que sigue al signo # no se lee; si es parte del texto,'

function quotesOf(text: string, node: unknown): string | null {
  if (!isNode(node) || !node.range) return null
  const letters = text.slice(node.range[0], node.range[1])
  if (isCollection(node)) return `debe ser un texto; si lo es, ${hint(letters)}`
  if (!isScalar(node) || node.value !== null) return null
  const comment = commentAfter(text, node)
  if (letters === '') return comment && `${COMMENT} ${hint(comment)}`
  return `«${letters}» quiere decir que no hay valor; si es el texto, ${hint(letters)}`
}

type Place = { path: PropertyKey[]; flow: boolean }

/** `[S/ 1,500, S/ 2,300]`: a comma of a number, which ended the text. Lists of bare numbers may do without blanks. */
function commaAfter(text: string, { range }: Node): string | null {
  const letters = range ? text.slice(range[0], range[1]) : ''
  const more = restOfLine(text, range?.[1] ?? text.length).match(/^,\d+/)?.[0]
  if (more === undefined || !/\d$/.test(letters) || !/[^\d.]/.test(letters)) return null
  return `la coma separa dos elementos de la lista; si es parte del texto, ${hint(letters + more)}`
}

/** The comments behind unquoted values, and the commas within, wherever they are. */
function commentsOf(text: string, node: unknown, { path, flow }: Place): Comment[] {
  const inner = (key: PropertyKey, value: unknown) =>
    commentsOf(text, value, { path: [...path, key], flow: flow || (isCollection(node) && node.flow === true) })
  if (isMap(node)) return node.items.flatMap(({ key, value }) => inner(String(isScalar(key) ? key.value : key), value))
  if (isSeq(node)) return node.items.flatMap((item, at) => inner(at, item))
  if (!isScalar(node) || node.type !== 'PLAIN' || !node.range) return []
  const comma = flow ? commaAfter(text, node) : null
  if (comma !== null) return [{ path, reason: comma }]
  const comment = commentAfter(text, node)
  if (comment === null) return []
  // The line's end may be another value's in a list between brackets.
  const sample = flow ? '' : text.slice(node.range[0], node.range[1]) + comment
  return [{ path, reason: `${COMMENT} ${hint(sample)}` }]
}

type Fault = { offset: number; reason: string }

const CONTROL_ESCAPE = /^(?:[^\\]|\\[^0abefrtvNLP_])*\\[0abefrtvNLP_]/

function reasonOfScalar({ type, value, range }: Scalar, text: string): string | null {
  const letters = range ? text.slice(range[0], range[1]) : ''
  if (type === 'QUOTE_DOUBLE' && CONTROL_ESCAPE.test(letters)) return ESCAPE
  return type?.startsWith('BLOCK_') && value === '' ? BLOCK : null
}

/** What YAML takes for something else without a word: a mark before a text, a code in quotes. */
function silentFault(document: Document.Parsed, text: string): Fault | null {
  const anchors = new Map<string, number>()
  let found: Fault | null = null
  visit(document, {
    Node(_, node) {
      const offset = node.range?.[0] ?? 0
      if (isAlias(node)) anchors.delete(node.source)
      else if (node.anchor !== undefined) anchors.set(node.anchor, offset)
      const tagged = 'tag' in node && node.tag !== undefined ? TAG : null
      const reason = (isScalar(node) && reasonOfScalar(node, text)) || tagged
      if (reason) found ??= { offset, reason }
    },
  })
  const [unused] = anchors.values()
  return found ?? (unused === undefined ? null : { offset: unused, reason: REFERENCE })
}

/** What the lexer says beside the letters of a file. */
const [DOCUMENT_NEXT, FLOW_BROKEN, SCALAR_NEXT] = ['\u0002', '\u0018', '\u001f']
const BRACKETS: Record<string, number> = { '[': 1, '{': 1, ']': -1, '}': -1 }

type Sign = { token: string; offset: number; depth: number }

/** All but the texts, with how deep in brackets it stands; ends where brackets end without closing. */
function* signsOf(text: string): Generator<Sign> {
  let [offset, depth, isText] = [0, 0, false]
  for (const token of new Lexer().lex(text)) {
    if (token === FLOW_BROKEN) return
    const isSilent = token === DOCUMENT_NEXT || token === SCALAR_NEXT
    if (!isText && !isSilent) {
      depth += BRACKETS[token] ?? 0
      yield { token, offset, depth }
    }
    isText = token === SCALAR_NEXT
    if (!isSilent) offset += token.length
  }
}

const remarkOf = (before: string, { token, offset }: Sign): Fault => {
  const sample = (before.match(/[^,[{]*$/)?.[0] ?? '') + (token.match(/^#[^,\]}]*/)?.[0] ?? '')
  return { offset, reason: `${COMMENT} ${hint(sample)}` }
}

/**
 * A comment between brackets takes what follows on its line along: values, as in `[Rojo, #FF0000,`, or the closing bracket.
 * One with a blank behind `#` is taken for a remark as long as the brackets close.
 */
function commentInBrackets(text: string): Fault | null {
  let open: Fault | null = null
  let values: Fault | null = null
  for (const sign of signsOf(text)) {
    if (sign.depth === 0) open = null
    if (sign.depth === 0 || !sign.token.startsWith('#')) continue
    const before = text.slice(text.lastIndexOf('\n', sign.offset) + 1, sign.offset)
    if (before.trim() !== '') open ??= remarkOf(before, sign)
    if (/[,[{]\s*$/.test(before) && /^#[\p{L}\p{N}]/u.test(sign.token)) values ??= remarkOf(before, sign)
  }
  return open ?? values
}

/** Quotes that never close take the rest of the file along; their beginning is what there is to mend. */
function openQuotes(document: Document.Parsed, end: number): Fault | null {
  let found: Fault | null = null
  visit(document, {
    Scalar(_, { type, range }) {
      if (type?.startsWith('QUOTE_') && range && range[1] >= end) found ??= { offset: range[0], reason: OPEN_QUOTES }
    },
  })
  return found
}

/** A comment ends an unquoted text that goes on below it. */
function commentAbove(text: string, below: number): Fault | null {
  const before = text.slice(0, below).trimEnd()
  const line = before.lastIndexOf('\n') + 1
  const at = before.slice(line).search(/(?<=^|\s)#/)
  const startsAnew = /^-\s|:(?:\s|$)/.test(restOfLine(text, below).trim())
  return at < 0 || startsAnew ? null : { offset: line + at, reason: `${COMMENT} ${HINT}` }
}

function faultOf(document: Document.Parsed, text: string): Fault | null {
  const [fault] = [...document.errors, ...document.warnings]
  const comment = commentInBrackets(text)
  if (!fault) return comment ?? silentFault(document, text)
  if (comment && comment.offset < fault.pos[0]) return comment
  const [offset] = fault.pos
  const quotes = fault.message.startsWith('Missing closing') ? openQuotes(document, offset) : null
  const above = ['BAD_INDENT', 'MISSING_CHAR'].includes(fault.code) ? commentAbove(text, offset) : null
  return quotes ?? above ?? { offset, reason: YAML_REASONS[fault.code] }
}

function offsetOfAlias(document: Document.Parsed): number {
  let offset = 0
  visit(document, {
    Alias(_, alias) {
      offset = alias.range?.[0] ?? 0
      return alias.resolve(document) ? undefined : visit.BREAK
    },
  })
  return offset
}

/** `before`: lines of the file above the text. Of several mistakes the first, whose consequences the others mostly are. */
export function parseYaml(text: string, before: number): YamlFile | { line: number; reason: string } {
  const counter = new LineCounter()
  const lineAt = (offset: number) => counter.linePos(offset).line + before
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'error' })
  const [error] = document.errors
  const fault = faultOf(document, text)
  if (error === undefined && document.contents === null) return { line: 1 + before, reason: EMPTY_FILE }
  try {
    const data: unknown = error ? null : document.toJS()
    if (fault) return { line: lineAt(fault.offset), reason: fault.reason }
    return {
      data,
      lineOf: (path) => lineAt(follow(document, path).offset),
      lettersAt(path) {
        const { node } = follow(document, path)
        const isLetters = isScalar(node) && ['number', 'boolean'].includes(typeof node.value)
        return isLetters ? (node.source ?? null) : null
      },
      quotesAt: (path) => quotesOf(text, follow(document, path).node),
      comments: commentsOf(text, document.contents, { path: [], flow: false }),
    }
  } catch (thrown) {
    // A reference to nothing shows itself only here.
    if (!(thrown instanceof ReferenceError)) throw thrown
    return { line: lineAt(offsetOfAlias(document)), reason: REFERENCE }
  }
}
