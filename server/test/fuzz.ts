import type { InjectOptions } from 'fastify'
import type { Call, Schema } from './fuzz.document.ts'
import { aValue, type Chance, chanceOf, type Dictionary, HOSTILE_TEXTS, type Source } from './fuzz.values.ts'

export type Actor = string | null

/** `call` is the target, unless the request is deliberately off. */
export type Shot = {
  actor: Actor
  call: Call | null
  method: NonNullable<InjectOptions['method']>
  url: string
  headers: Record<string, string>
  payload: string | Buffer | undefined
}

const PATH_TRICKS = [
  '0',
  '-1',
  '01',
  '1e3',
  '0x10',
  '1.0',
  '2147483647',
  '2147483648',
  '9007199254740991',
  '9007199254740993',
  '99999999999999999',
  'null',
  '%00',
  '%ff',
  '%20',
  '1%00',
  '..%2f..',
  '1%2f2',
  '%5c',
  '*',
  '٣',
  "1'--",
  'a'.repeat(119),
  'a'.repeat(500),
] as const
const STRAY_PATHS = [
  '/api',
  '/api/',
  '/api//cursos',
  '/api/cursos/',
  '/api/./cursos',
  '/api/cursos%2f1',
  '/api/%63ursos',
  '/API/cursos',
  '/api/nada',
  '/api/cursos;a=b',
  '/api/cursos/1/2/3/4',
  '/api/__proto__',
  '/api/storage/imagenes/..%2f..%2fsecreto',
  '/.env',
  '/.git/config',
  '/api/storage/imagenes/%00.webp',
  '/api/cursos/%2e%2e',
  '/api/../server/src/main.ts',
  '/%2e%2e/%2e%2e/etc/passwd',
] as const
const ODD_METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'DELETE', 'PUT', 'POST', 'GET'] as const
const TYPES = [
  'application/json',
  'application/json; charset=utf-8',
  'application/json;charset=utf-7',
  'APPLICATION/JSON',
  'application/json\t; a=b',
  'application/json,text/plain',
  'text/plain',
  'text/html',
  'application/xml',
  'application/x-www-form-urlencoded',
  'application/octet-stream',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'application/vnd.api+json',
  'x',
] as const
const AUTHORIZATIONS = [
  'Bearer',
  'Bearer ',
  'bearer x',
  'Basic YTpi',
  `Bearer ${'A'.repeat(43)}`,
  `Bearer ${'a'.repeat(4000)}`,
  'Bearer null',
  "Bearer ' OR 1=1 --",
] as const
const STRANGE_HEADERS: readonly [Record<string, string>, ...Record<string, string>[]] = [
  { cookie: 'marca=99999999999999999999' },
  { cookie: `marca='; DROP TABLE usuarios; --` },
  { cookie: 'marca=%00; marca=%ff; =; ;;' },
  { range: 'bytes=99999999999-1,5-' },
  { 'if-none-match': '*' },
  { 'accept-encoding': 'br;q=9, zstd, gzip;q=x' },
  { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'malo.example' },
  { host: 'malo.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'sec-purpose': 'prefetch' },
  { 'x-signature': 'ts=1,v1=00', 'x-request-id': HOSTILE_TEXTS[10].trim() },
  { 'content-encoding': 'gzip' },
]

/** Invalid JSON, or JSON that parsers read differently. */
function broken(text: string, chance: Chance): string | Buffer {
  return chance.pick<() => string | Buffer>([
    () => text.slice(0, chance.int(text.length + 1)),
    () => `${text}}`,
    () => `\uFEFF${text}`,
    () => text.replace('{', '{"__proto__":{"rol":"Administrador"},'),
    () => text.replace('{', '{"constructor":{"prototype":{"x":1}},'),
    () => text.replace('{', '{"id":1,"id":2,'),
    () => text.replace(/\d+/, '1e400'),
    () => text.replace(/\d+/, '9007199254740993'),
    () => '['.repeat(20_000),
    () => `{"a":${'[1,'.repeat(2000)}1${']'.repeat(2000)}}`,
    () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xff, 0xfe, 0xc0, 0x80])]),
    () => `{"relleno":"${'x'.repeat(300_000)}"}`,
    () => 'null',
    () => '""',
    () => '0',
    () => '[]',
    () => '',
  ])()
}

