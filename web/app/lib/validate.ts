import '@campus/contract/validation-texts'
import type { schemaResolver } from '@mantine/form'

export type Schema = Parameters<typeof schemaResolver>[0]

/** The first text of each field that does not fit the schema. */
export function errorsOf(schema: Schema, values: unknown): Record<string, string> {
  const result = schema['~standard'].validate(values)
  const errors: Record<string, string> = {}
  if (result instanceof Promise) return errors
  for (const { path = [], message } of result.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

export const problemWith = (schema: Schema, value: unknown): string | undefined =>
  Object.values(errorsOf(schema, value))[0]
