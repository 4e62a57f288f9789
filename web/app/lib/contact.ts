import type { Brand } from '@campus/contract/brands'
import { onDemand } from '@campus/contract/on-demand'

/** Label of purchase buttons where the campus takes no payments. */
export const ASK_TEXT = 'Escríbenos para matricularte'
export const ENROL_FREE_TEXT = 'Matricularme gratis'

export type Contact = { kind: 'whatsapp' | 'correo' | 'telefono' | 'soporte'; href: string; value: string }

type Reachable = Pick<Brand, 'redes' | 'correo' | 'telefono'>

const CHATS = ['wa.me', 'api.whatsapp.com']

/** Links of groups and channels take no text. */
function whatsAppOf(address: string, message: string): string {
  const url = URL.parse(address)
  if (!url || !CHATS.includes(url.hostname)) return address
  // Encode spaces as %20: WhatsApp shows a plus sign as one.
  const others = [...url.searchParams].filter(([name]) => name !== 'text')
  url.search = [...others, ['text', message]].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return url.href
}

/** Best first; the support form, which requires a login, only when the academy has no other contact. */
export function contactsOf({ redes, correo, telefono }: Reachable, subject: string, message: string): Contact[] {
  const ways: (Contact | false)[] = [
    !!redes.whatsapp && { kind: 'whatsapp', href: whatsAppOf(redes.whatsapp, message), value: 'WhatsApp' },
    correo !== '' && {
      kind: 'correo',
      href: `mailto:${correo}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(message)}`,
      value: correo,
    },
    telefono !== '' && { kind: 'telefono', href: `tel:${telefono.replace(/[^+\d]/g, '')}`, value: telefono },
  ]
  const found = ways.filter((way) => way !== false)
  if (found.length > 0) return found
  return [{ kind: 'soporte', href: `/soporte?mensaje=${encodeURIComponent(message)}`, value: 'Soporte' }]
}

const listed = onDemand(() => new Intl.ListFormat('es'))

/** For courses that cannot be paid for here (docs/product/shop.md 6.14). */
export function enrolContacts(brand: Reachable, courses: string[] = []): Contact[] {
  const what = courses.length > 0 ? listed().format(courses.map((name) => `«${name}»`)) : 'un curso'
  return contactsOf(brand, 'Quiero matricularme', `Hola, quiero matricularme en ${what}.`)
}
