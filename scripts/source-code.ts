import ts from 'typescript'

function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

const parse = (name: string, text: string): ts.SourceFile => ts.createSourceFile(name, text, ts.ScriptTarget.Latest)

/** Literal regular expressions, and the source of dynamic ones. */
export function patternsOf(name: string, text: string): { written: string[]; made: string[] } {
  const source = parse(name, text)
  const written: string[] = []
  const made: string[] = []
  for (const node of nodesOf(source)) {
    if (ts.isRegularExpressionLiteral(node)) written.push(node.text)
    else if (ts.isNewExpression(node) || ts.isCallExpression(node))
      if (ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') made.push(node.getText(source))
  }
  return { written, made }
}
