import { ApiError, OfflineError } from '../../platform/errors'
import { isBlank } from './draft'
import { T } from './texts'

/** What is wrong with a text, with its title. */
export type Wrong = { title: string; text: string }

/** What a text lacks, or null (storefront.md section 5). */
export const wrongOf = (html: string, empty: string): Wrong | null =>
  isBlank(html) ? { title: T.required, text: empty } : null

/** Why a text was not taken: what the server says of it, else the catalogue's words with the reason (section 8). */
export function refusedOf(error: unknown, title: string): Wrong {
  if (error instanceof OfflineError) return { title, text: `${error.message} ${T.kept}` }
  const field = error instanceof ApiError ? error.errors.contenido?.[0] : undefined
  if (field) return { title: T.required, text: field }
  if (error instanceof ApiError && error.told && error.status < 500) return { title, text: error.message }
  return { title, text: T.kept }
}
