/** Part of the checks: every class taken of a CSS module has a style, and every style is taken. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { preprocessCSS, resolveConfig } from 'vite'
import { nodesOf, parse } from './source-code.ts'

const WEB = join(import.meta.dirname, '../web')
const MODULE = '.module.css'

type Texts = ReadonlyMap<string, string>
type Use = { style: string; name: string | undefined; at: string }

/** `import classes from`, or a part's prop `classes: typeof import('./footer.module.css').default`. */
function importOf(node: ts.Node): [name: string, path: string][] {
  const isType = ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
  const name = ts.isImportDeclaration(node) ? node.importClause?.name?.text : isType && 'classes'
  const path = ts.isImportDeclaration(node) ? node.moduleSpecifier : isType && node.argument.literal
  return name && path && ts.isStringLiteral(path) && path.text.endsWith(MODULE) ? [[name, path.text]] : []
}

/** Not the name of a field, an attribute or a parameter, nor handed on as `<Part classes={footer} />`. */
function isRead(node: ts.Node): node is ts.Identifier {
  const { name, propertyName } = node.parent as { name?: ts.Node; propertyName?: ts.Node }
  if (!ts.isIdentifier(node) || ts.isImportClause(node.parent)) return false
  if (name === node || propertyName === node) return ts.isShorthandPropertyAssignment(node.parent)
  const place = node.parent.parent
  return !(ts.isJsxAttribute(place) && place.name.getText() === 'classes')
}

/** Nameless where a class is not written as `classes.name`. */
function usesOf(file: string, text: string): Use[] {
  const source = parse(file, text)
  const nodes = [...nodesOf(source)].slice(1)
  const styles = new Map(nodes.flatMap(importOf))
  return nodes.filter(isRead).flatMap((node) => {
    const path = styles.get(node.text)
    if (!path) return []
    const name = ts.isPropertyAccessExpression(node.parent) ? node.parent.name.text : undefined
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    return [{ style: join(file, '..', path), name, at: `${file}:${line}` }]
  })
}

/** As the build compiles them; keyframes are exported too. */
async function classesOf(styles: Texts): Promise<Map<string, string[]>> {
  const config = await resolveConfig({ root: WEB, configFile: false }, 'build')
  const compiled = [...styles].map(async ([file, css]): Promise<[string, string[]]> => {
    const { code, modules = {} } = await preprocessCSS(css, join(WEB, file), config)
    return [file, Object.keys(modules).filter((name) => code.includes(`.${modules[name]}`))]
  })
  return new Map(await Promise.all(compiled))
}

export async function classFaults(styles: Texts, screens: Texts): Promise<string[]> {
  const classes = await classesOf(styles)
  const uses = [...screens].flatMap(([file, text]) => (text.includes(MODULE) ? usesOf(file, text) : []))
  const taken = new Set(uses.map(({ style, name }) => `${style} ${name}`))
  const wrong = uses.flatMap(({ style, name, at }) => {
    if (!name) return [`${at}: write each class of ${style} as classes.name`]
    return classes.get(style)?.includes(name) ? [] : [`${at}: ${style} has no .${name}`]
  })
  const dead = [...classes].flatMap(([style, names]) =>
    names.filter((name) => !taken.has(`${style} ${name}`)).map((name) => `${style}: no screen takes .${name}`),
  )
  return [...wrong, ...dead]
}

if (import.meta.main) {
  const read = (pattern: string): Texts =>
    new Map(globSync(pattern, { cwd: WEB }).map((file) => [file, readFileSync(join(WEB, file), 'utf8')]))
  const faults = await classFaults(read(`app/**/*${MODULE}`), read('app/**/*.{ts,tsx}'))
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
