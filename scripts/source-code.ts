import ts from 'typescript'

/** Every node of a source, whatever it stands in. */
function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  const children: ts.Node[] = []
  ts.forEachChild(node, (child) => void children.push(child))
  for (const child of children) yield* nodesOf(child)
}

const parse = (name: string, text: string): ts.SourceFile => ts.createSourceFile(name, text, ts.ScriptTarget.Latest)

/** Whether this is what a test is declared with: `it`, `test`, or one of them with `.each(…)` or `.for(…)` of rows. */
function declaresTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test'
  if (!ts.isCallExpression(callee) || !ts.isPropertyAccessExpression(callee.expression)) return false
  const { expression, name } = callee.expression
  return (name.text === 'each' || name.text === 'for') && declaresTest(expression)
}

/**
 * The titles of a file's tests, as they are written: `%s` and `${…}` stay as they are. Titles of groups (`describe`) and of steps are
 * none.
 */
export function testTitles(text: string): string[] {
  const source = parse('pruebas.ts', text)
  return [...nodesOf(source)].flatMap((node) => {
    if (!ts.isCallExpression(node) || !declaresTest(node.expression)) return []
    const [title] = node.arguments
    if (!title) return []
    if (ts.isStringLiteralLike(title)) return [title.text]
    return ts.isTemplateExpression(title) ? [title.getText(source).slice(1, -1)] : []
  })
}

/** The regular expressions of a source: those that are written out, and the text of what makes others when it runs. */
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
