// Installs dependencies, finds Node 26 and builds the pages; plain JavaScript, because it runs on Node 20 with nothing
// installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export const ROOT = dirname(dirname(fileURLToPath(import.meta.url)))

const OLDEST_NODE = 24
const LONGEST_MS = 20 * 60_000
const at = (...names) => join(ROOT, ...names)
const sha = (text) => createHash('sha256').update(text).digest('hex')
const readOr = (file, otherwise) => (existsSync(file) ? readFileSync(file, 'utf8') : otherwise)

export function giveUp(text) {
  console.error(`\n${text}\n`)
  process.exit(1)
}

const call = (command, args, options) =>
  spawnSync(command, args, { cwd: ROOT, encoding: 'utf8', maxBuffer: 64_000_000, ...options })

/** Shows output only on failure, that of the last attempt. */
function step(name, ...attempts) {
  const began = performance.now()
  process.stdout.write(`  ${name}... `)
  let done
  for (const attempt of attempts) {
    done = attempt()
    if (done.status === 0) break
  }
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  console.log(done.status === 0 ? `listo en ${seconds} s` : `falló a los ${seconds} s`)
  if (done.status !== 0) giveUp([done.error?.message, done.stdout, done.stderr].filter(Boolean).join('\n').trim())
}

const packagesOf = (lock) =>
  // Workspaces may have their own versions, as in server/node_modules.
  Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

/** Whether node_modules matches the lock file. */
function agrees(lock, tools) {
  return packagesOf(lock).every(([path, { version, optional, dev, devOptional }]) => {
    if (optional || (!tools && (dev || devOptional))) return true
    return JSON.parse(readOr(at(path, 'package.json'), '{}')).version === version
  })
}

/** `--replace-registry-host=always` puts the configured registry in its place. */
const REGISTRY = 'https://registry.invalid'

/** The lock file with the addresses that it leaves out: without them npm downloads the list of all versions of each package. */
function withAddresses(lock) {
  const addressed = packagesOf(lock).map(([path, entry]) => {
    const name = path.split('node_modules/').at(-1)
    return [path, { ...entry, resolved: `${REGISTRY}/${name}/-/${name.split('/').at(-1)}-${entry.version}.tgz` }]
  })
  return { ...lock, packages: { ...lock.packages, ...Object.fromEntries(addressed) } }
}

function runNpm(lock, tools) {
  const npm = process.env.npm_execpath
  // npm's own Node: ours is in the folder that npm replaces.
  const node = process.env.npm_node_execpath ?? process.execPath
  const [command, ...before] = npm?.endsWith('.js') ? [node, npm] : ['npm']
  // `ci` refuses a lock file without another system's optional packages; `install` uses the locked versions and
  // writes nothing.
  const args = [...before, 'install', '--no-save', '--loglevel=error', '--no-audit', '--no-fund']
  args.push(tools ? '--include=dev' : '--omit=dev')
  // npm prefers this file to package-lock.json.
  const file = at('npm-shrinkwrap.json')
  const fast = () => {
    writeFileSync(file, JSON.stringify(withAddresses(lock)))
    const done = call(command, [...args, '--replace-registry-host=always'])
    rmSync(file)
    return done
  }
  // Again without, for a registry whose addresses are others.
  step('Instalando dependencias (installing dependencies)', fast, () => call(command, args))
}

/** What starting needs; with `tools`, or where they already are, also what tests, checks and measurements need. */
function install(wantsTools) {
  const text = readFileSync(at('package-lock.json'), 'utf8')
  const stamp = at('node_modules/.campus-install')
  const [installed, rest] = readOr(stamp, '').split(' ')
  if (installed === sha(text) && (rest === 'tools' || !wantsTools)) return
  const tools = wantsTools || existsSync(at('node_modules/vitest'))
  const lock = JSON.parse(text)
  if (!agrees(lock, tools)) {
    rmSync(stamp, { force: true })
    runNpm(lock, tools)
  }
  writeFileSync(stamp, `${sha(text)} ${tools ? 'tools' : ''}`)
}

/** npm 10 removes this link with the packages of other systems, whose own has the same name. */
function linkNode(link) {
  const { platform, arch } = process
  const names = [`node-${platform}-${arch}`, `node-bin-${platform}-${arch}`]
  const found = names.find((name) => existsSync(at('node_modules', name, 'bin/node')))
  if (found && !existsSync(link)) symlinkSync(`../${found}/bin/node`, link)
}

/** The Node of npm, or the current one when new enough. */
function findNode() {
  const ours = at('node_modules/.bin/node')
  linkNode(ours)
  const checked = at('node_modules/.campus-node')
  if (existsSync(ours)) {
    const mark = String(statSync(ours).mtimeMs)
    if (readOr(checked, '') === mark) return ours
    if (spawnSync(ours, ['--version']).status === 0) {
      writeFileSync(checked, mark)
      return ours
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= OLDEST_NODE) return process.execPath
  const system = `${process.platform}-${process.arch}`
  return giveUp(
    `npm no trajo un Node 26 que funcione en este sistema (${system}). Instala Node 26 y vuelve a intentarlo.\n` +
      `No working Node 26 came with npm for this system (${system}). Install Node 26 and try again.`,
  )
}

function filesUnder(folder) {
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesUnder(path) : [path]
  })
}

const PAGE_SOURCES = ['web/app', 'web/public', 'web/worker', 'contract/src']
const PAGE_FILES = [
  'web/vite.config.ts',
  'web/react-router.config.ts',
  'web/build-worker.ts',
  'web/precompress.ts',
  'web/postcss.config.mjs',
  'package-lock.json',
]

/** Compares sources by time and size, then by content. */
function build(node) {
  const stamp = at('web/build/.stamp')
  const files = [...PAGE_SOURCES.flatMap((folder) => filesUnder(at(folder))), ...PAGE_FILES.map((file) => at(file))]
  const present = files.filter((file) => existsSync(file)).sort()
  const [quickThen, contentThen] = readOr(stamp, '\n').split('\n')
  const quick = sha(present.map((file) => `${file} ${statSync(file).mtimeMs} ${statSync(file).size}`).join('\n'))
  const built = existsSync(at('web/build/server/index.js'))
  if (built && quick === quickThen) return
  const content = sha(present.map((file) => `${file} ${sha(readFileSync(file))}`).join('\n'))
  if (!built || content !== contentThen) {
    rmSync(stamp, { force: true })
    const tool = at('node_modules/.bin/react-router')
    const options = { cwd: at('web'), env: { ...process.env, NODE_ENV: 'production' } }
    step('Construyendo las páginas (building the pages)', () => call(node, [tool, 'build'], options))
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, `${quick}\n${content}`)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** The pid of a stale lock may have been reused, so the lock also expires. */
function isAbandoned(file) {
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
  const holder = Number(readOr(file, ''))
  return age > LONGEST_MS || (holder > 0 && !isAlive(holder))
}

/** A lock per folder, because concurrent builds would corrupt each other. */
async function alone(work) {
  const file = join(tmpdir(), `campus-${sha(ROOT).slice(0, 16)}.lock`)
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
      if (isAbandoned(file)) rmSync(file, { force: true })
      else await sleep(200)
    }
  }
  try {
    return work()
  } finally {
    rmSync(file, { force: true })
  }
}

/** Returns the path of Node; `pages: false` skips the build, `tools: true` installs what tests and checks need too. */
export async function prepare({ pages = true, tools = false } = {}) {
  return alone(() => {
    install(tools)
    const node = findNode()
    if (pages) build(node)
    return node
  })
}
