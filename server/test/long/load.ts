import { Agent, request as ask, type ClientRequest, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const REQUEST_TIMEOUT_MS = 30_000

/** `n` varies per request. */
export type Call = (n: number) => { method?: string; path: string; token?: string; body?: object }

/** Statuses, failures with reasons, and the slowest response. */
export type Tally = {
  sent: number
  statuses: Record<string, number>
  failures: string[]
  refused: number
  slowestMs: number
  p99Ms: number
}

type Sent = { status: number; note: string; again?: boolean }

const agent = new Agent({ keepAlive: true, maxSockets: 400 })

/** Streams survive when the connections of the load are closed. */
const streaming = new Agent()

/** Closes the keep-alive connections of all loads. */
export const letGo = (): void => agent.destroy()

function open(url: string, { method = 'GET', path, token, body }: ReturnType<Call>, by = agent): ClientRequest {
  const text = body && JSON.stringify(body)
  return ask(`${url}${path}`, {
    agent: by,
    method,
    headers: {
      accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(text && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    },
  }).end(text)
}

/** Reads the whole response; status 0 when the connection broke. */
function send(url: string, call: ReturnType<Call>): Promise<Sent> {
  return new Promise((resolve) => {
    const broken = (error: Error) => resolve({ status: 0, note: error.message })
    const request = open(url, call)
    request.setTimeout(REQUEST_TIMEOUT_MS, () => request.destroy(new Error('no answer')))
    request.on('error', broken)
    request.on('response', (answer) => {
      answer.on('error', broken)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          note: String(answer.headers['x-balancer'] ?? ''),
          again: 'retry-after' in answer.headers,
        }),
      )
      answer.resume()
    })
  })
}

/**
 * Open-loop load, calls in rotation. `end` waits for the last response; anything but 2xx and 304 failed, including
 * `refused`: 503 with Retry-After, allowed under overload.
 */
export function startLoad(
  url: string,
  perSecond: number,
  calls: Call[],
): { sent: () => number; end: () => Promise<Tally> } {
  const tally: Tally = { sent: 0, statuses: {}, failures: [], refused: 0, slowestMs: 0, p99Ms: 0 }
  const times: number[] = []
  const underWay = new Set<Promise<void>>()
  const began = performance.now()
  let over = false

  async function one(n: number): Promise<void> {
    const call = calls[n % calls.length]?.(n) ?? { path: '/' }
    const from = performance.now()
    const { status, note, again } = await send(url, call)
    if (status === 503 && again) tally.refused += 1
    times.push(performance.now() - from)
    tally.statuses[status] = (tally.statuses[status] ?? 0) + 1
    const at = ((from - began) / 1000).toFixed(1)
    const well = (status >= 200 && status < 300) || status === 304
    if (!well) tally.failures.push(`${at} s: ${call.method ?? 'GET'} ${call.path} ${status} ${note}`)
  }
  async function pace(): Promise<void> {
    for (; !over; await sleep(5)) {
      const due = ((performance.now() - began) * perSecond) / 1000
      for (; tally.sent < due; tally.sent++) {
        const work = one(tally.sent)
        underWay.add(work)
        void work.finally(() => underWay.delete(work))
      }
    }
  }
  const pacing = pace()
  return {
    sent: () => tally.sent,
    async end() {
      over = true
      await pacing
      await Promise.all(underWay)
      times.sort((a, b) => a - b)
      tally.slowestMs = Math.round(times.at(-1) ?? 0)
      tally.p99Ms = Math.round(times[Math.floor(times.length * 0.99)] ?? 0)
      return tally
    },
  }
}

/** Reopened whenever it ends, like a browser does. */
export type Stream = { opened: () => number; failures: string[]; end: () => void }

/** A clean end is no failure; a broken or refused stream is. */
export function holdStream(url: string, token: string): Stream {
  const path = '/api/notificaciones/eventos'
  const failures: string[] = []
  let current: ClientRequest | undefined
  let opened = 0
  let over = false
  const hear = (answer: IncomingMessage): Promise<void> =>
    new Promise((resolve) => {
      if (answer.statusCode === 200) opened += 1
      else failures.push(`refused with ${answer.statusCode}`)
      answer.on('error', (error) => {
        if (!over) failures.push(error.message)
        resolve()
      })
      answer.on('end', resolve).resume()
    })
  const hold = async () => {
    for (; !over; await sleep(50)) {
      current = open(url, { path, token }, streaming)
      await new Promise<void>((resolve) => {
        current?.on('response', (answer) => void hear(answer).then(resolve))
        current?.on('error', (error) => {
          if (!over) failures.push(error.message)
          resolve()
        })
      })
    }
  }
  void hold()
  return {
    opened: () => opened,
    failures,
    end() {
      over = true
      current?.destroy()
    },
  }
}
