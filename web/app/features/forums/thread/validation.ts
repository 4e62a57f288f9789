import { isBlank } from '@campus/contract/texts'
import { ApiError, OfflineError } from '../../../lib/errors'
import { TEXTS } from './texts'

/** A validation error with its title. */
export type ValidationError = { title: string; text: string }

export const validationErrorOf = (html: string, empty: string): ValidationError | null =>
  isBlank(html) ? { title: TEXTS.required, text: empty } : null

/** The server's reason, otherwise our own text. */
export function requestErrorOf(error: unknown, title: string): ValidationError {
  if (error instanceof OfflineError) return { title, text: `${error.message} ${TEXTS.kept}` }
  const field = error instanceof ApiError ? error.errors.contenido?.[0] : undefined
  if (field) return { title: TEXTS.required, text: field }
  if (error instanceof ApiError && error.fromServer && error.status < 500) return { title, text: error.message }
  return { title, text: TEXTS.kept }
}
