import { slugOf } from '@campus/contract/settings'
import { inCapitalsAlike } from './folder.ts'

/** Safe as a folder of any system, and read by the loader. */
const SAFE = /^[\p{L}\p{N}](?:[\p{L}\p{N} _-]{0,98}[\p{L}\p{N}])?$/u
/** Keys of what the editor made or moved. */
const DRAWN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|readme|leeme|licencia|license)$/i

/** The readable part of a name; `otherwise` for one without a Latin letter. */
export function readable(name: string, otherwise: string): string {
  const slug = slugOf(`x ${name}`).slice(2) || otherwise
  return RESERVED.test(slug) ? `${slug}-1` : slug
}

export const isSafeKey = (key: string): boolean => SAFE.test(key) && !DRAWN.test(key) && !RESERVED.test(key)

/** Draws names that no other one of the same folder has, also where capitals do not count. */
export function createNames(taken: string[] = []): (name: string, ending?: string) => string {
  const used = new Set(taken.map(inCapitalsAlike))
  return (name, ending = '') => {
    let unique = name + ending
    for (let n = 2; used.has(inCapitalsAlike(unique)); n++) unique = `${name}-${n}${ending}`
    used.add(inCapitalsAlike(unique))
    return unique
  }
}

type Keyed = { clave: string; nombre: string }

/** Folder names of courses: their own keys, otherwise what is readable of their names. */
export function courseNames(courses: Keyed[]): string[] {
  const draw = createNames(courses.map(({ clave }) => clave).filter(isSafeKey))
  return courses.map(({ clave, nombre }) => (isSafeKey(clave) ? clave : draw(readable(nombre, 'curso'))))
}

const isOrdered = (keys: string[]): boolean => keys.every((key, at) => at === 0 || (keys[at - 1] ?? '') < key)

/** Names of modules or lessons, in whose order the loader reads them: their own keys where those are in order. */
export function orderedNames(things: Keyed[], otherwise: string): string[] {
  const keys = things.map(({ clave }) => clave)
  const unlike = new Set(keys.map(inCapitalsAlike)).size === keys.length
  if (unlike && keys.every((key) => isSafeKey(key) && /^\d/.test(key)) && isOrdered(keys)) return keys
  const digits = Math.max(2, String(things.length).length)
  return things.map(({ clave, nombre }, at) => {
    const word = isSafeKey(clave) ? clave.replace(/^[\d\s._-]+/, '') : ''
    return `${String(at + 1).padStart(digits, '0')}-${readable(word || nombre, otherwise)}`
  })
}
