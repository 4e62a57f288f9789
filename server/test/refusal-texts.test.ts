import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPerson } from './builders.ts'
import { type Call, readDocument, type Schema } from './fuzz.document.ts'
import { useApp } from './harness.ts'
import type { Body } from './matrix.bodies.ts'
import { ask, type Prepared, prepare } from './matrix.requests.ts'
import { ROWS, type Row } from './matrix.table.ts'
import { buildWorld, PEOPLE, type Someone, type World } from './matrix.world.ts'

const t = useApp()
let world: World
let calls: Call[]
let schemas: Record<string, Schema> = {}
let isOurs: (text: string) => boolean

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const LEAST_LETTERS = 8
/** Of the locales of Zod and Ajv, in English and Spanish. */
const LIBRARY_WORDS =
  /\b(invalid|expected|received|undefined|null|NaN|required|must|should|string|number|boolean|object|array|unrecognized|inválid[ao]s?|se esperaba|recibid[ao]|indefinido|demasiado (grande|pequeño):)(?!\p{L})/iu

/** Every text that is written in the contract or the server; a template matches what its places may hold. */
function ourTexts(): (text: string) => boolean {
  const plain = new Set<string>()
  const templates: RegExp[] = []
  const add = (template: string) => {
    const parts = template.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/)
    if (parts.length === 1) plain.add(template)
    else if (parts.join('').length >= LEAST_LETTERS)
      templates.push(
        new RegExp(`^${parts.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)).join('.+')}$`, 's'),
      )
  }
  const files = globSync(['contract/src/**/*.ts', 'server/src/**/*.ts'], { cwd: ROOT })
  for (const file of files.filter((name) => !name.endsWith('.test.ts')))
    for (const [, single, double, template] of readFileSync(`${ROOT}/${file}`, 'utf8').matchAll(LITERAL)) {
      if (template === undefined) plain.add(single ?? double ?? '')
      else add(template)
    }
  return (text) => plain.has(text) || templates.some((one) => one.test(text))
}

beforeAll(async () => {
  world = await buildWorld(t)
  ;({ calls, schemas } = await readDocument(t))
  isOurs = ourTexts()
})

const MISSING = Symbol('missing')
const LONG = 'ñ'.repeat(70_000)
const WRONG: unknown[] = [
  MISSING,
  null,
  true,
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  1e300,
  '',
  'ñ',
  LONG,
  [],
  [null],
  Array.from({ length: 600 }, (_, at) => at),
  {},
  { a: [{}] },
  { clave_ajena: 1 },
]
/** A query or a form can hold nothing but text. */
const WRONG_TEXTS = ['', 'ñ', '-1', '0', '1.5', '1e300', '9007199254740992', 'null', 'ñ'.repeat(3000)]
/** For a part of the path, which may not be empty. */
const WRONG_PARTS = ['0', '-1', '1.5', '9007199254740992', '99999999999999999', 'ñ', 'ñ'.repeat(90), 'ñ'.repeat(400)]

type Path = (string | number)[]

/** The places of a body that its schema names, nested ones too. */
function progressOf(schema: Schema, depth = 0): Path[] {
  if (depth > 4) return []
  const target = schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema
  const inner = [...(target.anyOf ?? []), ...(target.oneOf ?? []), ...(target.allOf ?? [])]
  const within = (name: string | number, child: Schema): Path[] => [
    [name],
    ...progressOf(child, depth + 1).map((path) => [name, ...path]),
  ]
  const all = [
    ...Object.entries(target.properties ?? {}).flatMap(([name, child]) => within(name, child)),
    ...(target.items ? within(0, target.items) : []),
    ...inner.flatMap((child) => progressOf(child, depth + 1)),
  ]
  return [...new Map(all.map((path) => [path.join('.'), path])).values()]
}

/** A copy of `value` with `wrong` at `path`; objects and lists on the way are made. */
function placed(value: unknown, [name, ...rest]: Path, wrong: unknown): unknown {
  if (name === undefined) return wrong
  if (typeof name === 'number') {
    const list = Array.isArray(value) ? value : [value]
    return wrong === MISSING && rest.length === 0 ? [] : [placed(list[0], rest, wrong), ...list.slice(1)]
  }
  const { [name]: before, ...others } = (value ?? {}) as Record<string, unknown>
  if (wrong === MISSING && rest.length === 0) return others
  return { ...others, [name]: placed(before, rest, wrong) }
}

function wrongBodies(body: Body | undefined, schema: Schema): Body[] {
  const places = progressOf(schema)
  if (body && 'form' in body) {
    const { form } = body
    const names = places.flatMap(([name]) => (typeof name === 'string' ? [name] : []))
    const each = names.flatMap((name) => {
      const { [name]: _, ...others } = form
      return [{ ...body, form: others }, ...WRONG_TEXTS.map((text) => ({ ...body, form: { ...form, [name]: text } }))]
    })
    return [{ json: form }, { form }, ...each]
  }
  const json = body?.json ?? {}
  const wholes = [{}, [], [{}], [[]], [null], { ...json, clave_ajena: 1 }].map((whole) => ({ json: whole }))
  return [...wholes, ...places.flatMap((path) => WRONG.map((wrong) => ({ json: placed(json, path, wrong) as object })))]
}

