import type { Material } from '@campus/contract/catalogue'
import { formatNumber } from '../../../lib/format'

/** See docs/product/learning.md 4.4. */
export type MaterialKind = 'link' | 'text' | 'pdf' | 'image' | 'download'

const INLINE_IMAGES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif']

/** By the type that the server detected in the bytes, never by the name. */
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

/** `PDF · 120 KB` */
export function fileFacts({ formato, tamano }: Pick<Material, 'formato' | 'tamano'>): string {
  const plain = formato?.split(';')[0]?.trim() ?? ''
  const word = WORDS[plain] ?? (plain.startsWith('image/') ? 'Imagen' : 'Archivo')
  return tamano === null ? word : `${word} · ${formatBytes(tamano)}`
}

/** `820 B`, `120 KB`, `1.4 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${formatNumber(Math.round(bytes / 1000))} KB`
  return `${formatNumber(Math.round(bytes / 100_000) / 10)} MB`
}

/** Without `www.`; empty for other schemes. */
export function hostOf(address: string | null): string {
  if (!address || !URL.canParse(address)) return ''
  const { protocol, host } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : ''
}
