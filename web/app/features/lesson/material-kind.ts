import type { Material } from '@campus/contract/catalogue'
import { formatNumber } from '../../platform/format'

/** How a material is shown (campus.md section 9: PDF and pictures inline). */
export type MaterialKind = 'link' | 'text' | 'pdf' | 'image' | 'download'

const INLINE_IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** The type that the server read from the bytes decides, never the name. */
export function kindOf({ tipo, formato }: Pick<Material, 'tipo' | 'formato'>): MaterialKind {
  if (tipo === 'Enlace') return 'link'
  if (tipo === 'Texto') return 'text'
  if (tipo === 'Otro') return 'download'
  if (formato === 'application/pdf') return 'pdf'
  return formato && INLINE_IMAGES.includes(formato) ? 'image' : 'download'
}

const WORDS: Record<string, string> = {
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
  'application/json': 'JSON',
  'text/plain': 'Texto',
  'text/csv': 'CSV',
  'image/svg+xml': 'SVG',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
}

/** `PDF · 120 KB`: the word people use for a format, and the size. */
export function fileFacts({ formato, tamano }: Pick<Material, 'formato' | 'tamano'>): string {
  const plain = formato?.split(';')[0]?.trim() ?? ''
  const word = WORDS[plain] ?? (plain.startsWith('image/') ? 'Imagen' : 'Archivo')
  return tamano === null ? word : `${word} · ${formatBytes(tamano)}`
}

/** `820 B`, `120 KB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${formatNumber(Math.round(bytes / 1000))} KB`
  return `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`
}

/** The host of a link, without `www.`; empty when it is no web address. */
export function hostOf(address: string | null): string {
  if (!address || !URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : ''
}
