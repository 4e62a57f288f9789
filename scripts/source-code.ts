import ts from 'typescript'

/** A node before its children, in the order of the source. */
export function* nodesOf(root: ts.Node): Generator<ts.Node> {
  const waiting = [root]
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    yield node
    const children: ts.Node[] = []
    ts.forEachChild(node, (child) => void children.push(child))
    waiting.push(...children.reverse())
  }
}

export const parse = (name: string, text: string): ts.SourceFile =>
  ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)

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
