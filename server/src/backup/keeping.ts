import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const NAME = /^campus-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.tar$/

/** Names sort by time. */
export const backupName = (now: Date) => `campus-${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar`

/** Deletes all but the newest `many` backups of a folder, never a file that was named by hand; returns what went. */
export async function keepNewest(folder: string, many: number): Promise<string[]> {
  const backups = (await readdir(folder)).filter((name) => NAME.test(name)).sort()
  const old = backups.slice(0, -many)
  for (const name of old) await rm(join(folder, name))
  return old
}
