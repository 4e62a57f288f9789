import { ComplaintBody } from '@campus/contract/complaints'

/** Checks a sheet with the contract's own rules: the body to send, or the first text of each field that is wrong. Loaded when somebody begins to write. */
export function checkSheet(body: unknown): { body: ComplaintBody } | { errors: Record<string, string> } {
  const checked = ComplaintBody.safeParse(body)
  if (checked.success) return { body: checked.data }
  const errors: Record<string, string> = {}
  for (const { path, message } of checked.error.issues) errors[path.join('.')] ??= message
  return { errors }
}
