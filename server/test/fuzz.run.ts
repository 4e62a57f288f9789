import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { FailureBody } from '@campus/contract/common'
import { FAILURES } from '@campus/contract/failures'
import { staleOf } from '@campus/contract/staff'
import { z } from 'zod'
import { type Call, type Judge, judgeOf, readDocument } from './fuzz.document.ts'
import { type Actor, createFuzz, type Shot } from './fuzz.ts'
import type { Chance, Dictionary } from './fuzz.values.ts'
import type { TestApp } from './harness.ts'
import { THINGS } from './matrix.things.ts'
import { buildWorld, PRIVATE, type Someone, type World } from './matrix.world.ts'

/** Guests and users of every kind, but never the victim. */
const ACTORS: readonly [Actor, ...Someone[]] = [
  null,
  'compañero',
  'compañero',
  'ajeno',
  'vencido',
  'otra marca',
  'docente',
  'otro docente',
  'admin',
  'otro admin',
]
/** Staff who may see private data of the victim. */
const MAY_READ_PAPERS: readonly Actor[] = ['docente', 'admin']

/** Internal details, or error texts of libraries. */
const LEAK =
  /\bat .+\.(ts|js|mjs|cjs):\d+|node_modules|\bSELECT .+ FROM\b|\bINSERT INTO\b|pg_catalog|PostgresError|ECONN|syntax error|violates|duplicate key|FST_|ZodError|Unexpected token|Cannot read|is not a function|Invalid input|Expected .+ received|\$argon2|password_hash/

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

const TOGETHER = 16
/** Renews tokens (some calls end sessions) and resets throttles. */
const RENEWED_EVERY = 400

export type Finding = { at: number; why: string; request: string }

/** Existing values by field name, so that requests hit existing rows. */
async function dictionaryOf(world: World): Promise<Dictionary> {
  const values = new Map<string, (number | string)[]>()
  const put = (names: string[], ...items: (number | string)[]) => {
    for (const name of names) values.set(name, [...(values.get(name) ?? []), ...items])
  }
  const ids: (number | string)[] = [1, 2, 3]
  for (const [name, make] of Object.entries(THINGS)) {
    const made = await make(world)
    if (typeof made === 'number') ids.push(made)
    put([name], made)
  }
  const of = (name: string) => values.get(name) ?? []
  put(
    [
      'id',
      'm',
      'comentario',
      'parent_id',
      'id_foro',
      'leccion_id',
      'id_leccion',
      'id_curso',
      'id_modulo',
      'id_evaluacion',
    ],
    ...ids,
  )
  put(['id_detalle_evaluacion', 'id_pregunta', 'id_opcion', 'id_intento', 'ultimo_post', 'orden', 'ids'], ...ids)
  put(['u', 'usuario', 'alumno', 'id_usuario', 'usuario_id'], ...Object.values(world.people))
  put(['numero'], ...of('orden'))
  put(['codigo'], ...of('codigo_certificado'), ...of('codigo'))
  put(['clave'], 'terminos', 'privacidad', ...of('borrador'), ...of('hoja'))
  put(['archivo'], ...of('calendario'))
  put(['nombre'], ...of('imagen'))
  put(['marca'], 'marca-1', '2')
  put(['desde'], '2026-01-01')
  put(['hasta'], '2026-03-01')
  put(['password', 'password_confirmation'], 'Otra-clave-9')
  put(['password_actual'], 'No-es-esta-1')
  put(['numero_documento'], '45454545', '46464646')
  return (name: string, chance: Chance) => {
    const [first, ...others] = of(name)
    return first === undefined ? undefined : chance.pick([first, ...others])
  }
}

const shown = ({ actor, method, url, headers, payload }: Shot) =>
  JSON.stringify({ actor, method, url: url.slice(0, 400), headers, payload: payload?.toString().slice(0, 600) })

/** A refusal, or one with what another member of the staff saved, or with what each document lacks. */
const REFUSAL = z.union([
  FailureBody.strict(),
  staleOf(z.unknown())
    .extend({ code: z.enum(['CAMBIO_MIENTRAS', 'YA_RESUELTO']) })
    .strict(),
  FailureBody.extend({ code: z.literal('NO_PUBLICABLE'), documentos: z.array(z.unknown()) }).strict(),
])

function wrongRefusal(text: string): string | null {
  const failure = REFUSAL.safeParse(JSON.parse(text))
  if (!failure.success) return `no body of a failure: ${text.slice(0, 300)}`
  return failure.data.code in FAILURES ? null : `a code that the catalogue has not: ${failure.data.code}`
}

