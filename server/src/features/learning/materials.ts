import type { Material } from '@campus/contract/catalogue'
import { cutText } from '@campus/contract/shorten'
import { cleanLine } from '@campus/contract/texts'
import { and, eq } from 'drizzle-orm'
import { shownHtml } from '../../kit/html/html.ts'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Signer } from '../../platform/files/signing.ts'
import { materiales } from '../catalogue/catalogue.tables.ts'

/** Long enough to open a file, too short to share its URL. */
const URL_SECONDS = 600

/** Types that cannot run scripts in a page; SVG and HTML are downloads. */
const INLINE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** The signed part of the URL. */
const materialPath = (id: number): string => `/api/materiales/${id}/archivo`

/** Signs the URLs of files, drops links that are not http(s), sanitizes texts. */
export function withSignedUrls(signer: Signer, materials: Material[]): Material[] {
  return materials.map((material) => {
    if (material.tipo === 'Archivo' || material.tipo === 'Otro')
      return { ...material, ruta: signer.sign(materialPath(material.id), URL_SECONDS) }
    const texto = material.texto && shownHtml(material.texto)
    const ruta = /^https?:\/\//i.test(material.ruta ?? '') ? material.ruta : null
    return { ...material, texto, ruta }
  })
}

export type MaterialFile = { clave: string; nombre: string; formato: string | null }

/** @throws NO_ENCONTRADO also for an invalid or expired signature */
export async function findMaterialFile(
  db: Db,
  signer: Signer,
  id: number,
  query: { vence?: string; firma?: string },
): Promise<MaterialFile> {
  if (!signer.check(materialPath(id), query)) throw fail('NO_ENCONTRADO')
  const [file] = await db
    .select({ clave: materiales.ruta, nombre: materiales.nombre, formato: materiales.formato })
    .from(materiales)
    .where(and(eq(materiales.id, id), isAnyOf(materiales.tipo, ['Archivo', 'Otro'])))
  if (!file?.clave) throw fail('NO_ENCONTRADO')
  return { ...file, clave: file.clave }
}

/** A name valid on every system, with the extension of the stored file. */
function fileNameOf({ nombre, clave }: MaterialFile): string {
  const extension = clave.slice(clave.lastIndexOf('.'))
  const clean = cutText(cleanLine(nombre.replace(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')), 120).trim() || 'archivo'
  return clean.toLowerCase().endsWith(extension) ? clean : clean + extension
}

const percent = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** RFC 6266: an ASCII name and the full one in UTF-8. */
function dispositionOf(file: MaterialFile, inline: boolean): string {
  const name = fileNameOf(file)
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${percent(name)}`
}

/** Sends the real type only when a browser cannot execute it. */
export function headersOf(file: MaterialFile, download: boolean): Record<string, string> {
  const safe = file.formato !== null && INLINE.has(file.formato)
  const pdf = file.formato === 'application/pdf'
  return {
    'content-type': safe && file.formato ? file.formato : 'application/octet-stream',
    'content-disposition': dispositionOf(file, safe && !download),
    // PDF viewers do not work in a sandbox, and our pages frame them.
    'content-security-policy': pdf ? "frame-ancestors 'self'" : "sandbox; default-src 'none'",
    'cache-control': `private, max-age=${URL_SECONDS}`,
    'accept-ranges': 'bytes',
    etag: `"${file.clave.slice(file.clave.indexOf('/') + 1)}"`,
  }
}

/** Both ends are inclusive. */
type Part = { start: number; end: number }

/** Undefined for the whole file (no header, several ranges, another unit), null when out of bounds (RFC 9110, 14). */
export function partOf(header: string | undefined, size: number): Part | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  const part =
    first === ''
      ? { start: Math.max(0, size - Number(last)), end: size - 1 }
      : { start: Number(first), end: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined
  return part.start > part.end ? null : part
}
