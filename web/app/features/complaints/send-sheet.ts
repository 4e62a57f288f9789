import type { ComplaintReceipt } from '@campus/contract/complaints'
import { client } from '../../lib/client'
import { ApiError, OfflineError } from '../../lib/errors'
import { bodyOf, type Values } from './sheet-draft'
import { TEXTS } from './texts'

export type Outcome =
  | { receipt: ComplaintReceipt }
  | { errors: Record<string, string>; text?: undefined }
  | { errors?: undefined; text: string }

const firstOf = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, [text = '']]) => [field, text]))

function whatFailed(error: unknown): Outcome {
  if (error instanceof ApiError) {
    if (Object.keys(error.errors).length > 0) return { errors: firstOf(error.errors) }
    return { text: error.fromServer ? error.message : TEXTS.failed }
  }
  return { text: error instanceof OfflineError ? TEXTS.offline : TEXTS.failed }
}

/** Where it cannot be loaded, the server's answer names the fields. */
export const loadCheck = () => import('./check-sheet').catch(() => null)

/** Validates a sheet and sends it; never throws, so that the form keeps what was typed. */
export async function sendSheet(brand: number, envio: string, values: Values): Promise<Outcome> {
  try {
    const typed = bodyOf(envio, values)
    const check = await loadCheck()
    const checked = check ? check.checkSheet(typed) : { body: typed as never }
    if ('errors' in checked) return checked
    const params = { query: { marca: String(brand) } }
    const { data } = await client.POST('/api/reclamos', { params, body: checked.body })
    return data ? { receipt: data.data } : { text: TEXTS.failed }
  } catch (error) {
    return whatFailed(error)
  }
}
