import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { nameOf } from '../src/platform/files/storage.ts'
import type { App } from '../src/platform/http/http.ts'
import { logDestination } from '../src/platform/log.ts'
import { aBrand } from './builders.ts'
import { useApp } from './harness.ts'

const t = useApp()
const ASSETS = fileURLToPath(new URL('../../web/build/client/assets', import.meta.url))
const [DEBUG, INFO] = [20, 30]

let site: App
const lines: { level: number; msg: string; req?: { url: string } }[] = []

beforeAll(async () => {
  await aBrand(t.deps.db, 1)
  vi.spyOn(logDestination, 'write').mockImplementation((line) => lines.push(JSON.parse(line)) > 0)
  site = await buildApp({ ...t.deps, config: { ...t.deps.config, logLevel: 'debug' } }, { pages: 'built' })
  await site.ready()
}, 120_000)
afterAll(async () => {
  await site?.close()
  vi.restoreAllMocks()
})

/** The status of an answer, and the level of its only line in the log. */
async function logged(url: string): Promise<[status: number, level: number | undefined]> {
  const { statusCode } = await site.inject({ url, headers: { accept: 'text/html' } })
  const [line, ...more] = lines.filter(({ msg, req }) => msg === 'request completed' && req?.url === url)
  expect(more).toEqual([])
  return [statusCode, line?.level]
}

it('files that a page asks for are logged below what people ask for', async () => {
  const [script] = readdirSync(ASSETS).filter((name) => name.endsWith('.js'))
  const bytes = Buffer.from('una imagen')
  const picture = `imagenes/${nameOf(bytes)}-320.webp`
  await t.deps.storage.write(picture, bytes)
  expect(await logged(`/assets/${script}`)).toEqual([200, DEBUG])
  expect(await logged('/sw.js')).toEqual([200, DEBUG])
  expect(await logged('/api/clientes/1/manifiesto')).toEqual([200, DEBUG])
  expect(await logged(`/api/storage/${picture}`)).toEqual([200, DEBUG])
  expect(await logged('/login')).toEqual([200, INFO])
  expect(await logged('/api/cursos')).toEqual([200, INFO])
})

it('unless they are not there', async () => {
  expect(await logged(`/api/storage/imagenes/${nameOf(Buffer.from('otra'))}-320.webp`)).toEqual([404, INFO])
  expect(await logged('/assets/nada.js')).toEqual([404, INFO])
})
