import type { Brand } from '@campus/contract/brands'
import { onDemand } from '@campus/contract/on-demand'

/** On every button that would sell, where the campus takes no payments. */
export const ASK_TEXT = 'Escríbenos para matricularte'
export const ENROL_FREE_TEXT = 'Matricularme gratis'

/** A way to write to the academy, with the first words written where the way allows it. */
export type Contact = { kind: 'whatsapp' | 'correo' | 'telefono' | 'soporte'; href: string; value: string }

type Reachable = Pick<Brand, 'redes' | 'correo' | 'telefono'>

const CHATS = ['wa.me', 'api.whatsapp.com']

/** Links of groups and channels take no text. */
function whatsAppOf(address: string, message: string): string {
  const url = URL.parse(address)
  if (!url || !CHATS.includes(url.hostname)) return address
  // Spaces as %20: WhatsApp shows a plus sign as one.
  const others = [...url.searchParams].filter(([name]) => name !== 'text')
  url.search = [...others, ['text', message]].map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  return url.href
}

/** Best first; the form of the campus, which asks for an account, where the academy names nothing. */
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

/** Where a course is asked for that cannot be paid for here (docs/product/shop.md 6.14). */
export function enrolContacts(brand: Reachable, courses: string[] = []): Contact[] {
  const what = courses.length > 0 ? listed().format(courses.map((name) => `«${name}»`)) : 'un curso'
  return contactsOf(brand, 'Quiero matricularme', `Hola, quiero matricularme en ${what}.`)
}
