import type { schemaResolver } from '@mantine/form'

type Schema = Parameters<typeof schemaResolver>[0]

/** A schema that may still be on its way; `warm` sends for it. */
export type LateSchema = Schema & { warm: () => void }

/**
 * A schema whose file arrives when somebody writes in the form: Zod weighs more than all of our forms. Where it does not
 * come (no network) nothing is found wrong here, and the server says it.
 */
export function later(load: () => Promise<Schema>): LateSchema {
  const warm = () => load().catch(() => undefined)
  const validate = async (value: unknown) => (await warm())?.['~standard'].validate(value) ?? { value }
  return { warm, '~standard': { version: 1, vendor: 'campus', validate } }
}

/** What is wrong with a value, in the server's words; nothing where it is right, or the schema cannot come. */
export async function problemWith(schema: LateSchema, value: unknown): Promise<string | undefined> {
  return (await schema['~standard'].validate(value)).issues?.[0]?.message
}
