import { expect, it } from 'vitest'
import { aProgramOnAWire } from './outages.ts'
import { untilAnswers } from './program.ts'

async function aProgram() {
  const { program, wire, token } = await aProgramOnAWire()
  const call = async (path: string) => {
    const began = performance.now()
    const answer = await fetch(`${program.url}${path}`, { headers: { authorization: `Bearer ${token}` } })
    return { status: answer.status, again: answer.headers.get('retry-after'), ms: performance.now() - began }
  }
  return { program, wire, call }
}

/** The student was made after the start: news of that may arrive during the first rendering, which then is not cached. */
async function cachePages(call: (path: string) => Promise<{ status: number }>): Promise<void> {
  for (const _ of [1, 2]) expect((await call('/login')).status).toBe(200)
}

it('without a database returns 503 with Retry-After, serves cached pages and recovers', async () => {
  const { program, wire, call } = await aProgram()
  await cachePages(call)
  expect((await call('/api/inicio')).status).toBe(200)
  wire.cut()
  // The first call may use a connection whose end is not known yet.
  const answers = [await call('/api/inicio'), await call('/api/inicio'), await call('/api/cursos')]
  for (const { status, again } of answers) expect({ status, again }).toEqual({ status: 503, again: '2' })
  console.log(`> database away: refused in ${answers.map(({ ms }) => Math.round(ms)).join(', ')} ms`)
  expect((await call('/login')).status).toBe(200)
  expect((await call('/api/salud/viva')).status).toBe(200)
  await expect.poll(async () => (await call('/api/salud')).status).toBe(503)
  const from = performance.now()
  wire.mend()
  await untilAnswers(`${program.url}/api/salud`, from)
  expect((await call('/api/inicio')).status).toBe(200)
  console.log(`> database back: served after ${Math.round(performance.now() - from)} ms, without a restart`)
}, 180_000)

it('with a hanging database returns 503 instead of hanging, and recovers with it', async () => {
  const { wire, call } = await aProgram()
  await cachePages(call)
  expect((await call('/api/inicio')).status).toBe(200)
  wire.freeze()
  const answers = await Promise.all(Array.from({ length: 30 }, () => call('/api/inicio')))
  for (const { status, again } of answers) expect({ status, again }).toEqual({ status: 503, again: '2' })
  console.log(
    `> database frozen: refused after ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms at the latest`,
  )
  expect((await call('/login')).status).toBe(200)
  expect((await call('/api/salud/viva')).status).toBe(200)
  await expect.poll(async () => (await call('/api/salud')).status).toBe(503)
  wire.mend()
  await expect.poll(async () => (await call('/api/inicio')).status, { timeout: 60_000 }).toBe(200)
}, 180_000)

it('with a hanging database and no cached page says 503 to a browser, too', async () => {
  const { wire, call } = await aProgram()
  wire.freeze()
  expect(await call('/login')).toMatchObject({ status: 503, again: '2' })
  wire.mend()
  await expect.poll(async () => (await call('/login')).status, { timeout: 60_000 }).toBe(200)
}, 180_000)
