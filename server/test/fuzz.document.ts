import { z } from 'zod'
import type { TestApp } from './harness.ts'

/** A JSON schema as the document writes it. */
export type Schema = {
  type?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  default?: unknown
  $ref?: string
}
type Content = Record<string, { schema: Schema }>
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Operation = {
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}

/** One call of the OpenAPI document. */
export type Call = {
  /** `GET /cursos/{id}` */
  name: string
  method: string
  /** `/api/cursos/{id}` */
  path: string
  parameters: Parameter[]
  /** The body and whether it is a form. */
  body: { schema: Schema; form: boolean } | null
  responses: Operation['responses']
}

/** A call's name whatever its parameters are called: `GET /cursos/{}`. */
export const nameless = (call: string): string => call.replaceAll(/\{\w*\}/g, '{}')

/** The application's own document, its calls, and its named schemas. */
export async function readDocument(t: TestApp): Promise<{ calls: Call[]; schemas: Record<string, Schema> }> {
  const { body } = await t.call('GET', '/api/openapi.json')
  const calls = Object.entries(body.paths as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([verb, operation]) => {
      const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
      return {
        name: `${verb.toUpperCase()} ${path.replace('/api', '')}`,
        method: verb.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body: content ? { schema: content.schema, form: type === 'multipart/form-data' } : null,
        responses: operation.responses,
      }
    }),
  )
  return { calls, schemas: body.components?.schemas ?? {} }
}

/** Checks an answer of a call against what the document declares for its status: a text for what does not fit. */
export type Judge = (status: number, body: unknown) => string | null

/** The judge of one call. Objects may hold no other fields than the document names. */
export function judgeOf(call: Call, schemas: Record<string, Schema>): Judge {
  const named = Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, schema]))
  const made = new Map<string, z.ZodType>()
  const parserOf = (key: string, schema: Schema): z.ZodType => {
    const known = made.get(key)
    if (known) return known
    const text = JSON.stringify({ ...schema, $defs: named }).replaceAll('#/components/schemas/', '#/$defs/')
    const parser = z.fromJSONSchema(JSON.parse(text))
    made.set(key, parser)
    return parser
  }
  return (status, body) => {
    const range = `${Math.floor(status / 100)}XX`
    const key = [String(status), range].find((name) => call.responses[name])
    const schema = key && call.responses[key]?.content?.['application/json']?.schema
    if (!key || !schema) return `the document does not name ${status}`
    const parsed = parserOf(key, schema).safeParse(body)
    return parsed.success
      ? null
      : parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
  }
}
