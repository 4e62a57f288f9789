import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `name` has the accents of every system in one form; `disk` is how this one writes it. */
export type Entry = { name: string; disk: string; folder: boolean; link: boolean }

/** An academy's folder, whose names are the same whichever system wrote them; paths are relative to it. */
export type Folder = {
  /** Without what systems leave behind, sorted. @throws the file system's error */
  entries: (place: string) => Entry[]
  /** The same, and nothing of what cannot be read. */
  readable: (place: string) => Entry[]
  has: (path: string) => boolean
  /** Where it lies on this disk. */
  pathOf: (path: string) => string
  /** A path that differs from a missing one in its capitals alone. */
  alike: (path: string) => string | null
}

/** Hidden files, locks and backups of editors, and what Windows, macOS and network drives put into folders. */
const LEFT_BEHIND =
  /^(?:\..*|~\$.*|.*~|desktop\.ini|(?:eh)?thumbs(?:_vista)?\.db|icon\r|__macosx|\$recycle\.bin|system volume information|@eadir|lost\+found|.*\.(?:tmp|crdownload|part|swp))$/is

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

export const inCapitalsAlike = (name: string): string => name.toLocaleLowerCase('es')

export function openFolder(root: string): Folder {
  const cache = new Map<string, Entry[]>()

  function read(place: string): Entry[] {
    const path = pathOf(place)
    const found = readdirSync(path, { withFileTypes: true }).map((entry): Entry => {
      const link = entry.isSymbolicLink()
      const folder = entry.isDirectory() || (link && isFolder(join(path, entry.name)))
      return { name: entry.name.normalize('NFC'), disk: entry.name, folder, link }
    })
    return found.filter(({ name }) => !LEFT_BEHIND.test(name)).sort((a, b) => (a.name < b.name ? -1 : 1))
  }

  function entries(place: string): Entry[] {
    const known = cache.get(place)
    if (known) return known
    const found = read(place)
    cache.set(place, found)
    return found
  }

  function readable(place: string): Entry[] {
    try {
      return entries(place)
    } catch {
      return []
    }
  }

  /** The names on this disk of a path's parts, as far as they are there. */
  function follow(path: string, same: (name: string, part: string) => boolean): Entry[] {
    const found: Entry[] = []
    for (const part of path.split('/').filter((name) => name !== '' && name !== '.')) {
      const place = found.map(({ name }) => name).join('/')
      const last = found.at(-1)
      const entry = last && !last.folder ? undefined : readable(place).find(({ name }) => same(name, part))
      if (!entry) return []
      found.push(entry)
    }
    return found
  }

  const exactly = (name: string, part: string) => name === part

  function pathOf(path: string): string {
    const found = follow(path, exactly)
    return found.length > 0 ? join(root, ...found.map(({ disk }) => disk)) : join(root, path)
  }

  return {
    entries,
    readable,
    pathOf,
    has: (path) => follow(path, exactly).length > 0,
    alike(path) {
      const found = follow(path, (name, part) => inCapitalsAlike(name) === inCapitalsAlike(part))
      return found.length > 0 ? found.map(({ name }) => name).join('/') : null
    },
  }
}