function wrongPaths(path: string, call: Call): string[] {
  const parts = path.split('/')
  return call.path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? WRONG_PARTS.map((text) => parts.with(at, encodeURIComponent(text)).join('/')) : [],
    )
}

function wrongQueries(given: string, call: Call): URLSearchParams[] {
  const asked = call.parameters.filter((one) => one.in === 'query').map(({ name }) => name)
  const without = (name: string) => {
    const query = new URLSearchParams(given)
    query.delete(name)
    return query
  }
  const placedIn = (name: string, text: string) => {
    const query = without(name)
    query.set(name, text)
    return query
  }
  const each = asked.flatMap((name) => [without(name), ...WRONG_TEXTS.map((text) => placedIn(name, text))])
  return asked.length > 0 ? [placedIn('clave_ajena', '1'), ...each] : []
}

function wrongRequests(request: Prepared, call: Call): Prepared[] {
  const [path = '', given = ''] = request.url.split('?')
  return [
    ...wrongPaths(path, call).map((wrong) => ({ ...request, url: `${wrong}?${given}` })),
    ...wrongQueries(given, call).map((query) => ({ ...request, url: `${path}?${query}` })),
    ...(call.body ? wrongBodies(request.body, call.body.schema).map((body) => ({ ...request, body })) : []),
  ]
}

/** Least privileged first; where nobody's body is right, who is let in. */
function whoMay({ cells }: Row): Someone {
  const people = ['dueña', 'docente', 'admin', ...PEOPLE] as const
  const fitting = people.find((who) => cells[who].status < 400)
  return fitting ?? people.find((who) => cells[who].status === 422) ?? 'dueña'
}

/** The statuses of each call's refusals. */
const refused = new Map<string, Set<number>>()

/** A sender whose session and throttles never run out. */
async function senderOf(who: Someone) {
  let token = await world.tokenOf(who)
  return async (request: Prepared) => {
    const answer = await ask(t, request, token)
    if (answer.status !== 401 && answer.status !== 429) return answer
    await t.database.sql`DELETE FROM limites`
    token = await world.tokenOf(who)
    return ask(t, request, token)
  }
}

/** A bound that only a computer has, or one with a wrong plural. */
const STRANGE_BOUND = /\d{7}|(?<!\d)1 (elementos|caracteres)/

const isSentence = (text: string) =>
  /^[¿«A-ZÁÉÍÓÚÑ]\S* \S/.test(text) && !LIBRARY_WORDS.test(text) && !STRANGE_BOUND.test(text)

/** The texts of a call's refusals that are no sentence of our sources, each with a request. */
async function strangeTexts(row: Row, call: Call): Promise<Record<string, string>> {
  const send = await senderOf(whoMay(row))
  const request = await prepare(world, row)
  const strange: Record<string, string> = {}
  for (const wrong of wrongRequests(request, call)) {
    const { status, body } = await send(wrong)
    if (status < 400) continue
    refused.get(call.name)?.add(status) ?? refused.set(call.name, new Set([status]))
    const texts: string[] = [body.message, body.mensaje, ...Object.values<string[]>(body.errors ?? {}).flat()]
    const shown = JSON.stringify({ url: wrong.url, body: wrong.body }).slice(0, 300)
    for (const text of texts) if (!isOurs(text) || !isSentence(text)) strange[text] = shown
  }
  return strange
}

/** A wrong signature in the query is a wrong address: 404. */
const SIGNED_ADDRESSES = [
  'GET /materiales/{id}/archivo',
  'GET /exportar-ventas/{marca}/{desde}/{hasta}',
  'GET /exportar-matriculas/{marca}/{persona}/{filtros}',
  'GET /exportar-carpeta/{marca}/{curso}',
  'GET /notificaciones/baja/{id}/{evento}',
  'POST /notificaciones/baja/{id}/{evento}',
]

describe('texts of refusals', () => {
  it.each(ROWS.map((row) => [row.call, row] as const))('%s refuses in our own words', async (name, row) => {
    const call = calls.find((one) => one.name === name)
    if (!call) throw new Error(`${name} is not in the document`)
    expect(await strangeTexts(row, call)).toEqual({})
  })

  it('were read in every call that takes a body, a query or a path', () => {
    const without = (status: number, some: Call[]) =>
      some.map(({ name }) => name).filter((name) => !refused.get(name)?.has(status))
    const takes = (where: string) => calls.filter(({ parameters }) => parameters.some((one) => one.in === where))
    expect(without(422, [...calls.filter(({ body }) => body), ...takes('query')])).toEqual(SIGNED_ADDRESSES)
    expect(without(404, takes('path'))).toEqual([])
  })

  it.each([
    [0, 'El número debe ser mayor que 0.'],
    [1e300, 'El número es demasiado grande.'],
  ])('tell the bound that %d misses', async (id_leccion, text) => {
    const { id } = await aPerson(t.deps.db)
    const send = { token: await t.tokenOf(id), body: { comentario: 'Una duda', id_leccion } }
    const { status, body } = await t.call('POST', '/api/comentarios', send)
    expect([status, body.errors]).toEqual([422, { id_leccion: [text] }])
  })

  it('tell of a value of the wrong type nothing but that', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = Array.from({ length: 600 }, () => 'x')
    const { status, body } = await t.call('POST', `/api/verificar-correo/${id}`, { body: { token } })
    expect([status, body.errors]).toEqual([422, { token: ['Debe ser un texto.'] }])
  })
})
