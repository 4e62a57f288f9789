import '@campus/contract/validation-texts'

type Issue = { path: PropertyKey[]; message: string }

/** What is used of Zod's schemas. */
export type Schema = { safeParse: (values: unknown) => { error?: { issues: Issue[] } | undefined } }

/** The first text of each field that does not fit the schema. */
export function errorsOf(schema: Schema, values: unknown): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

export const problemWith = (schema: Schema, value: unknown): string | undefined =>
  Object.values(errorsOf(schema, value))[0]
