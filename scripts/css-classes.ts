/** Part of the checks: every class taken of a CSS module has a style, every style is taken, and lengths are those of the scale. */
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

/** At 20em letters are large for the width. */
const WIDTHS = ['20em', '37.5em', '48em', '64em', '75em']
const EXCEPTIONS = [
  // The narrowest phones.
  'app/shell/header.module.css 25em',
  'app/ui/pager.module.css 25em',
  // Letters of a drawing.
  'app/ui/error-page.module.css 24px',
]

const LETTERS = /(?<![\w-])font(?:-size)?:\s*([^;{}]+)/g
const SPACES = /(?<![\w-])(?:--[\w-]+-padding|margin|padding|(?:row-|column-)?gap)[\w-]*:\s*([^;{}]+)/g
const QUERIES = /@media([^{]+)|@mixin ((?:smaller|larger)-than[^{]+)/g

const fixed = (value: string) => value.replace(/clamp\([^()]*\)/g, '')
const rawLetters = (value: string) => fixed(value).match(/[\d.]+rem|^[\d.]+px/g) ?? []
/** Hairlines and the room for something are no spaces. */
const rawSpaces = (value: string) =>
  (fixed(value).match(/[\d.]+(?:px|rem)\b/g) ?? []).filter(
    (length) => length.endsWith('rem') || (Number.parseFloat(length) > 2 && Number.parseFloat(length) < 40),
  )
const rawWidths = (query: string) => {
  const old = query.match(/(?:min|max)-width|-than/g) ?? []
  const widths = [...query.matchAll(/\(width [<>=]+ ([^)]+)\)/g)].map(([, width = '']) => width)
  return [...old, ...widths.filter((width) => !WIDTHS.includes(width))]
}

/** Lengths that are no step of web/app/lib/tokens.css. */
export function lengthFaults(styles: Texts): string[] {
  const kinds = [[LETTERS, rawLetters] as const, [SPACES, rawSpaces] as const, [QUERIES, rawWidths] as const]
  return [...styles].flatMap(([file, css]) => {
    const code = css.replace(/\/\*.*?\*\//gs, (comment) => comment.replace(/[^\n]/g, ' '))
    return kinds.flatMap(([pattern, rawOf]) =>
      [...code.matchAll(pattern)].flatMap(({ index, 1: first, 2: second }) => {
        const raw = rawOf((first ?? second ?? '').trim()).filter((length) => !EXCEPTIONS.includes(`${file} ${length}`))
        return raw.map(
          (length) => `${file}:${code.slice(0, index).split('\n').length}: ${length} is no step of the scale`,
        )
      }),
    )
  })
}

if (import.meta.main) {
  const read = (pattern: string): Texts =>
    new Map(globSync(pattern, { cwd: WEB }).map((file) => [file, readFileSync(join(WEB, file), 'utf8')]))
  const styles = read('app/**/*.css')
  const modules = new Map([...styles].filter(([file]) => file.endsWith(MODULE)))
  const faults = [...(await classFaults(modules, read('app/**/*.{ts,tsx}'))), ...lengthFaults(styles)]
  for (const fault of faults) console.error(fault)
  process.exitCode = faults.length > 0 ? 1 : 0
}
