import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const BEAT_MS = 30_000
/** Without a beat for so long, its process was killed. Not by process ids: copies on other machines may share the folder. */
const DEAD_MS = 10 * BEAT_MS

const PREFIX = '.temporal-'

/** Removes the folders that killed processes left in `place`. */
export async function sweepTemporary(place: string): Promise<void> {
  const names = await readdir(place).catch((): string[] => [])
  for (const name of names.filter((one) => one.startsWith(PREFIX))) {
    const folder = join(place, name)
    const beaten = await stat(folder).catch(() => null)
    if (beaten && beaten.mtimeMs < Date.now() - DEAD_MS) await rm(folder, { recursive: true, force: true })
  }
}

/** Runs `work` with a folder of its own in `place`, which is touched while it runs and removed afterwards. */
export async function withTemporary<T>(place: string, work: (folder: string) => Promise<T>): Promise<T> {
  await sweepTemporary(place)
  const folder = join(place, PREFIX + randomUUID())
  await mkdir(folder, { recursive: true })
  const touch = () => utimes(folder, new Date(), new Date()).catch(() => undefined)
  const beats = setInterval(touch, BEAT_MS).unref()
  try {
    return await work(folder)
  } finally {
    clearInterval(beats)
    await rm(folder, { recursive: true, force: true })
  }
}
