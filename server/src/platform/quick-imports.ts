// Half of a start was one file read again and again: to know the kind of a `.js` file, Node reads the package.json above it
// anew for each module, and Drizzle's is 179 KB of JSON with a hundred modules below it, and a hundred of ours that name it.
// What Node found once is remembered: which file a name means to the sources of one workspace, and that the `.js` files of a
// folder are modules, which the package.json above decides for all of them alike. Everything else is left to Node.
import { registerHooks } from 'node:module'

const files = new Map<string, { url: string; format?: string | null }>()
const foldersOfModules = new Set<string>()

const folderOf = (url: string): string => url.slice(0, url.lastIndexOf('/') + 1)

/** The file beside another of the same package, when its folder is known to hold modules. */
function besideKnown(specifier: string, parent: string): string | undefined {
  if (!specifier.startsWith('.') || !specifier.endsWith('.js') || !parent.includes('/node_modules/')) return undefined
  const { href } = new URL(specifier, parent)
  return foldersOfModules.has(folderOf(href)) ? href : undefined
}

/** Under which name a package's file is remembered for all sources of a workspace; none for other imports. */
function nameFor(specifier: string, parent: string): string | undefined {
  const workspace = parent.indexOf('/src/')
  if (specifier.startsWith('.') || parent.includes('/node_modules/') || workspace < 0) return undefined
  return `${parent.slice(0, workspace)} ${specifier}`
}

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL: parent = '', conditions } = context
    if (specifier.startsWith('node:') || !conditions.includes('import')) return next(specifier, context)
    const beside = besideKnown(specifier, parent)
    if (beside) return { url: beside, format: 'module', shortCircuit: true }
    const name = nameFor(specifier, parent)
    const known = name && files.get(name)
    if (known) return { ...known, shortCircuit: true }
    const { url, format } = next(specifier, context)
    if (name) files.set(name, { url, format })
    if (format === 'module' && url.endsWith('.js')) foldersOfModules.add(folderOf(url))
    return { url, format }
  },
})
