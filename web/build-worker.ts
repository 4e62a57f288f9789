import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

type Chunk = { file: string; css?: string[]; imports?: string[] }
type Manifest = Record<string, Chunk>

/** Screens whose program is loaded ahead, so that a tap without a connection finds them. */
const GUESTS = /^app\/(shell|features\/catalogue\/(landing|list|course))\//
const STUDENTS =
  /^app\/(shell|features\/(catalogue|learning|exams|comments|certificates|calendar|notifications|forums\/(list|thread)))\//

/** What those modules import at once; what they import late is fetched when it is used. */
function filesFor(manifest: Manifest, screens: RegExp): string[] {
  const files = new Set<string>()
  const add = (name: string): void => {
    const { file, css = [], imports = [] } = manifest[name] ?? { file: '' }
    if (!file || files.has(`/${file}`)) return
    for (const one of [file, ...css]) files.add(`/${one}`)
    for (const other of imports) add(other)
  }
  for (const name of Object.keys(manifest)) if (screens.test(name)) add(name)
  return [...files].sort()
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Builds the service worker into `<folder>/worker`, apart from the pages' files, because the server may replace it. */
export async function buildWorker(folder: string): Promise<void> {
  const manifest = JSON.parse(await readFile(`${folder}/client/.vite/manifest.json`, 'utf8')) as Manifest
  const routes = (await readdir(`${folder}/client/assets`)).find((name) => /^manifest-.*\.js$/.test(name))
  if (!routes) throw new Error('React Router wrote no manifest of its routes.')
  await build({
    configFile: false,
    root: here('.'),
    publicDir: false,
    logLevel: 'warn',
    define: {
      'process.env.NODE_ENV': '"production"',
      WARM_FILES: JSON.stringify({ visita: filesFor(manifest, GUESTS), alumno: filesFor(manifest, STUDENTS) }),
      BUILT_AT: String(Date.now()),
      MANIFEST: JSON.stringify(`/assets/${routes}`),
    },
    build: {
      outDir: `${folder}/worker`,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: here('worker/sw.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
}
