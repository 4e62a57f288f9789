import type { Brand } from '@campus/contract/brands'

/** The brand that a page is about. */
export type Owner = Pick<Brand, 'nombre' | 'razon_social' | 'ruc' | 'direccion' | 'telefono' | 'correo'>

// A brand's data is text, not Markdown.
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const existing = (parts: (string | false)[]) => parts.filter((part) => part !== false)

function seller({ nombre, razon_social, ruc, direccion }: Owner): string {
  const [who] = existing([razon_social !== '' && plain(razon_social), plain(nombre)])
  const data = existing([
    ruc !== '' && `con RUC ${plain(ruc)}`,
    direccion !== '' && `con domicilio en ${plain(direccion)}`,
  ])
  return [`**${who}**`, ...data].join(', ')
}

function contact({ correo, telefono }: Owner): string {
  const ways = existing([
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

/** Names of the places, for the check of an academy's files. */
export const PLACE_NAMES = Object.keys(PLACES)

/** A page's Markdown with the brand's data in its `{{places}}`; one that does not exist stays as it is written. */
export function fillPage(markdown: string, owner: Owner): string {
  return markdown.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (place, name: string) => PLACES[name]?.(owner) ?? place)
}
