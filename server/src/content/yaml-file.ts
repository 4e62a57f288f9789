import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

export type YamlFile = {
  data: unknown
  /** The line of a key, or of its nearest existing parent. */
  lineOf: (path: PropertyKey[]) => number
  /** A number, true or false as its author wrote it; null of anything else. */
  lettersAt: (path: PropertyKey[]) => string | null
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

/** `before`: lines of the file above the text. Of several mistakes the first, whose consequences the others mostly are. */
export function parseYaml(text: string, before: number): YamlFile | { line: number; reason: string } {
  const counter = new LineCounter()
  const placeAt = (offset: number) => {
    const { line, col } = counter.linePos(offset)
    return { line: line + before, col }
  }
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'error' })
  const wrong = (message: string, offset: number) => {
    const { line, col } = placeAt(offset)
    return { line, reason: `esto no es YAML, en la columna ${col}: ${message}` }
  }
  const [error] = [...document.errors, ...document.warnings]
  if (error) return wrong(error.message, error.pos[0])
  if (document.contents === null) return { line: 1 + before, reason: 'el archivo está vacío' }

  /** The node that a path reaches, where an alias is what it refers to, and the offset of the last key found on the way. */
  function follow(path: PropertyKey[]): { offset: number; node: unknown } {
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

  try {
    return {
      data: document.toJS(),
      lineOf: (path) => placeAt(follow(path).offset).line,
      lettersAt(path) {
        const { node } = follow(path)
        const isLetters = isScalar(node) && ['number', 'boolean'].includes(typeof node.value)
        return isLetters ? (node.source ?? null) : null
      },
    }
  } catch (thrown) {
    // A reference to nothing shows itself only here.
    if (!(thrown instanceof ReferenceError)) throw thrown
    return wrong(thrown.message, 0)
  }
}
