import type { ComplaintReceipt } from '@campus/contract/complaints'
import { client } from '../../platform/client'
import { ApiError, OfflineError } from '../../platform/errors'
import { bodyOf, type Values } from './sheet-draft'
import { T } from './texts'

/** The rules, with the library that checks them: only for who writes. */
export const loadRules = () => import('./check')

/** How sending a sheet ended: its receipt, fields to mend, or a text. */
export type Outcome =
  | { receipt: ComplaintReceipt }
  | { errors: Record<string, string>; text?: undefined }
  | { errors?: undefined; text: string }

const firstOf = (errors: Record<string, string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, [text = '']]) => [field, text]))

function whatFailed(error: unknown): Outcome {
  if (error instanceof ApiError) {
    if (Object.keys(error.errors).length > 0) return { errors: firstOf(error.errors) }
    return { text: error.told ? error.message : T.failed }
  }
  // The rules too come over the network: without them there is no connection.
  return { text: error instanceof OfflineError || !navigator.onLine ? T.offline : T.failed }
}

/** Checks a sheet and sends it to a brand's book. Never throws: what was written stays with who calls. */
export async function sendSheet(brand: number, envio: string, values: Values): Promise<Outcome> {
  try {
    const checked = (await loadRules()).checkSheet(bodyOf(envio, values))
    if ('errors' in checked) return checked
    const params = { query: { marca: String(brand) } }
    const { data } = await client.POST('/api/reclamos', { params, body: checked.body })
    return data ? { receipt: data.data } : { text: T.failed }
  } catch (error) {
    return whatFailed(error)
  }
}
