import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Call, readDocument, type Schema } from './fuzz.document.ts'
import { useApp } from './harness.ts'
import { buildWorld } from './matrix.world.ts'

const t = useApp()
let calls: Call[]
let schemas: Record<string, Schema>
let token: string

beforeAll(async () => {
  const world = await buildWorld(t)
  token = (await world.tokenOf('admin')) ?? ''
  ;({ calls, schemas } = await readDocument(t))
})
beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const named = (schema: Schema | undefined): Schema =>
  schema?.$ref ? named(schemas[schema.$ref.split('/').at(-1) ?? '']) : (schema ?? {})

/** A numeric path parameter. */
const isId = (call: Call, name: string) => {
  const schema = named(call.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema)
  return schema.type === 'integer' || schema.type === 'number' || Boolean(schema.pattern?.startsWith('^[1-9]'))
}
const progressOf = (call: Call) => [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)

const withJson = () => calls.filter(({ body }) => body !== null && !body.form)
const LARGEST = String(Number.MAX_SAFE_INTEGER)
/** A valid URL of missing rows. */
const addressOf = (call: Call, put: (name: string) => string = () => LARGEST) =>
  call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (isId(call, name) ? put(name) : '0'))

type Asked = { call: Call; what: string; url: string; payload?: string | object; headers?: Record<string, string> }

/** Sends all requests as an administrator; returns the faults and the number of responses. */
async function askAll(requests: Asked[], wrong: (status: number, headers: Record<string, unknown>) => boolean) {
  const found: string[] = []
  for (const { call, what, url, payload, headers } of requests) {
    const answer = await t.app.inject({
      method: call.method as 'POST',
      url,
      payload,
      headers: { ...headers, authorization: `Bearer ${token}` },
    })
    if (wrong(answer.statusCode, answer.headers)) found.push(`${answer.statusCode} ${call.name} ${what}`)
  }
  return { found, asked: requests.length }
}

describe('a number in a path', () => {
  /** `Number()` accepts these as 1, 16 or 1000. */
  const ALIASES = [
    '1e3',
    '0x10',
    '%201',
    '1%20',
    '1.0',
    '01',
    '+1',
    '-1',
    '1_0',
    '0',
    '٣',
    '1;',
    '9007199254740992',
    '9007199254740993',
    '18014398509481985',
    'NaN',
    '%00',
  ]

  const aliasesOf = (call: Call): Asked[] =>
    progressOf(call)
      .filter((place) => isId(call, place))
      .flatMap((place) =>
        ALIASES.map((alias) => ({
          call,
          what: alias,
          url: addressOf(call, (name) => (name === place ? alias : LARGEST)),
          payload: call.body && !call.body.form ? {} : undefined,
        })),
      )

  it('has one spelling only, in every call', { timeout: 120_000 }, async () => {
    // Callers without access get that response first.
    const { found, asked } = await askAll(calls.flatMap(aliasesOf), (status) => status !== 404 && status !== 403)
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(60 * ALIASES.length)
  })
})

describe('the type of a body', () => {
  const TYPES = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json ;charset=utf-8',
    'application/json\t; charset=utf-8',
    'APPLICATION/JSON',
    'application/json;',
    'application/json\u000b',
    'application/jsonx',
    'application/json, text/plain',
    'application/ld+json',
    'application/x-www-form-urlencoded',
    'text/plain',
    'text/plain; application/json',
    'multipart/form-data; boundary=x',
    '',
  ]

  it('never bypasses the schema, in every call with JSON', {
    timeout: 120_000,
  }, async () => {
    // Valid JSON of a wrong shape.
    const requests = withJson().flatMap((call) =>
      TYPES.map((type) => ({
        call,
        what: `as ${type}`,
        url: addressOf(call),
        payload: '"solo texto"',
        headers: { 'content-type': type },
      })),
    )
    const { found, asked } = await askAll(
      requests,
      (status, headers) => status < 400 || status >= 500 || headers['x-content-type-options'] !== 'nosniff',
    )
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(30 * TYPES.length)
  })
})

describe('50 kB of hostile text', () => {
  const UNITS = [
    '(',
    'a',
    ' ',
    '<p>',
    '&amp;',
    '@a.',
    '\\',
    '%',
    '\u202e',
    'ñ',
    '<span data-mencion="1">',
    '{{a}}',
    '1,',
    '\n',
  ]

  const bodyOf = (schema: Schema, text: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(named(schema).properties ?? {}).flatMap(([name, field]) => {
        const shapes = [field, ...(field.anyOf ?? [])].map(named)
        return shapes.some(({ type }) => type === 'string') ? [[name, text]] : []
      }),
    )

  it.each(UNITS)('of %j in every field of every call get a response', { timeout: 120_000 }, async (unit) => {
    const text = unit.repeat(Math.ceil(50_000 / unit.length)).slice(0, 50_000)
    const requests = withJson().map((call) => ({
      call,
      what: unit,
      url: addressOf(call),
      payload: bodyOf(call.body?.schema ?? {}, text),
    }))
    const { found } = await askAll(requests, (status) => status >= 500)
    expect(found).toEqual([])
  })
})

describe('a value of a wrong type', () => {
  const KINDS: unknown[] = [
    null,
    true,
    -0,
    1e21,
    [],
    {},
    ['texto'],
    [['texto']],
    { length: 1e9 },
    { toString: 'no', toLowerCase: null },
    { $ne: null },
  ]
  /** One field of this type, the others texts. */
  const bodiesOf = (schema: Schema): object[] => {
    const fields = Object.keys(named(schema).properties ?? {})
    const texts = Object.fromEntries(fields.map((name) => [name, 'texto']))
    return fields.flatMap((name) => KINDS.map((kind) => ({ ...texts, [name]: kind })))
  }
  /** Each name twice, as list and as object. */
  const queriesOf = (call: Call): string[] =>
    call.parameters
      .filter((one) => one.in === 'query')
      .flatMap(({ name }) => [`${name}=a&${name}=b`, `${name}[]=a`, `${name}[length]=9`, `${name}[a][b]=c`, `${name}`])

  it('in any field of any call gets a response', { timeout: 120_000 }, async () => {
    const bodies = withJson().flatMap((call) =>
      [...KINDS, ...bodiesOf(call.body?.schema ?? {})].map((payload) => ({
        call,
        what: JSON.stringify(payload),
        url: addressOf(call),
        payload: JSON.stringify(payload),
        headers: { 'content-type': 'application/json' },
      })),
    )
    const queries = calls.flatMap((call) =>
      queriesOf(call).map((query) => ({
        call,
        what: query,
        url: `${addressOf(call)}?${query}`,
        payload: call.body && !call.body.form ? {} : undefined,
      })),
    )
    const { found, asked } = await askAll([...bodies, ...queries], (status) => status >= 500)
    expect(found).toEqual([])
    expect(asked).toBeGreaterThan(100 * KINDS.length)
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
  })
})
