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

/** Begin a text that some brands leave out, up to `{{fin}}`. */
const CONDITIONS = {
  con_devolucion: ({ devolucion_dias }) => devolucion_dias > 0,
  sin_devolucion: ({ devolucion_dias }) => devolucion_dias === 0,
  fin: () => true,
} as const satisfies Partial<Record<keyof typeof PAGE_PLACES, (owner: Owner) => boolean>>

/** Placeholders of the Markdown (docs/content-format.md). */
const PLACEHOLDERS: Record<Exclude<keyof typeof PAGE_PLACES, keyof typeof CONDITIONS>, (owner: Owner) => string> = {
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

/** Replaces `{{placeholders}}` with brand data and leaves out what the brand does not promise; unknown ones stay. */
export function fillPage(markdown: string, owner: Owner): string {
  let shown = true
  const parts = markdown.split(/(\{\{\s*[a-z_]+\s*\}\})/).map((part, at) => {
    const name = at % 2 === 1 ? part.slice(2, -2).trim() : ''
    if (Object.hasOwn(CONDITIONS, name)) {
      shown = CONDITIONS[name as keyof typeof CONDITIONS](owner)
      return ''
    }
    if (!shown) return ''
    return Object.hasOwn(PLACEHOLDERS, name) ? PLACEHOLDERS[name as keyof typeof PLACEHOLDERS](owner) : part
  })
  return parts.join('')
}
