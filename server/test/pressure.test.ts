import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { useApp } from './harness.ts'

const t = useApp()
const CLIENT = fileURLToPath(new URL('../../web/build/client', import.meta.url))

const BUSY_MS = 1500
const asleep = new Int32Array(new SharedArrayBuffer(4))

/** Nothing else runs for so long that the mean delay passes the bar. */
async function beBusy(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    Atomics.wait(asleep, 0, 0, BUSY_MS)
    await nextTurn()
  }
}

it('under pressure refuses calls and pages, and still gives a begun page its files', async () => {
  if (!existsSync(CLIENT)) throw new Error('web/ is not built: npm test and npm start build it')
  const site = await buildApp(t.deps, { pages: 'built' })
  onTestFinished(() => site.close())
  await site.ready()
  const script = (await readdir(`${CLIENT}/assets`)).find((name) => name.endsWith('.js'))
  await beBusy()
  const statusOf = async (url: string) => [url, (await site.inject({ url })).statusCode]
  expect(await statusOf('/api/clientes/activos')).toEqual(['/api/clientes/activos', 503])
  expect(await statusOf('/cursos')).toEqual(['/cursos', 503])
  expect(await statusOf('/api/salud/viva')).toEqual(['/api/salud/viva', 200])
  expect(await statusOf(`/assets/${script}`)).toEqual([`/assets/${script}`, 200])
  expect(await statusOf('/sw.js')).toEqual(['/sw.js', 200])
})
