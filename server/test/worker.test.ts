import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createContext, runInContext } from 'node:vm'
import { expect, it, onTestFinished } from 'vitest'
import { buildApp } from '../src/app/app.ts'
import { useApp } from './harness.ts'

const t = useApp()
const BUILT = fileURLToPath(new URL('../../web/build/worker/sw.js', import.meta.url))

async function workerOf(worker: boolean) {
  if (!existsSync(BUILT)) throw new Error('web/ is not built: npm test and npm start build it')
  const site = await buildApp({ ...t.deps, config: { ...t.deps.config, worker } }, { pages: 'built' })
  onTestFinished(() => site.close())
  return site.inject({ url: '/sw.js' })
}

/** A browser that holds copies and runs this worker; says what is left of both. */
async function whatIsLeft(script: string) {
  const copies = new Set(['campus-datos', 'campus-paginas', 'otra'])
  const left = { copies, registered: true, waited: true }
  const begun: Promise<unknown>[] = []
  const event = { waitUntil: (work: Promise<unknown>) => void begun.push(work) }
  const self = {
    addEventListener: (_name: string, listen: (e: typeof event) => unknown) => listen(event),
    skipWaiting: () => {
      left.waited = false
    },
    registration: {
      unregister: async () => {
        left.registered = false
      },
    },
  }
  const caches = { keys: async () => [...copies], delete: async (name: string) => copies.delete(name) }
  runInContext(script, createContext({ self, caches }))
  await Promise.all(begun)
  return { ...left, copies: [...copies] }
}

it.each([true, false])('/sw.js is asked for anew at every visit and rules the whole site (worker: %s)', async (on) => {
  const { statusCode, headers } = await workerOf(on)
  expect(statusCode).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
  // At the root without a narrower scope; it may ask only this site.
  expect(headers['service-worker-allowed']).toBeUndefined()
  expect(headers['content-security-policy']).toBe("default-src 'none'; connect-src 'self'")
})

it('with SERVICE_WORKER=0 a worker comes that takes every copy and itself away', async () => {
  const { body } = await workerOf(false)
  expect(body.length).toBeLessThan(1000)
  expect(await whatIsLeft(body)).toEqual({ copies: [], registered: false, waited: false })
})
