import type { Brand } from '@campus/contract/brands'
import { siteOf } from '../../lib/site'

/** The query parameter of an invitation's address. */
export const CODE_PARAM = 'codigo'

export function inviteUrl(brand: Brand, code: string): string {
  const url = new URL(siteOf(brand).page('/referidos'))
  url.searchParams.set(CODE_PARAM, code)
  return url.href
}

export function inviteMessage(brand: Brand, code: string): string {
  const less = brand.descuento_referido > 0 ? ` y paga ${brand.descuento_referido} % menos` : ''
  return `Te invito a estudiar en ${brand.nombre}. Usa mi código ${code} al comprar${less}: ${inviteUrl(brand, code)}`
}

export const whatsAppUrl = (brand: Brand, code: string): string =>
  `https://wa.me/?text=${encodeURIComponent(inviteMessage(brand, code))}`

export const mailUrl = (brand: Brand, code: string): string =>
  `mailto:?subject=${encodeURIComponent(`Estudia en ${brand.nombre}`)}&body=${encodeURIComponent(inviteMessage(brand, code))}`
