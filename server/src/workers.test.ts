import { once } from 'node:events'
import { expect, it } from 'vitest'
import { aPerson, PASSWORD } from '../test/builders.ts'
import { useApp } from '../test/harness.ts'
import { aFolder, freePort, startProgram, untilAnswers } from '../test/long/program.ts'
import { waitAfter } from './platform/workers.ts'

const t = useApp()
const METRICS_TOKEN = 'una-clave-de-metricas'

async function twoWorkers() {
  const port = await freePort()
  const env = { WORKERS: '2', DATA_DIR: aFolder(), DATABASE_URL: t.deps.config.databaseUrl ?? '', METRICS_TOKEN }
  const program = startProgram({ port, env })
  await program.ready()
  return program
}

const figures = async (url: string, token = METRICS_TOKEN) =>
  fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })

/** The processes that serve, as they tell of themselves. */
async function pidsOf(url: string): Promise<number[]> {
  const text = await (await figures(url)).text()
  return [...text.matchAll(/^campus_process\{pid="(\d+)"\} 1$/gm)].map(([, pid]) => Number(pid))
}

it('serves one port from two processes, counts them together, replaces a dead one and stops whole', async () => {
  const { url, child, log, stop } = await twoWorkers()
  // Both are there when their figures add up to two.
  await expect.poll(() => pidsOf(url), { timeout: 30_000 }).toHaveLength(2)
  expect((await figures(url, 'otra-clave-cualquiera')).status).toBe(401)

  const person = await aPerson(t.deps.db)
  const login = await fetch(`${url}/api/loginalumno`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.correo, password: PASSWORD }),
  })
  const { token } = (await login.json()) as { token: string }
  const mine = () =>
    fetch(`${url}/api/usuarios/${person.id}`, { headers: { authorization: `Bearer ${token}`, connection: 'close' } })
  // A session of one process is good in the other, and ended in both at once.
  for (let i = 0; i < 6; i++) expect((await mine()).status).toBe(200)
  await fetch(`${url}/api/logout`, { method: 'POST', headers: { authorization: `Bearer ${token}` } })
  for (let i = 0; i < 6; i++) expect((await mine()).status).toBe(401)

  const [worker] = await pidsOf(url)
  process.kill(worker ?? 0, 'SIGKILL')
  await expect.poll(log, { timeout: 10_000 }).toContain(`El proceso ${worker} terminó (SIGKILL)`)
  await untilAnswers(`${url}/api/salud`)
  await expect.poll(() => pidsOf(url), { timeout: 30_000 }).toHaveLength(2)

  const gone = once(child, 'exit')
  expect(await stop()).toBe(0)
  await gone
  await expect(fetch(`${url}/api/salud/viva`)).rejects.toThrow()
}, 180_000)

it('is as closed as ever without a token for its figures', async () => {
  expect((await t.call('GET', '/metrics')).status).toBe(404)
})

it.each([
  [0, 0],
  [1, 250],
  [2, 500],
  [5, 4000],
  [20, 30_000],
])('after %i early deaths waits %i ms', (deaths, wait) => expect(waitAfter(deaths)).toBe(wait))
