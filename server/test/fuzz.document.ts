import { z } from 'zod'
import type { TestApp } from './harness.ts'

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

export type Call = {
  /** `GET /cursos/{id}` */
  name: string
  method: string
  /** `/api/cursos/{id}` */
  path: string
  parameters: Parameter[]
  body: { schema: Schema; form: boolean } | null
  responses: Operation['responses']
}

/** `GET /cursos/{}`, without parameter names. */
export const nameless = (call: string): string => call.replaceAll(/\{\w*\}/g, '{}')

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

/** Returns why a response does not match the document, or null. */
export type Judge = (status: number, body: unknown) => string | null

/** Objects may have no undocumented fields. */
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
