import { once } from 'node:events'
import { request } from 'node:http'
import { eq } from 'drizzle-orm'
import { expect, it, onTestFinished } from 'vitest'
import { aCourse, aPerson, PASSWORD } from '../../test/builders.ts'
import { freePort } from '../../test/free-port.ts'
import { useApp } from '../../test/harness.ts'
import { signal } from '../../test/long/processes.ts'
import { aFolder, startProgram, untilAnswers } from '../../test/long/program.ts'
import { openSql } from '../../test/sql.ts'
import { cursos } from '../features/catalogue/catalogue.tables.ts'
import { notify } from '../features/notifications/notifications.ts'
import { MIGRATION_LOCK } from '../platform/db/migrate.ts'

const t = useApp()
const METRICS_TOKEN = 'una-clave-de-metricas'

async function twoWorkers({ pages = false } = {}) {
  const port = await freePort()
  const env = { WORKERS: '2', DATA_DIR: aFolder(), DATABASE_URL: t.deps.config.databaseUrl ?? '', METRICS_TOKEN }
  const program = startProgram({ port, env, pages })
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
  expect(log().match(/^ {2}Pagos +de prueba/gm)).toHaveLength(1)

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
  signal(worker, 'SIGKILL')
  await expect.poll(log, { timeout: 10_000 }).toContain(`El proceso ${worker} terminó (SIGKILL)`)
  await untilAnswers(`${url}/api/salud`)
  await expect.poll(() => pidsOf(url), { timeout: 30_000 }).toHaveLength(2)

  const gone = once(child, 'exit')
  expect(await stop()).toBe(0)
  await gone
  await expect(fetch(`${url}/api/salud/viva`)).rejects.toThrow()
}, 180_000)

it('does not wait for a process that is still starting when it is stopped', async () => {
  const { url, log, stop } = await twoWorkers()
  await expect.poll(() => pidsOf(url), { timeout: 30_000 }).toHaveLength(2)
  const [worker] = await pidsOf(url)
  const held = await openSql(t.deps.config.databaseUrl ?? '')
  onTestFinished(() => held.end())
  // A process that starts now waits here, before it serves.
  await held`SELECT pg_advisory_lock(${MIGRATION_LOCK})`
  signal(worker, 'SIGKILL')
  const waiting = () => t.database.sql`SELECT 1 FROM pg_locks l JOIN pg_database d ON d.oid = l.database
    WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`
  await expect.poll(waiting, { timeout: 30_000 }).toHaveLength(1)
  expect(await stop()).toBe(0)
  // It ended when it was told to, though the lock was still held: it used to be killed at the last timeout.
  expect(log()).not.toContain('no se detuvo')
}, 180_000)

/** A live stream of notifications over a connection of its own; what it heard, and whether it was cut. */
function listen(url: string, token: string) {
  const state = { heard: '', cut: false }
  const asked = request(`${url}/api/notificaciones/eventos`, {
    agent: false,
    headers: { authorization: `Bearer ${token}` },
  })
  asked.on('response', (stream) => {
    stream.setEncoding('utf8').on('data', (part: string) => {
      state.heard += part
    })
    stream
      .on('error', () => undefined)
      .on('close', () => {
        state.cut = true
      })
  })
  asked.on('error', () => undefined).end()
  onTestFinished(() => void asked.destroy())
  return state
}

it('what one process writes is heard by the streams of the other, which goes on when the first is killed', async () => {
  const { url } = await twoWorkers()
  await expect.poll(() => pidsOf(url), { timeout: 30_000 }).toHaveLength(2)
  const person = await aPerson(t.deps.db)
  const token = await t.tokenOf(person.id)
  const news: Omit<Parameters<typeof notify>[1], 'mensaje' | 'clave'> = {
    evento: 'aviso',
    tipo: 'Otro',
    usuarios: [person.id],
  }
  await notify(t.deps.db, { ...news, mensaje: 'Primero', clave: 'primero' })
  // Connections go to the processes in turns.
  const streams = Array.from({ length: 6 }, () => listen(url, token))
  await expect
    .poll(() => streams.filter(({ heard }) => heard.includes('"sin_leer":1')).length, { timeout: 15_000 })
    .toBe(6)
  const readAll = () =>
    fetch(`${url}/api/notificaciones/desactivar/todas`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, connection: 'close' },
    })
  expect((await readAll()).status).toBe(200)
  await expect
    .poll(() => streams.filter(({ heard }) => heard.includes('"sin_leer":0')).length, { timeout: 15_000 })
    .toBe(6)

  const [worker] = await pidsOf(url)
  signal(worker, 'SIGKILL')
  await expect.poll(() => streams.some(({ cut }) => cut), { timeout: 15_000 }).toBe(true)
  await notify(t.deps.db, { ...news, mensaje: 'Segundo', clave: 'segundo' })
  // Each process had some of them, so that the write above was another process's for some. Which were the dead one's shows
  // itself one after the other.
  const living = () => streams.filter(({ cut }) => !cut)
  await expect
    .poll(() => living().length > 0 && living().every(({ heard }) => heard.includes('Segundo')), { timeout: 15_000 })
    .toBe(true)
  expect((await readAll()).status).toBe(200)
}, 180_000)

it('a page that changed is shown anew by every process', async () => {
  const course = await aCourse(t.deps.db, { nombre: 'Curso de antes' })
  const { url } = await twoWorkers({ pages: true })
  await expect.poll(() => pidsOf(url), { timeout: 60_000 }).toHaveLength(2)
  const seen = async () => {
    const pages = await Promise.all(
      Array.from({ length: 6 }, () => fetch(`${url}/cursos?marca=2`, { headers: { connection: 'close' } })),
    )
    const texts = await Promise.all(pages.map((page) => page.text()))
    return texts.filter((text) => text.includes('Curso de después')).length
  }
  // Both keep it now.
  expect(await seen()).toBe(0)
  expect(await seen()).toBe(0)
  await t.deps.db.update(cursos).set({ nombre: 'Curso de después' }).where(eq(cursos.id, course.id))
  // Far sooner than the 30 s for which an unchanged page is fresh.
  await expect.poll(seen, { timeout: 10_000 }).toBe(6)
}, 180_000)

it('is as closed as ever without a token for its figures', async () => {
  expect((await t.call('GET', '/metrics')).status).toBe(404)
})
