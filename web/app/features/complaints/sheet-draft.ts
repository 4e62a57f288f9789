/** In the page's order: the first invalid field takes the focus. */
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

/** The form's values; a ticked box is `on`, an open one the empty text. */
export type Values = Record<Field, string>

/** `envio` stays the same until the sheet is sent, so that a sheet sent twice is stored once. */
export type Draft = { envio: string; values: Partial<Values> }

/** Agreeing replaces a signature, so it is given again each time. */
const NOT_STORED: readonly Field[] = ['conforme']

const isField = (name: string): name is Field => (FIELDS as readonly string[]).includes(name)

/** The stored draft; null when its content is not ours. */
export function parseDraft(raw: string | null): Draft | null {
  try {
    const stored: unknown = JSON.parse(raw ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('envio' in stored) || !('values' in stored)) return null
    const { envio, values } = stored
    if (typeof envio !== 'string' || typeof values !== 'object' || values === null) return null
    const fields = Object.entries(values).filter(([name, value]) => isField(name) && typeof value === 'string')
    return { envio, values: Object.fromEntries(fields) }
  } catch {
    return null
  }
}

/** Ignores the fields that the form fills in itself. */
export const hasContent = (values: Values): boolean =>
  FIELDS.some((field) => !['tipo_documento', 'bien', 'canal_respuesta'].includes(field) && values[field].trim() !== '')

export function draftOf(envio: string, values: Values): Draft {
  return {
    envio,
    values: Object.fromEntries(Object.entries(values).filter(([name]) => isField(name) && !NOT_STORED.includes(name))),
  }
}

export const bodyOf = (envio: string, { menor, conforme, ...values }: Values) => ({
  ...values,
  envio,
  menor: menor === 'on',
  conforme: conforme === 'on',
})

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

/** Fills the form; `emptyOnly` leaves text that was already typed. */
export function fillForm(form: HTMLFormElement, values: Partial<Values>, emptyOnly = false): void {
  for (const [name, value] of Object.entries(values))
    for (const node of form.querySelectorAll<Control>(`[name="${name}"]`)) setControl(node, value, emptyOnly)
}
