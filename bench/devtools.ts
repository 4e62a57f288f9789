import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromiumOptions } from '../e2e/support/chromium.ts'

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } }

export type Tab = {
  /** Undefined when the page does not answer within `timeoutMs`. */
  evaluate: (expression: string, timeoutMs?: number) => Promise<unknown>
  send: (method: string, params?: object) => Promise<Record<string, unknown>>
}

export type Browser = { openTab: () => Promise<Tab>; close: () => Promise<void> }

async function connect(address: string) {
  const socket = new WebSocket(address)
  const waiting = new Map<number, (reply: Reply) => void>()
  await new Promise((opened, failed) => {
    socket.onopen = opened
    socket.onerror = failed
  })
  socket.onmessage = ({ data }) => {
    const reply = JSON.parse(String(data)) as Reply
    if (reply.id) waiting.get(reply.id)?.(reply)
  }
  let last = 0
  return (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, unknown>>((resolve, reject) => {
      last += 1
      const id = last
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id)
        if (error) reject(new Error(`${method}: ${error.message}`))
        else resolve(result ?? {})
      })
      socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }))
    })
}

const addressOf = (browser: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    browser.on('exit', () => reject(new Error('Chromium ended at its start.')))
    browser.stderr?.on('data', (text) => {
      const [address] = /ws:\/\/\S+/.exec(String(text)) ?? []
      if (address) resolve(address)
    })
  })

/** Chromium as a person has it: Playwright attaches to service workers and holds each one at its start. */
export async function openBrowser(): Promise<Browser> {
  const folder = await mkdtemp(join(tmpdir(), 'campus-navegador-'))
  const { executablePath = '', args = [], env } = await chromiumOptions()
  const own = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--window-size=412,823']
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const browser = spawn(executablePath, [...args, ...own, ...quiet], {
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const call = await connect(await addressOf(browser))
  return {
    async openTab() {
      const { targetId } = await call('Target.createTarget', { url: 'about:blank' })
      const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true })
      const send: Tab['send'] = (method, params) => call(method, params, String(sessionId))
      const evaluate: Tab['evaluate'] = async (expression, timeoutMs = 5000) => {
        const asked = send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })
        const answer = asked.then(({ result }) => (result as { value?: unknown }).value).catch(() => undefined)
        return Promise.race([answer, new Promise((late) => setTimeout(late, timeoutMs))])
      }
      return { send, evaluate }
    },
    async close() {
      const ended = new Promise((resolve) => browser.once('exit', resolve))
      browser.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