const asText = (value: unknown): string => {
  if (typeof value === 'string') return value
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A form with the fields of the schema, sometimes with a file, truncated or with a wrong boundary. */
function form(fields: object, chance: Chance): Pick<Shot, 'headers' | 'payload'> {
  const boundary = 'limite'
  const parts = Object.entries(fields).map(([name, value]) => [name, asText(value).slice(0, 30_000)] as const)
  if (chance.often(50)) parts.push(['_method', chance.pick(['PUT', 'put', 'DELETE', ''])])
  const texts = parts.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll(/["\r\n]/g, '')}"\r\n\r\n${value}\r\n`,
  )
  if (chance.often(40))
    texts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="${chance.pick(['foto_perfil', 'imagen', 'logo', 'otro'])}"; filename="${chance.pick(['a.png', '../a.php', 'a.svg', ''])}"\r\nContent-Type: ${chance.pick(['image/png', 'text/html'])}\r\n\r\n${chance.pick(['', 'GIF89a', '<svg onload=alert(1)>', '\x89PNG\r\n\x1a\n'])}\r\n`,
    )
  const whole = `${texts.join('')}--${boundary}--\r\n`
  const payload = chance.often(15) ? whole.slice(0, chance.int(whole.length)) : whole
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${chance.often(95) ? boundary : 'otro'}` },
    payload,
  }
}

function body(call: Call, source: Source): Pick<Shot, 'headers' | 'payload'> {
  const { chance } = source
  if (!call.body) {
    if (chance.often(90)) return { headers: {}, payload: undefined }
    return { headers: { 'content-type': chance.pick(TYPES) }, payload: chance.pick(['{}', '{"a":1}', 'x', 'null']) }
  }
  const value = aValue(call.body.schema, source)
  if (call.body.form && chance.often(90)) return form(typeof value === 'object' && value ? value : {}, chance)
  const text = JSON.stringify(value) ?? 'null'
  const type = chance.often(92) ? 'application/json' : chance.pick(TYPES)
  return { headers: { 'content-type': type }, payload: chance.often(10) ? broken(text, chance) : text }
}

function address(call: Call, source: Source): string {
  const { chance, known } = source
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (chance.often(15)) return chance.pick(PATH_TRICKS)
    const value = known(call.path.includes('/usuario') && name === 'id' ? 'id_usuario' : name, chance)
    return encodeURIComponent(String(value ?? chance.int(30) + 1))
  })
  const query = call.parameters
    .filter((one) => one.in === 'query' && (one.required || chance.often(40)))
    .flatMap(({ name, schema }) => {
      const value = chance.often(20)
        ? chance.pick(HOSTILE_TEXTS).slice(0, 3000)
        : asText(aValue(schema, source, name)).slice(0, 3000)
      const pair = `${name}=${encodeURIComponent(value.toWellFormed())}`
      if (chance.often(4)) return [pair, pair]
      return [chance.often(3) ? pair.replace('=', '[]=') : pair]
    })
  if (chance.often(5))
    query.push(chance.pick(['%', '%ff=%', '__proto__[x]=1', 'a[b][c]=1', '='.repeat(50), `x=${'y'.repeat(5000)}`]))
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

/** An endless, seeded sequence of requests. */
export function createFuzz(setting: {
  seed: number
  calls: readonly Call[]
  schemas: Record<string, Schema>
  known: Dictionary
  actors: readonly [Actor, ...Actor[]]
}): () => Shot {
  const chance = chanceOf(setting.seed)
  const source: Source = { chance, schemas: setting.schemas, known: setting.known }
  const [first, ...others] = setting.calls
  if (!first) throw new Error('the document has no calls')
  const stray = (shot: Shot): Shot => {
    if (chance.often(4)) {
      const headers = { ...shot.headers, authorization: chance.pick(AUTHORIZATIONS) }
      return { ...shot, actor: null, headers }
    }
    if (chance.often(3)) return { ...shot, call: null, method: chance.pick(ODD_METHODS) }
    return chance.often(2) ? { ...shot, call: null, url: chance.pick(STRAY_PATHS) } : shot
  }
  return () => {
    const call = chance.pick([first, ...others])
    const sent = body(call, source)
    const shot: Shot = {
      actor: chance.pick(setting.actors),
      call,
      method: call.method as Shot['method'],
      url: address(call, source),
      payload: sent.payload,
      headers: { ...sent.headers, ...(chance.often(6) ? chance.pick(STRANGE_HEADERS) : {}) },
    }
    return stray(shot)
  }
}
