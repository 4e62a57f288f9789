/** The form's fields in the page's order: the first that is wrong takes the focus. */
export const FIELDS = [
  'nombres',
  'apellidos',
  'tipo_documento',
  'numero_documento',
  'correo',
  'telefono',
  'domicilio',
  'menor',
  'apoderado',
  'bien',
  'monto',
  'bien_descripcion',
  'tipo',
  'detalle',
  'pedido',
  'canal_respuesta',
  'conforme',
] as const
export type Field = (typeof FIELDS)[number]

/** What stands in the form; a ticked box is `on`, an open one the empty text. */
export type Values = Record<Field, string>

/** What the device keeps until the sheet is sent. `envio` stays the same, so that a sheet sent twice is one. */
export type Draft = { envio: string; values: Partial<Values> }

/** Agreeing stands for a signature: it is given anew each time. */
const NOT_KEPT: readonly Field[] = ['conforme']

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

/** An identifier that nobody guesses (UUID, version 4); `crypto.randomUUID` is missing where the page came without https. */
export function newEnvio(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}

/** A draft out of what the device keeps; null when it is not one of ours. */
export function parseDraft(raw: string | null): Draft | null {
  try {
    const kept: unknown = JSON.parse(raw ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('envio' in kept) || !('values' in kept)) return null
    const { envio, values } = kept
    if (typeof envio !== 'string' || typeof values !== 'object' || values === null) return null
    const known = Object.entries(values).filter(([name, value]) => isField(name) && typeof value === 'string')
    return { envio, values: Object.fromEntries(known) }
  } catch {
    return null
  }
}

/** Whether a person wrote anything: what the form begins with is nothing to keep. */
export const isWorthKeeping = (values: Values): boolean =>
  FIELDS.some((field) => !['tipo_documento', 'bien', 'canal_respuesta'].includes(field) && values[field].trim() !== '')

/** What the device keeps of a form. */
export function draftOf(envio: string, values: Values): Draft {
  return {
    envio,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isField(name) && !NOT_KEPT.includes(name))),
  }
}

/** What the call takes of a form. */
export const bodyOf = (envio: string, { menor, conforme, ...values }: Values) => ({
  ...values,
  envio,
  menor: menor === 'on',
  conforme: conforme === 'on',
})

/** What stands in the page's form. */
export function readForm(form: HTMLFormElement): Values {
  const data = new FormData(form)
  const entries = FIELDS.map((field) => [field, String(data.get(field) ?? '')] as const)
  return Object.fromEntries(entries) as Values
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function setControl(node: Control, value: string, emptyOnly: boolean): void {
  if (node instanceof HTMLInputElement && node.type === 'radio') node.checked = node.value === value
  else if (node instanceof HTMLInputElement && node.type === 'checkbox') node.checked = value === 'on'
  else if (!emptyOnly || node.value === '' || node instanceof HTMLSelectElement) node.value = value
}

/** Puts values into the page's form; `emptyOnly` leaves alone the texts that somebody has written. */
export function fillForm(form: HTMLFormElement, values: Partial<Values>, emptyOnly = false): void {
  for (const [name, value] of Object.entries(values))
    for (const node of form.querySelectorAll<Control>(`[name="${name}"]`)) setControl(node, value, emptyOnly)
}
