import type { Brand } from '@campus/contract/brands'
import { PAGE_PLACES } from '@campus/contract/pages'

export type Owner = Pick<
  Brand,
  'nombre' | 'razon_social' | 'ruc' | 'direccion' | 'telefono' | 'correo' | 'devolucion_dias' | 'devolucion_avance'
>

// Brand data is plain text, not Markdown.
const plain = (text: string) => text.replace(/[\\`*_[\]<>#|~]/g, '\\$&')

const defined = (parts: (string | false)[]) => parts.filter((part) => part !== false)

function seller({ nombre, razon_social, ruc, direccion }: Owner): string {
  const [who] = defined([razon_social !== '' && plain(razon_social), plain(nombre)])
  const data = defined([
    ruc !== '' && `con RUC ${plain(ruc)}`,
    direccion !== '' && `con domicilio en ${plain(direccion)}`,
  ])
  return [`**${who}**`, ...data].join(', ')
}

function contact({ correo, telefono }: Owner): string {
  const ways = defined([
    correo !== '' && `el correo [${plain(correo)}](mailto:${correo})`,
    telefono !== '' && `el teléfono ${plain(telefono)}`,
  ])
  return ways.length > 0 ? ways.join(' o ') : 'el [formulario de soporte](/soporte)'
}

/** Placeholders of the Markdown (docs/content-format.md). */
const PLACEHOLDERS: Record<keyof typeof PAGE_PLACES, (owner: Owner) => string> = {
  marca: ({ nombre }) => plain(nombre),
  razon_social: ({ razon_social, nombre }) => plain(razon_social || nombre),
  ruc: ({ ruc }) => plain(ruc),
  direccion: ({ direccion }) => plain(direccion),
  telefono: ({ telefono }) => plain(telefono),
  correo: ({ correo }) => plain(correo),
  vendedor: seller,
  contacto: contact,
  devolucion_dias: ({ devolucion_dias }) => String(devolucion_dias),
  devolucion_avance: ({ devolucion_avance }) => String(devolucion_avance),
}

/** Used to check an academy's files. */
export const PLACEHOLDER_NAMES = Object.keys(PAGE_PLACES)

/** Replaces `{{placeholders}}` with brand data; unknown ones stay. */
export function fillPage(markdown: string, owner: Owner): string {
  return markdown.replace(/\{\{\s*([a-z_]+)\s*\}\}/g, (placeholder, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name as keyof typeof PLACEHOLDERS](owner) : placeholder,
  )
}
