import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { notify } from '../src/features/notifications/notifications.ts'
import { aPerson } from './builders.ts'
import { freePort } from './free-port.ts'
import { useApp } from './harness.ts'
import { aFolder, type Program, startProgram } from './long/program.ts'

const t = useApp()

/** A raw client of the stream. */
type Client = { socket: Socket; text: string; ended: boolean }

async function aProgram(): Promise<Program> {
  const program = startProgram({
    port: await freePort(),
    env: { DATABASE_URL: t.deps.config.databaseUrl ?? '', DATA_DIR: aFolder(), LOG_LEVEL: 'error' },
  })
  await program.ready()
  return program
}

function openStream({ url }: Program, token: string): Client {
  const { hostname, port } = new URL(url)
  const client: Client = { socket: connect(Number(port), hostname), text: '', ended: false }
  const { socket } = client
  socket.on('error', () => undefined)
  socket.on('close', () => (client.ended = true))
  socket.setEncoding('utf8').on('data', (part) => (client.text = (client.text + part).slice(-5000)))
  socket.write(`GET /api/notificaciones/eventos HTTP/1.1\r\nHost: campus\r\nAuthorization: Bearer ${token}\r\n\r\n`)
  onTestFinished(() => void socket.destroy())
  return client
}

async function until(holds: () => boolean, seconds = 30): Promise<void> {
  for (let left = seconds * 20; !holds(); left--) {
    if (left === 0) throw new Error('it did not come to pass')
    await sleep(50)
  }
}

const say = (usuario: number, mensaje: string) =>
  notify(t.deps.db, { evento: 'aviso', tipo: 'Otro', mensaje, clave: mensaje, usuarios: [usuario] })

const read = ({ url }: Program, id: number, token: string) =>
  fetch(`${url}/api/notificaciones/usuario/${id}`, { headers: { authorization: `Bearer ${token}` } })

it('survives 1,000 streams of one token, keeps the newest ten and serves other students', async () => {
  const [attacker, student] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
  const [token, hers] = [await t.tokenOf(attacker.id), await t.tokenOf(student.id)]
  await say(student.id, 'Tuya')
  const program = await aProgram()
  const clients = Array.from({ length: 1000 }, () => openStream(program, token))
  const statuses: number[] = []
  const untouched = async () => {
    statuses.push((await read(program, student.id, hers)).status)
    return clients.filter(({ text, ended }) => text === '' && !ended).length
  }
  await expect.poll(untouched, { timeout: 60_000, interval: 1 }).toBe(0)
  await until(() => clients.filter(({ ended }) => !ended).length === 10)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(program.child.exitCode ?? program.child.signalCode).toBeNull()
  await say(attacker.id, 'Sigue en vivo')
  await until(() => clients.filter(({ text }) => text.includes('Sigue en vivo')).length === 10)
  expect(program.log()).not.toContain('heap out of memory')
}, 120_000)

it('refuses streams above the limit with 503 until others end', async () => {
  const people = await Promise.all(Array.from({ length: 501 }, () => aPerson(t.deps.db)))
  const tokens = await Promise.all(people.map(({ id }) => t.tokenOf(id)))
  const program = await aProgram()
  const clients: Client[] = []
  for (let from = 0; from < 500; from += 10) {
    const opened = tokens
      .slice(from, from + 10)
      .flatMap((token) => Array.from({ length: 10 }, () => openStream(program, token)))
    clients.push(...opened)
    await until(() => opened.every(({ text }) => text.includes('event: notificacion')))
  }
  expect(clients.filter(({ ended }) => ended)).toEqual([])
  const late = openStream(program, tokens[500] ?? '')
  await until(() => late.text !== '')
  expect(late.text).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 30\r\n/i)
  expect((await read(program, people[500]?.id ?? 0, tokens[500] ?? '')).status).toBe(200)
  clients[0]?.socket.destroy()
  const opens = async () => {
    const again = openStream(program, tokens[500] ?? '')
    await until(() => again.text !== '')
    return again.text
  }
  await expect.poll(opens).toMatch(/^HTTP\/1\.1 200/)
}, 240_000)
