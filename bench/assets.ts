import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const CLIENT = fileURLToPath(new URL('../web/build/client', import.meta.url))

type Module = { module: string; imports?: string[]; css?: string[] }
type Manifest = { entry: Module; routes: Record<string, Module & { parentId?: string }> }

/** Gzipped bytes that a first visit of a route loads. */
export type Weight = { js: number; css: number }

async function readManifest(): Promise<Manifest> {
  const name = (await readdir(join(CLIENT, 'assets'))).find((file) => file.startsWith('manifest-'))
  if (!name) throw new Error('web/build has no manifest: build it first.')
  const text = await readFile(join(CLIENT, 'assets', name), 'utf8')
  return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as Manifest
}

async function gzipped(paths: Set<string>): Promise<number> {
  let bytes = 0
  // An address may end in a fragment, which is no part of the file's name.
  for (const path of new Set([...paths].map((path) => path.replace(/[?#].*$/, ''))))
    bytes += gzipSync(await readFile(join(CLIENT, path)), { level: 6 }).length
  return bytes
}

/** What the route whose id ends with `file` needs: the entry, the route, its layouts, and all that they import. */
export async function weightOf(file: string): Promise<Weight> {
  const { entry, routes } = await readManifest()
  const needed: Module[] = [entry]
  for (let id = Object.keys(routes).find((key) => key.endsWith(file)); id; id = routes[id]?.parentId) {
    const route = routes[id]
    if (route) needed.push(route)
  }
  if (needed.length < 2) throw new Error(`web/build has no route ${file}.`)
  return {
    js: await gzipped(new Set(needed.flatMap(({ module, imports = [] }) => [module, ...imports]))),
    css: await gzipped(new Set(needed.flatMap(({ css = [] }) => css))),
  }
}
