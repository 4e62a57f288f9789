import { ApiError } from '../../lib/errors'
import { errorsOf, type Schema } from '../../lib/validate'

type Errors = Record<string, string>

/** Whether a list of the form has this field: `cuotas.1.vence`. */
function isListed(values: object, [list = '', at = '', field = '']: string[]): boolean {
  const rows: unknown = Object.entries(values).find(([name]) => name === list)?.[1]
  const row: unknown = Array.isArray(rows) ? rows[Number(at)] : undefined
  return typeof row === 'object' && row !== null && field in row
}

/** Each text at the form's field that holds its value: `firma.cargo` is `firma_cargo`, `redes.x` is `x`, `dominios.0` is `dominios`. */
function atFields(errors: Errors, values: object): Errors {
  const found: Errors = {}
  for (const [path, text] of Object.entries(errors)) {
    const steps = path.split('.')
    const own = [path, steps.join('_'), steps.at(-1) ?? ''].find((name) => name in values)
    const field = own ?? (isListed(values, steps) ? path : [steps[0] ?? ''].find((name) => name in values))
    found[field ?? path] ??= text
  }
  return found
}

/** What the contract's schema says of a body, for the form that it was made of. */
export const bodyErrors = (schema: Schema, body: unknown, values: object): Errors =>
  atFields(errorsOf(schema, body), values)

/** What the server says of it. */
export function answeredErrors(error: unknown, values: object): Errors {
  const fields = error instanceof ApiError ? error.errors : {}
  return atFields(Object.fromEntries(Object.entries(fields).map(([path, [text = '']]) => [path, text])), values)
}

/** The first of them, once it is drawn: by its path, else the first field marked. */
export function focusFirst(errors: object): void {
  const [name = ''] = Object.keys(errors)
  const find = (selector: string) => document.querySelector<HTMLElement>(selector)
  requestAnimationFrame(() => (find(`[data-path="${CSS.escape(name)}"]`) ?? find('[aria-invalid="true"]'))?.focus())
}
