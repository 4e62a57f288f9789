import { type AddressInfo, connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { notify } from './notifications.ts'

const t = useApp()

beforeAll(async () => void (await t.app.listen({ port: 0, host: '127.0.0.1' })))

const PATH = '/api/notificaciones/eventos'
const MAX_PER_PERSON = 10

/** A raw client of the stream. */
type Client = { socket: Socket; text: string; closed: boolean }

const requestText = (token: string, method = 'GET') =>
  `${method} ${PATH} HTTP/1.1\r\nHost: campus\r\nAuthorization: Bearer ${token}\r\n\r\n`

function send(text: string): Client {
  const { port } = t.app.server.address() as AddressInfo
  const client: Client = { socket: connect(port, '127.0.0.1'), text: '', closed: false }
  client.socket.on('error', () => undefined).on('close', () => (client.closed = true))
  client.socket.setEncoding('utf8').on('data', (part) => (client.text += part))
  client.socket.write(text)
  onTestFinished(() => void client.socket.destroy())
  return client
}

const until = async (holds: () => boolean | Promise<boolean>) => {
  for (let left = 400; !(await holds()); left--) {
    if (left === 0) throw new Error('it did not come to pass')
    await sleep(25)
  }
}

async function open(token: string): Promise<Client> {
  const client = send(requestText(token))
  await until(() => client.text.includes('event: notificacion'))
  return client
}

let said = 0
async function notifyUser(usuario: number, mensaje = 'Algo cambió'): Promise<void> {
  said += 1
  await notify(t.deps.db, { evento: 'aviso', tipo: 'Otro', mensaje, clave: `aviso-${said}`, usuarios: [usuario] })
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    t.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

describe('GET /api/notificaciones/eventos', () => {
  it('pushes to the user’s own streams at once', async () => {
    const [person, stranger] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    await notifyUser(person.id)
    const sockets: Socket[] = []
    t.app.server.once('connection', (socket: Socket) => void sockets.push(socket))
    const client = await open(await t.tokenOf(person.id))
    expect(client.text).toContain('content-type: text/event-stream')
    expect(client.text).toContain('"sin_leer":1')
    await notifyUser(stranger.id, 'De otra persona')
    await notifyUser(person.id, 'En vivo')
    await until(() => client.text.includes('En vivo'))
    expect(client.text).toContain('"sin_leer":2')
    expect(client.text).not.toContain('De otra persona')
    // No idle timeout ends a silent stream.
    expect(sockets.map(({ timeout }) => timeout)).toEqual([0])
  })

  it.each([
    ['that was revoked', (id: number) => t.database.sql`DELETE FROM accesos WHERE id_usuario = ${id}`],
    ['that expired', (id: number) => t.database.sql`UPDATE accesos SET expira_en = now() WHERE id_usuario = ${id}`],
    [
      'not used for too long',
      (id: number) => t.database.sql`UPDATE accesos SET usado_en = now() - interval '30 days' WHERE id_usuario = ${id}`,
    ],
    ['of a deactivated account', (id: number) => t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${id}`],
  ])('ends for a session %s, and sends nothing more', async (_, lose) => {
    const { id } = await aPerson(t.deps.db)
    const client = await open(await t.tokenOf(id))
    await lose(id)
    await notifyUser(id, 'Ya no')
    await until(() => client.closed)
    expect(client.text).not.toContain('Ya no')
  })

  it('needs a token', async () => {
    expect((await t.call('GET', PATH)).status).toBe(401)
  })

  it('sends the current state again after a lost database connection', async () => {
    const { id } = await aPerson(t.deps.db)
    const client = await open(await t.tokenOf(id))
    await t.database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND query ILIKE 'listen%notificaciones%'`
    await notifyUser(id, 'Mientras no oía')
    await until(() => client.text.includes('Mientras no oía'))
  })
})

describe('limits of streams', () => {
  const live = (clients: Client[]) => clients.filter(({ closed }) => !closed)

  it.each(['Alumno', 'Docente', 'Administrador'] as const)('ten per %s, over all sessions', async (tipo_cliente) => {
    const { id } = await aPerson(t.deps.db, { tipo_cliente })
    const tokens = await Promise.all([1, 2, 3, 4].map(() => t.tokenOf(id)))
    const clients: Client[] = []
    for (let n = 0; n < 14; n++) clients.push(await open(tokens[n % 4] ?? ''))
    await until(() => live(clients).length === MAX_PER_PERSON)
    expect(live(clients)).toEqual(clients.slice(4))
    await notifyUser(id, 'Para todos')
    await until(() => live(clients).every(({ text }) => text.includes('Para todos')))
  })

  it('leaks nothing when a client reconnects 300 times', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const before = await connections()
    for (let n = 0; n < 30; n++) {
      const storm = Array.from({ length: 10 }, () => send(requestText(token)))
      await until(() => storm.some(({ text }) => text !== ''))
      for (const { socket } of storm) socket.destroy()
    }
    await until(async () => (await connections()) <= before)
    const last = await open(token)
    await notifyUser(id, 'Al último')
    await until(() => last.text.includes('Al último'))
  })

  it('comes on a connection whose response before it is still to be sent', async () => {
    const { id } = await aPerson(t.deps.db)
    // Comparing a password takes longer than looking up a session.
    const body = JSON.stringify({ email: 'nadie@example.pe', password: 'Una-clave-1' })
    const head = `Host: campus\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
    const login = `POST /api/loginalumno HTTP/1.1\r\n${head}\r\n\r\n${body}`
    const client = send(login + requestText(await t.tokenOf(id)))
    await until(() => client.text.includes('event: notificacion'))
    await notifyUser(id, 'Detrás de otra')
    await until(() => client.text.includes('Detrás de otra'))
  })

  it('one per connection, even when pipelined', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const client = send(requestText(token).repeat(50))
    await until(() => client.text.includes('event: notificacion'))
    await notifyUser(id, 'Una vez')
    await until(() => client.text.includes('Una vez'))
    expect(client.text.match(/Una vez/g)).toHaveLength(1)
    const others = await Promise.all(Array.from({ length: MAX_PER_PERSON - 1 }, () => open(token)))
    expect(client.closed).toBe(false)
    client.socket.destroy()
    others.push(await open(token))
    await notifyUser(id, 'Otra vez')
    await until(() => others.every(({ text }) => text.includes('Otra vez')))
  })

  it('disconnects a client that does not read, and only that one', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    const before = await connections()
    const [deaf, reader] = [await open(token), await open(token)]
    deaf.socket.pause()
    const long = 'a'.repeat(200_000)
    for (let n = 0; (await connections()) > before + 1; n++) {
      if (n === 500) throw new Error('it was not cut')
      const received = reader.text.length
      await notifyUser(id, `${long}${n}`)
      await until(() => reader.text.length > received + long.length)
      reader.text = ''
    }
    await notifyUser(id, 'Sigue')
    await until(() => reader.text.includes('Sigue'))
  })

  it('collapses a burst of changes into the last state', async () => {
    const { id } = await aPerson(t.deps.db)
    const client = await open(await t.tokenOf(id))
    await Promise.all(Array.from({ length: 200 }, () => notifyUser(id)))
    await until(() => client.text.includes('"sin_leer":200'))
  })

  it('frees the stream of a half-closed connection', async () => {
    const { id } = await aPerson(t.deps.db)
    const client = await open(await t.tokenOf(id))
    client.socket.end()
    await until(() => client.closed)
  })

  it('opens none by HEAD, POST or a token in the URL', async () => {
    const { id } = await aPerson(t.deps.db)
    const token = await t.tokenOf(id)
    for (const method of ['HEAD', 'POST'] as const) {
      const client = send(requestText(token, method))
      await until(() => client.text !== '')
      expect(client.text).toMatch(/^HTTP\/1\.1 404 /)
    }
    expect((await t.call('GET', `${PATH}?token=${token}`)).status).toBe(401)
  })
})
