import { ComplaintBody } from '@campus/contract/complaints'

/** Validates a sheet with the contract's schema: the body to send, or the first error of each field. */
export function checkSheet(body: unknown): { body: ComplaintBody } | { errors: Record<string, string> } {
  const checked = ComplaintBody.safeParse(body)
  if (checked.success) return { body: checked.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) errors[path.join('.')] ??= message
  return { errors }
}
