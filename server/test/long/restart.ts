import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { freePort } from '../free-port.ts'
import { aBalancer, type Backend, untilUp } from './balancer.ts'
import { type Call, holdStream, startLoad } from './load.ts'
import { aFolder, type Program, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { tokensOf } from './writers.ts'

const STUDENTS = 8

export const loadNow = (): string => `load ${loadavg()[0]?.toFixed(1)}`

/** Typical requests: reads of a student, a write, two cached pages and a public list. */
export function aMix(tokens: string[]): Call[] {
  const token = (n: number) => tokens[n % tokens.length] ?? ''
  return [
    (n) => ({ path: '/api/inicio', token: token(n) }),
    () => ({ path: '/' }),
    (n) => ({
      method: 'PUT',
      path: `/api/borradores/mezcla-${n % 50}`,
      token: token(n),
      body: { contenido: String(n) },
    }),
    () => ({ path: '/api/cursos' }),
    (n) => ({ path: '/api/notificaciones/preferencias', token: token(n) }),
    () => ({ path: '/login' }),
    (n) => ({ path: '/api/foros', token: token(n) }),
  ]
}

type Copy = { backend: Backend; program: Program }

/** Requests per second, for at least this many seconds. */
type Asked = { perSecond: number; seconds?: number; processes?: number }

/**
 * Restarts two load-balanced instances in turn under load: no request fails. `perSecond` must fit the machine, which would
 * rightly answer 503 above it.
 */
export async function restartInTurn(rounds: number, { perSecond, seconds = 0, processes = 1 }: Asked): Promise<void> {
  const database = await aDatabase({ migrated: true })
  const tokens = await tokensOf(database, STUDENTS)
  const env = {
    DATABASE_URL: database,
    DATA_DIR: aFolder(),
    DRAIN_SECONDS: '3',
    WORKERS: String(processes),
    LOG_LEVEL: 'warn',
  }
  const begin = (port: number) => startProgram({ port, env, pages: true })
  const copies: Copy[] = []
  for (let i = 0; i < 2; i++) {
    const port = await freePort()
    copies.push({ backend: { port, up: false }, program: begin(port) })
  }
  for (const { program } of copies) await program.ready()
  const url = await aBalancer(copies.map(({ backend }) => backend))
  for (const { backend } of copies) await untilUp(backend)

  const load = startLoad(url, perSecond, aMix(tokens))
  const stream = holdStream(url, tokens[0] ?? '')
  onTestFinished(() => stream.end())
  const began = performance.now()
  const stops: number[] = []
  for (let round = 0; round < rounds; round++)
    for (const copy of copies) {
      const from = performance.now()
      expect(await copy.program.stop(), copy.program.log()).toBe(0)
      stops.push((performance.now() - from) / 1000)
      copy.program = begin(copy.backend.port)
      await copy.program.ready()
      await untilUp(copy.backend)
    }
  await sleep(Math.max(0, seconds * 1000 - (performance.now() - began)))
  const { sent, statuses, failures, p99Ms, slowestMs } = await load.end()
  stream.end()
  console.log(
    `> ${rounds} restarts of each of two copies of ${processes} process(es), ${Math.round((performance.now() - began) / 1000)} s: ${sent} requests (${perSecond} a second), ` +
      `${JSON.stringify(statuses)}, ${failures.length} failed, p99 ${p99Ms} ms, slowest ${slowestMs} ms; the live stream was ` +
      `opened ${stream.opened()} times; a stop took ${stops.map((s) => s.toFixed(1)).join(', ')} s of which 3 drain; ${loadNow()}`,
  )
  expect(failures).toEqual([])
  expect(stream.failures).toEqual([])
}
