import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'

const t = useApp()
const UNAVAILABLE = 'El servicio no está disponible en este momento. Inténtalo en unos segundos.'

/** Keeps the event loop busy, turn after turn, until a request is refused. */
async function overload() {
  for (let turn = 0; turn < 20; turn++) {
    const until = performance.now() + 1500
    while (performance.now() < until) Math.sqrt(turn)
    await nextTurn()
    const answer = await t.call('GET', '/api/cursos')
    if (answer.status !== 200) return answer
  }
  throw new Error('nothing was refused')
}

describe('a program that is too busy', () => {
  beforeAll(async () => void (await aBrand(t.deps.db)))

  it('refuses calls in Spanish with a time to come back, and pages with a page', async () => {
    const refused = await overload()
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'retry-after': '5', 'x-content-type-options': 'nosniff' },
      body: { message: UNAVAILABLE, mensaje: UNAVAILABLE, code: 'NO_DISPONIBLE' },
    })
    const page = await t.app.inject({ url: '/cursos', headers: { accept: 'text/html' } })
    expect(page.statusCode).toBe(503)
    expect(page.headers).toMatchObject({ 'retry-after': '5', 'content-type': 'text/html; charset=utf-8' })
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.body).toContain(UNAVAILABLE)
    expect((await t.call('GET', '/api/salud')).status).toBe(200)
    expect((await t.call('GET', '/api/salud/viva')).status).toBe(200)
    await expect.poll(async () => (await t.call('GET', '/api/cursos')).status, { timeout: 20_000 }).toBe(200)
  }, 120_000)
})
