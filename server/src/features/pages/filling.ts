import type { Brand } from '@campus/contract/brands'
import { markdownToHtml, shownHtml } from '../../platform/html.ts'

/** Who a page speaks for. */
export type Owner = Pick<Brand, 'nombre' | 'razon_social' | 'ruc' | 'direccion' | 'telefono' | 'correo'>

// A brand's data are words, not Markdown: a star in a name stays a star.
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const present = (parts: (string | false)[]) => parts.filter((part) => part !== false)

function seller({ nombre, razon_social, ruc, direccion }: Owner): string {
  const [who] = present([razon_social !== '' && plain(razon_social), plain(nombre)])
  const data = present([
    ruc !== '' && `con RUC ${plain(ruc)}`,
    direccion !== '' && `con domicilio en ${plain(direccion)}`,
  ])
  return [`**${who}**`, ...data].join(', ')
}

function contact({ correo, telefono }: Owner): string {
  const ways = present([
    correo !== '' && `el correo [${plain(correo)}](mailto:${correo})`,
    telefono !== '' && `el teléfono ${plain(telefono)}`,
  ])
  return ways.length > 0 ? ways.join(' o ') : 'el [formulario de soporte](/soporte)'
}

/** The places that a page's Markdown may hold, and what fills each (docs/content-format.md). */
const PLACES: Record<string, (owner: Owner) => string> = {
  marca: ({ nombre }) => plain(nombre),
  razon_social: ({ razon_social, nombre }) => plain(razon_social || nombre),
  ruc: ({ ruc }) => plain(ruc),
  direccion: ({ direccion }) => plain(direccion),
  telefono: ({ telefono }) => plain(telefono),
  correo: ({ correo }) => plain(correo),
  vendedor: seller,
  contacto: contact,
}

/** Names of the places, for who checks an academy's files. */
export const PLACE_NAMES = Object.keys(PLACES)

/** A page's Markdown with the brand's data in its `{{places}}`; one that does not exist stays as it is written. */
export function fillPage(markdown: string, owner: Owner): string {
  return markdown.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (place, name: string) => PLACES[name]?.(owner) ?? place)
}

const MOST_PAGES = 60
const made = new Map<string, string>()

/** A filled page as clean HTML; kept, for a page is read far more often than it changes. */
export function pageHtml(markdown: string): string {
  const known = made.get(markdown)
  if (known !== undefined) return known
  const html = shownHtml(markdownToHtml(markdown))
  if (made.size >= MOST_PAGES) made.clear()
  made.set(markdown, html)
  return html
}
