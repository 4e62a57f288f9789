import type { Material } from '@campus/contract/catalogue'
import { and, eq, inArray } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Signer } from '../../platform/files/signing.ts'
import { shownHtml } from '../../platform/html.ts'
import { fail } from '../../platform/http/failures.ts'
import { materiales } from '../catalogue/catalogue.tables.ts'

/** A material's address is good for so many seconds: long enough to open it, too short to pass it on. */
const ADDRESS_SECONDS = 600

/** What a browser may show inside a page; everything else, SVG and HTML above all, is only a download. */
const INLINE = new Set(['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/gif'])

/** The path of a material's file, which is what is signed. */
const materialPath = (id: number): string => `/api/materiales/${id}/archivo`

/** Materials as a reader may have them: files by a signed address, links only to the web, texts clean. */
export function withAddresses(signer: Signer, materials: Material[]): Material[] {
  return materials.map((material) => {
    if (material.tipo === 'Archivo' || material.tipo === 'Otro')
      return { ...material, ruta: signer.sign(materialPath(material.id), ADDRESS_SECONDS) }
    const texto = material.texto && shownHtml(material.texto)
    const ruta = /^https?:\/\//i.test(material.ruta ?? '') ? material.ruta : null
    return { ...material, texto, ruta }
  })
}

/** A stored file of a material. */
export type MaterialFile = { clave: string; nombre: string; formato: string | null }

/** The file of a material whose address was signed. @throws NO_ENCONTRADO also for a wrong or expired signature */
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
    .where(and(eq(materiales.id, id), inArray(materiales.tipo, ['Archivo', 'Otro'])))
  if (!file?.clave) throw fail('NO_ENCONTRADO')
  return { ...file, clave: file.clave }
}

/** A file name that any system takes, with the stored file's extension. */
function fileNameOf({ nombre, clave }: MaterialFile): string {
  const extension = clave.slice(clave.lastIndexOf('.'))
  const clean =
    nombre
      .replace(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, 120)
      .trim() || 'archivo'
  return clean.toLowerCase().endsWith(extension) ? clean : clean + extension
}

const percent = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)

/** `Content-Disposition` (RFC 6266): a plain name for old readers and the whole one in UTF-8. */
function dispositionOf(file: MaterialFile, inline: boolean): string {
  const name = fileNameOf(file)
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/g, '_')
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${percent(name)}`
}

/** Headers of a file: its own type only when it cannot act in a page, and what it may do there. */
export function headersOf(file: MaterialFile, download: boolean): Record<string, string> {
  const safe = file.formato !== null && INLINE.has(file.formato)
  const pdf = file.formato === 'application/pdf'
  return {
    'content-type': safe && file.formato ? file.formato : 'application/octet-stream',
    'content-disposition': dispositionOf(file, safe && !download),
    // A browser's PDF reader does not work in a sandbox; our own pages show it in a frame.
    'content-security-policy': pdf ? "frame-ancestors 'self'" : "sandbox; default-src 'none'",
    'cache-control': `private, max-age=${ADDRESS_SECONDS}`,
    'accept-ranges': 'bytes',
    etag: `"${file.clave.slice(file.clave.indexOf('/') + 1)}"`,
  }
}

/** A part of a file: first and last byte, both included. */
type Part = { start: number; end: number }

/**
 * The part that a `Range` header asks for; undefined for the whole file (no header, several parts, another unit),
 * null when it lies outside (RFC 9110 section 14).
 */
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