/** Values that no response may reveal. */
const secretsOf = ({ deps: { config } }: TestApp) =>
  [config.dataDir, ROOT, process.execPath, config.databaseUrl].filter((text) => text !== undefined)

/** Internal details in a response, whatever its status. */
function leaked(text: string, secrets: readonly string[]): string | null {
  const found = LEAK.exec(text)
  const at = found?.index ?? Math.max(...secrets.map((secret) => text.indexOf(secret)))
  return at < 0 ? null : `it tells of its inside: ${text.slice(Math.max(0, at - 100), at + 200)}`
}

/** Why a response is wrong, or null. */
function wrong(shot: Shot, judge: Judge | undefined, answer: Answered, secrets: readonly string[]): string | null {
  const { statusCode: status, body: text } = answer
  if (status >= 500) return `status ${status}: ${text.slice(0, 300)}`
  const leak = leaked(text, secrets)
  if (leak !== null) return leak
  const papers = Object.values(PRIVATE).filter((value) => text.includes(value))
  if (papers.length > 0 && !MAY_READ_PAPERS.includes(shot.actor)) return `it tells another's ${papers}`
  if (answer.headers['x-content-type-options'] !== 'nosniff') return 'it comes without the security headers'
  if (shot.method === 'HEAD' || text === '') return null
  if (status >= 400) return wrongRefusal(text)
  const isJson = String(answer.headers['content-type']).includes('json')
  return judge && isJson ? judge(status, JSON.parse(text)) : null
}

/** The live stream never ends; only requests that may not open it are sent. */
const endless = ({ url }: Shot) => url.includes('/notificaciones/eventos')

type Answered = Awaited<ReturnType<typeof fire>>

async function fire(t: TestApp, shot: Shot, tokens: Map<Actor, string | undefined>) {
  const token = endless(shot) ? undefined : tokens.get(shot.actor)
  const answer = await t.app.inject({
    method: shot.method,
    url: shot.url,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...shot.headers },
    ...(shot.payload !== undefined && { payload: shot.payload }),
  })
  const { statusCode, headers, rawPayload } = answer
  const decode = DECODERS[String(headers['content-encoding'])]
  return { statusCode, headers, body: (decode?.(rawPayload) ?? rawPayload).toString() }
}

async function renew(t: TestApp, world: World, tokens: Map<Actor, string | undefined>) {
  await t.database.sql`DELETE FROM limites`
  await t.database.sql`UPDATE usuarios SET estado = 1`
  for (const who of ACTORS) tokens.set(who, who === null ? undefined : await world.tokenOf(who as Someone))
}

/** Sends random requests; returns the first findings, the statuses and the response times. */
export async function runFuzz(t: TestApp, { seed, requests }: { seed: number; requests: number }) {
  const { calls, schemas } = await readDocument(t)
  const world = await buildWorld(t)
  const next = createFuzz({
    seed,
    calls: calls.filter(worthIt),
    schemas,
    known: await dictionaryOf(world),
    actors: ACTORS,
  })
  const judges = new Map(calls.map((call) => [call.name, judgeOf(call, schemas)]))
  const tokens = new Map<Actor, string | undefined>()
  const findings: Finding[] = []
  const spread: Record<number, number> = {}
  const times: number[] = []
  const secrets = secretsOf(t)

  async function one(at: number): Promise<void> {
    const shot = next()
    const began = performance.now()
    const answer = await fire(t, shot, tokens).catch((error: Error) => error)
    times.push(performance.now() - began)
    const why =
      answer instanceof Error
        ? `no answer: ${answer.message}`
        : wrong(shot, judges.get(shot.call?.name ?? ''), answer, secrets)
    if (!(answer instanceof Error)) spread[answer.statusCode] = (spread[answer.statusCode] ?? 0) + 1
    if (why !== null) findings.push({ at, why, request: shown(shot) })
  }

  for (let at = 0; at < requests && findings.length < 20; at += TOGETHER) {
    if (at % RENEWED_EVERY === 0) await renew(t, world, tokens)
    await Promise.all(Array.from({ length: Math.min(TOGETHER, requests - at) }, (_, n) => one(at + n)))
  }
  return { findings, spread, figure: figureOf(times) }
}

/** Response times in milliseconds at 16 connections; the bar is a p99 of 250. */
function figureOf(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (of: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(1)
  return `p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, longest ${share(1)} ms, ${TOGETHER} at a time; load ${loadavg()[0]?.toFixed(1)}`
}

/** Documents take a hundred times longer and have their own tests. */
const worthIt = ({ path }: Call) => !/\/(pdf|imagen)$/.test(path)
