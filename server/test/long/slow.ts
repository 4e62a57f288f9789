import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { aBrand } from '../builders.ts'
import { freePort } from '../free-port.ts'
import { tell } from './crashes.ts'
import { aFolder, startProgram } from './program.ts'
import { aDatabase } from './scratch.ts'
import { withDatabase } from './writers.ts'

const CLIENTS = 500
const ASKED = 300

/** Sends one character of its headers per second; records when and how it was refused. */
function aSlowClient(port: number): { socket: Socket; ended: Promise<{ ms: number; status: string }> } {
  const began = performance.now()
  let received = ''
  const socket = connect(
    port,
    '127.0.0.1',
    () => void socket.write('GET /api/cursos HTTP/1.1\r\nHost: campus\r\nX-Lento: '),
  )
  const drip = setInterval(() => socket.write('a'), 1000)
  socket.on('data', (part) => {
    received += part
  })
  socket.on('error', () => undefined)
  const ended = new Promise<{ ms: number; status: string }>((resolve) =>
    socket.on('close', () => {
      clearInterval(drip)
      resolve({ ms: performance.now() - began, status: received.slice(9, 12) })
    }),
  )
  return { socket, ended }
}

async function p95(url: string): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < ASKED; i++) {
    const began = performance.now()
    const answer = await fetch(url)
    await answer.arrayBuffer()
    expect(answer.status).toBe(200)
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ASKED * 0.95)] ?? 0
}

/** 500 clients with unfinished headers are refused in time and delay no one. */
export async function slowClients(): Promise<void> {
  const port = await freePort()
  const database = await aDatabase({ migrated: true })
  await withDatabase(database, ({ db }) => aBrand(db))
  const program = startProgram({ port, env: { DATA_DIR: aFolder(), DATABASE_URL: database } })
  await program.ready()
  const url = `${program.url}/api/cursos`
  await p95(url)
  const before = await p95(url)
  const clients = Array.from({ length: CLIENTS }, () => aSlowClient(port))
  onTestFinished(() => {
    for (const { socket } of clients) socket.destroy()
  })
  await sleep(500)
  const during = await p95(url)
  const ends = await Promise.all(clients.map(({ ended }) => ended))
  const after = await p95(url)
  const times = ends.map(({ ms }) => ms)
  tell(
    `${CLIENTS} slow clients: p95 of the others ${before.toFixed(1)} ms before, ${during.toFixed(1)} with them, ` +
      `${after.toFixed(1)} after; refused after ${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
  )
  expect(ends.filter(({ status }) => status !== '408')).toEqual([])
  expect(Math.min(...times)).toBeGreaterThan(9000)
  // Compared with before and after, because other load varies.
  expect(during).toBeLessThan(2 * ((before + after) / 2))
}
