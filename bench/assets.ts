import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const CLIENT = fileURLToPath(new URL('../web/build/client', import.meta.url))

type Module = { module: string; imports?: string[]; css?: string[] }
type Routes = { url: string; entry: Module; routes: Record<string, Module & { parentId?: string }> }
type Files = Record<string, { file: string; imports?: string[]; css?: string[] }>

/** Gzipped bytes of a first visit of a route, and its files. */
export type Weight = { js: number; css: number; files: string[] }

async function readRoutes(): Promise<Routes> {
  const name = (await readdir(join(CLIENT, 'assets'))).find((file) => file.startsWith('manifest-'))
  if (!name) throw new Error('web/build has no manifest: build it first.')
  const text = await readFile(join(CLIENT, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Routes
}

async function gzipped(paths: Set<string>): Promise<number> {
  let bytes = 0
  for (const path of paths) bytes += gzipSync(await readFile(join(CLIENT, path)), { level: 9 }).length
  return bytes
}

/** The route whose id ends with `file`, and its layouts up to the root. */
function chainOf({ entry, routes }: Routes, file: string): Module[] {
  const chain: Module[] = [entry]
  for (let id = Object.keys(routes).find((key) => key.endsWith(file)); id; id = routes[id]?.parentId) {
    const route = routes[id]
    if (route) chain.push(route)
  }
  if (chain.length < 2) throw new Error(`web/build has no route ${file}.`)
  return chain
}

function closureOf(files: Files, source: string, found = new Set<string>()): Set<string> {
  const made = files[source]
  if (!made) throw new Error(`web/build has no file for ${source}.`)
  if (found.has(made.file)) return found
  for (const path of [made.file, ...(made.css ?? [])]) found.add(path)
  for (const needed of made.imports ?? []) closureOf(files, needed, found)
  return found
}

/** Of each island of a public page (web/app/ui/island.tsx), and of `late` parts, with what wakes it: what a guest's first press loads. */
export async function weightOfIslands(late: readonly string[]): Promise<Record<string, Weight>> {
  const files = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Files
  const weigh = async (source: string) => {
    const all = [...closureOf(files, source, closureOf(files, 'app/islands.tsx'))].map((file) => `/${file}`)
    const js = all.filter((file) => file.endsWith('.js'))
    return [source, { js: await gzipped(new Set(js)), css: 0, files: js }] as const
  }
  return Object.fromEntries(
    await Promise.all(
      Object.keys(files)
        .filter((key) => key.endsWith('.island.tsx') || late.includes(key))
        .map(weigh),
    ),
  )
}

/** `atOnce` are sources that the route imports on demand but as soon as it runs. */
export async function weightOf(file: string, atOnce: readonly string[] = []): Promise<Weight> {
  const files = JSON.parse(await readFile(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Files
  const routes = await readRoutes()
  const paths = chainOf(routes, file).flatMap(({ module, imports = [], css = [] }) => [module, ...imports, ...css])
  paths.push(routes.url)
  for (const source of atOnce) for (const path of closureOf(files, source)) paths.push(`/${path}`)
  // A fragment is not part of the file's name.
  const all = [...new Set(paths.map((path) => path.replace(/[?#].*$/, '')))]
  const [js, css] = ['.js', '.css'].map((ending) => new Set(all.filter((path) => path.endsWith(ending))))
  return { js: await gzipped(js ?? new Set()), css: await gzipped(css ?? new Set()), files: all }
}
