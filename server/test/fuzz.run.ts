import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { FailureBody } from '@campus/contract/common'
import { FAILURES } from '@campus/contract/failures'
import { type Call, type Judge, judgeOf, readDocument } from './fuzz.document.ts'
import { type Actor, createFuzz, type Shot } from './fuzz.ts'
import type { Chance, Dictionary } from './fuzz.values.ts'
import type { TestApp } from './harness.ts'
import { THINGS } from './matrix.things.ts'
import { buildWorld, PRIVATE, type Someone, type World } from './matrix.world.ts'

/** Who asks at random: nobody, students of every kind, teachers and administrators; never the victim. */
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
/** Whose work includes the victim's papers. */
const MAY_READ_PAPERS: readonly Actor[] = ['docente', 'admin']

/** Traces of the program's inside, or of a library's own words. */
const LEAK =
  /\bat .+\.(ts|js|mjs|cjs):\d+|node_modules|\bSELECT .+ FROM\b|\bINSERT INTO\b|pg_catalog|PostgresError|ECONN|syntax error|violates|duplicate key|FST_|ZodError|Unexpected token|Cannot read|is not a function|Invalid input|Expected .+ received|\$argon2|password_hash/

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync }

const TOGETHER = 16
/** So often everybody gets a new token (some calls end one's sessions) and the throttles forget. */
const RENEWED_EVERY = 400

/** What the fuzz found wrong: the request and why. */
export type Finding = { at: number; why: string; request: string }

/** Values of the world by the names of the fields, so that requests reach what is there. */
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

/** What is wrong with the body of a refusal. */
function wrongRefusal(text: string): string | null {
  const failure = FailureBody.strict().safeParse(JSON.parse(text))
  if (!failure.success) return `no body of a failure: ${text.slice(0, 300)}`
  return failure.data.code in FAILURES ? null : `a code that the catalogue has not: ${failure.data.code}`
}

/** What of this machine and of the database no answer may tell. */
const secretsOf = ({ deps: { config } }: TestApp) =>
  [config.dataDir, ROOT, process.execPath, config.databaseUrl].filter((text) => text !== undefined)

/** Traces of the inside in an answer, whatever its status: of the program's own words or of where it runs. */
function leaked(text: string, secrets: readonly string[]): string | null {
  const found = LEAK.exec(text)
  const at = found?.index ?? Math.max(...secrets.map((secret) => text.indexOf(secret)))
  return at < 0 ? null : `it tells of its inside: ${text.slice(Math.max(0, at - 100), at + 200)}`
}

/** Why an answer is wrong; null when it is as it must be. */
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

/** The live stream never ends: only who may not open it asks for it. */
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

/** Makes so many requests at random and answers what was wrong (the first few), how the answers were spread, and how long they took. */
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

/** How long answers took in milliseconds, sixteen at a time: the bar of safety.md section 3 is a p99 of 250. */
function figureOf(times: number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const share = (of: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0).toFixed(1)
  return `p50 ${share(0.5)} ms, p99 ${share(0.99)} ms, longest ${share(1)} ms, ${TOGETHER} at a time; load ${loadavg()[0]?.toFixed(1)}`
}

/** Drawing a PDF takes a hundred times what another answer takes; its tests ask for it. */
const worthIt = ({ path }: Call) => !path.endsWith('/pdf')
