import ts from 'typescript'

type Kind = 'text' | 'element' | 'optional' | 'changing'

const CONSTANT = /^[A-Z][A-Z0-9_]*(\.\w+)*$/
const NODE_TYPE = (name: string) => new RegExp(`\\b${name}\\??: (\\(.*\\) => )?(ReactNode|ReactElement|JSX.Element)`)
/** Elements from another file. */
const NODES = /^(view|\w+\.dialog|.*createPortal\(.*)$/
const EMPTY = /^(null|undefined|false)$/

const bare = (node: ts.Expression): ts.Expression => (ts.isParenthesizedExpression(node) ? bare(node.expression) : node)

/** What an arrow function, or a name of this file, results in. */
function resultsOf(node: ts.Node): ts.Expression[] {
  if (ts.isVariableDeclaration(node)) return node.initializer ? [node.initializer] : []
  if (!ts.isArrowFunction(node) && !ts.isFunctionDeclaration(node)) return []
  if (!node.body || !ts.isBlock(node.body)) return node.body ? [node.body] : []
  return node.body.statements.flatMap((one) => (ts.isReturnStatement(one) && one.expression ? [one.expression] : []))
}

/** Nodes of a subtree that declare the name. */
function declarationsOf(name: string, under: ts.Node): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (
      (ts.isVariableDeclaration(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isBindingElement(node) ||
        ts.isParameter(node)) &&
      node.name?.getText() === name
    )
      found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(under)
  return found
}

/** Whether a name of this file is declared as a node, or is, or returns, an element. */
function isNamedElement(name: string, from: ts.Node, seen: ts.Node[]): boolean {
  let under = from.parent
  while (under.parent && declarationsOf(name, under).length === 0) under = under.parent
  return declarationsOf(name, under).some((node) => {
    if (ts.isBindingElement(node) || ts.isParameter(node)) return NODE_TYPE(name).test(node.getSourceFile().text)
    return !seen.includes(node) && resultsOf(node).some((result) => isElement(result, [...seen, node]))
  })
}

function isElement(given: ts.Expression, seen: ts.Node[] = []): boolean {
  const node = bare(given)
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return true
  if (EMPTY.test(node.getText())) return true
  if (ts.isConditionalExpression(node)) return isElement(node.whenTrue, seen) && isElement(node.whenFalse, seen)
  if (ts.isBinaryExpression(node)) return isElement(node.right, seen)
  if (ts.isArrowFunction(node)) return resultsOf(node).some((one) => isElement(one, seen))
  if (ts.isIdentifier(node)) return isNamedElement(node.text, node, seen)
  if (ts.isPropertyAccessExpression(node)) return NODE_TYPE(node.name.text).test(node.getSourceFile().text)
  if (!ts.isCallExpression(node)) return false
  return (
    isElement(node.expression, seen) ||
    (/\.map$/.test(node.expression.getText()) && node.arguments.some((one) => isElement(one, seen)))
  )
}

function kindOf(child: ts.JsxChild): Kind | undefined {
  if (ts.isJsxText(child)) return child.containsOnlyTriviaWhiteSpaces ? undefined : 'text'
  if (!ts.isJsxExpression(child)) return 'element'
  if (!child.expression) return undefined
  const node = bare(child.expression)
  if (isElement(node) || NODES.test(node.getText())) return 'optional'
  const fixed = ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || CONSTANT.test(node.getText())
  return fixed ? 'text' : 'changing'
}

/** Whether React would write to a text node, or put something before one, that a translator has replaced. */
function isLoose(kinds: Kind[]): boolean {
  return (
    (kinds.length > 1 && kinds.includes('changing')) ||
    kinds.some((kind, at) => kind === 'optional' && kinds.slice(at).find((next) => next !== 'optional') === 'text')
  )
}

/** Lines of elements whose changing text has siblings, and of fragments that hold text themselves. */
export function looseTexts(name: string, code: string): number[] {
  const source = ts.createSourceFile(name, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: number[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const kinds = node.children.map(kindOf).filter((kind) => kind !== undefined)
      const removesText = ts.isJsxFragment(node) && (kinds.includes('text') || kinds.includes('changing'))
      if (removesText || isLoose(kinds)) found.push(source.getLineAndCharacterOfPosition(node.getStart()).line + 1)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}
