import type { Brand } from '@campus/contract/brands'
import { siteOf } from '../../platform/site'

/** The query parameter of an invitation's address. */
export const CODE_PARAM = 'codigo'

/** The address that brings somebody here with a code. */
export function inviteUrl(brand: Brand, code: string): string {
  const url = new URL(siteOf(brand).page('/referidos'))
  url.searchParams.set(CODE_PARAM, code)
  return url.href
}

/** What is sent with it. */
export function inviteMessage(brand: Brand, code: string): string {
  const less = brand.descuento_referido > 0 ? ` y paga ${brand.descuento_referido} % menos` : ''
  return `Te invito a estudiar en ${brand.nombre}. Usa mi código ${code} al comprar${less}: ${inviteUrl(brand, code)}`
}

/** The message, ready in WhatsApp. */
export const whatsAppUrl = (brand: Brand, code: string): string =>
  `https://wa.me/?text=${encodeURIComponent(inviteMessage(brand, code))}`

/** The message, ready in the reader's mail program. */
export const mailUrl = (brand: Brand, code: string): string =>
  `mailto:?subject=${encodeURIComponent(`Estudia en ${brand.nombre}`)}&body=${encodeURIComponent(inviteMessage(brand, code))}`
