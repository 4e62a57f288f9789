import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { aBrand } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
const CLIENT = fileURLToPath(new URL('../../web/build/client', import.meta.url))

const UNAVAILABLE = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'

const BUSY_MS = 1500
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Nothing else runs for so long that the mean delay passes the bar. */
async function beBusy(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    Atomics.wait(asleep, 0, 0, BUSY_MS)
    await nextTurn()
  }
}

it('under pressure refuses calls and pages with a time to come back, and gives a begun page its files', async () => {
  if (!existsSync(CLIENT)) throw new Error('web/ is not built: npm test and npm start build it')
  await aBrand(t.deps.db)
  const site = await buildApp(t.deps, { pages: 'built' })
  onTestFinished(() => site.close())
  await site.ready()
  const script = (await readdir(`${CLIENT}/assets`)).find((name) => name.endsWith('.js'))
  const statusOf = async (url: string) => (await site.inject({ url })).statusCode
  await beBusy()

  const call = await site.inject({ url: '/api/cursos' })
  expect([call.statusCode, call.json()]).toEqual([
    503,
    { message: UNAVAILABLE, mensaje: UNAVAILABLE, code: 'NO_DISPONIBLE' },
  ])
  expect(call.headers).toMatchObject({ 'retry-after': '5', 'x-content-type-options': 'nosniff' })
  const page = await site.inject({ url: '/cursos', headers: { accept: 'text/html' } })
  expect([page.statusCode, page.body]).toEqual([503, expect.stringContaining(UNAVAILABLE)])
  expect(page.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' })
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  for (const url of ['/api/salud', '/api/salud/viva', `/assets/${script}`, '/sw.js'])
    expect([url, await statusOf(url)]).toEqual([url, 200])

  await expect.poll(() => statusOf('/api/cursos'), { timeout: 20_000 }).toBe(200)
})
