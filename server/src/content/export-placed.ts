import { extname } from 'node:path'
import type { MaterialPart } from '@campus/contract/documents/lesson'
import { SHOWN, UNKNOWN } from './assets.ts'
import { createNames, readable } from './export-names.ts'

/** A file of an export: a text, or the key of a stored file. */
export type ExportedFile = { path: string } & ({ text: string } | { key: string })

/** Addresses of pictures in texts. */
export const PLACED_PICTURE = /\/api\/storage\/imagenes\/[0-9a-f]{64}-1280\.webp/g
const PICTURE = /^\/api\/storage\/(fotos|imagenes)\/([0-9a-f]{64})-1280\.webp$/

/** Collects the stored files that texts of a folder name; those that are missing are left out of the texts. */
export type Placed = {
  /** Its path in the folder. */
  picture: (address: string | null) => string | undefined
  file: (material: MaterialPart) => { ruta: string; formato?: string } | undefined
  /** Path in the folder by key. */
  files: ReadonlyMap<string, string>
}

/** Endings of files that the loader passes over. */
const PASSED_OVER = new Set(['.tmp', '.part', '.swp'])

export function placeFiles(missing: ReadonlySet<string>): Placed {
  const files = new Map<string, string>()
  const draw = createNames()

  function place(key: string, pathOf: () => string): string | undefined {
    if (missing.has(key)) return undefined
    const path = files.get(key) ?? pathOf()
    files.set(key, path)
    return path
  }

  return {
    files,
    picture(address) {
      const [, area, name] = PICTURE.exec(address ?? '') ?? []
      // A name by which the storage knows it again.
      return area && name ? place(`${area}/${name}-1280.webp`, () => `imagenes/${name}.webp`) : undefined
    },
    file({ tipo, nombre, ruta: key, formato }) {
      const ending = PASSED_OVER.has(extname(key ?? '')) ? '.bin' : extname(key ?? '')
      const word = readable(nombre.replace(/\.\w{2,5}$/, ''), 'archivo')
      const ruta = key === null ? undefined : place(key, () => `archivos/${draw(word, ending)}`)
      if (ruta === undefined) return undefined
      const special = formato === UNKNOWN || (tipo === 'Archivo' && !SHOWN.has(formato ?? ''))
      return { ruta, ...(special && formato && { formato }) }
    },
  }
}
