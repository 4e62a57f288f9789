import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { TLSSocket } from 'node:tls'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { aPerson, PASSWORD } from '../../../test/builders.ts'
import { ownCertificate } from '../../../test/certificate.ts'
import { useApp } from '../../../test/harness.ts'
import { aMailbox, CONNECT } from '../../../test/long/mailbox.ts'
import { buildApp } from '../../app/app.ts'
import type { Config } from '../../platform/config.ts'
import { createConnections, mailAccountOf } from '../../platform/connections/connections.ts'
import { createMail, type Letter } from '../../platform/mail.ts'

const t = useApp()
const CLAVE = 'clave-de-aplicacion-17'
const OWN = 'duena-del-campus@prueba.pe'

let boss: string
let keyFile: string

beforeAll(async () => {
  const { id } = await aPerson(t.deps.db, { roles: ['plataforma', 'marca'], correo: OWN })
  boss = await t.tokenOf(id)
})
beforeEach(async () => {
  keyFile = join(t.deps.config.dataDir, randomUUID(), 'llave')
  await t.database.sql`DELETE FROM conexiones`
  await t.database.sql`DELETE FROM conexion_estados`
  await t.database.sql`DELETE FROM limites`
})

/** One more copy of the program. */
async function aCopy(more: Partial<Config> = {}) {
  const config = { ...t.deps.config, production: true, keyFile, ...more }
  const connections = createConnections(config, t.deps.db)
  const mail = createMail(config, connections, () => undefined)
  const app = await buildApp({ ...t.deps, config, connections, mail })
  onTestFinished(() => app.close())
  const call = async (method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) => {
    const headers = { authorization: `Bearer ${boss}` }
    const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const read = async () => (await call('GET', 'gestion/conexiones')).body.data.correo
  const put = async (url: string, body: object = {}) => {
    const { hostname: servidor, port } = new URL(url)
    const values = { servidor, puerto: Number(port), usuario: 'campus', clave: CLAVE, remitente: 'hola@andina.pe' }
    const { version } = await read()
    return call('PUT', 'gestion/conexiones/correo', { ...values, version, password: PASSWORD, ...body })
  }
  const mails = async () => (await call('GET', 'clientes/2')).body.data.envia_correos
  return { call, read, put, mails, mail }
}

const letter: Letter = { to: 'ana@prueba.pe', subject: 'Hola', text: 'Hola', html: '<p>Hola</p>', fromName: 'Aula' }

async function urlOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Speaks TLS when it is asked to, with a certificate of another name. */
const foreign = () =>
  createServer((socket) => {
    socket.on('error', () => undefined).write('220 otro\r\n')
    socket.on('data', (bytes) => {
      if (!String(bytes).startsWith('STARTTLS')) return void socket.write('250-otro\r\n250 STARTTLS\r\n')
      socket.removeAllListeners('data').write('220 go\r\n')
      new TLSSocket(socket, { isServer: true, ...ownCertificate('smtp.otra.pe') }).on('error', () => undefined)
    })
  })

const silent = () => createServer((socket) => void socket.on('error', () => undefined))
const website = () => createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))

async function refusing(line: string, reply: string): Promise<string> {
  const box = await aMailbox()
  box.replies.set('EHLO', '250-buzon\r\n250 AUTH PLAIN LOGIN')
  box.replies.set(line, reply)
  return box.url
}

async function closed(): Promise<string> {
  const server = createServer()
  const url = await urlOf(server)
  server.close()
  return url
}

describe('the mail server on the screen', () => {
  it('sends a mail to who connects it, and then every copy sends through it', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    const box = await aMailbox()
    expect(await other.mails()).toBe(false)
    const { status, body } = await one.put(box.url)
    expect([status, body.data.prueba_a]).toEqual([200, OWN])
    expect(body.data.correo).toMatchObject({
      ...{ origen: 'pantalla', version: 1, servidor: '127.0.0.1', usuario: 'campus', remitente: 'hola@andina.pe' },
      ...{ fallo: null, exito: expect.any(String) },
    })
    expect([box.delivered, box.letters[0]]).toEqual([[OWN], expect.stringContaining('<hola@andina.pe>')])
    expect(await other.mails()).toBe(true)
    await other.mail.send(letter)
    expect(box.delivered).toEqual([OWN, 'ana@prueba.pe'])
    const [row] = await t.database.sql`SELECT conexiones::text AS texto FROM conexiones`
    for (const text of [CLAVE, Buffer.from(CLAVE).toString('hex')])
      expect(JSON.stringify([await one.read(), row])).not.toContain(text)
  })

  it('a copy learns of another server with its next mail', async () => {
    const [one, other] = [await aCopy(), await aCopy()]
    const [first, second] = [await aMailbox(), await aMailbox()]
    await one.put(first.url)
    await other.mail.send(letter)
    await one.put(second.url)
    await other.mail.send(letter)
    expect([first.delivered, second.delivered]).toEqual([
      [OWN, 'ana@prueba.pe'],
      [OWN, 'ana@prueba.pe'],
    ])
  })

  it.each<[string, () => Promise<string>, object]>([
    ['refuses', closed, { puerto: ['El servidor no atiende en ese puerto. Prueba 465 o 587.'] }],
    [
      'has a certificate of another name',
      () => urlOf(foreign()),
      { servidor: [expect.stringContaining('certificado')] },
    ],
    ['hangs', () => urlOf(silent()), { servidor: [expect.stringContaining('no respondió a tiempo')] }],
    ['is a web server', () => urlOf(website()), { puerto: ['En ese puerto no responde un servidor de correo.'] }],
    [
      'refuses the password',
      () => refusing('AUTH', '535 5.7.8 Username and Password not accepted'),
      { clave: ['El servidor no aceptó el usuario o la clave. Dijo: 535 5.7.8 Username and Password not accepted'] },
    ],
    [
      'refuses the sender',
      () => refusing('MAIL FROM', '553 5.7.1 <hola@andina.pe>: not owned'),
      { remitente: ['El servidor no deja enviar desde este correo. Dijo: 553 5.7.1 [correo] not owned'] },
    ],
    ['is full', () => refusing(CONNECT, '421 too busy'), { servidor: [expect.stringContaining('Dijo: 421 too busy')] }],
  ])(
    'keeps none that %s',
    async (_, make, errors) => {
      const copy = await aCopy()
      const { status, body } = await copy.put(await make())
      expect([status, body.errors]).toEqual([422, errors])
      expect([(await copy.read()).origen, await copy.mails()]).toEqual(['ninguno', false])
    },
    30_000,
  )

  it('takes the password of before only for the same user of the same server', async () => {
    const copy = await aCopy()
    const box = await aMailbox()
    const again = { clave: undefined }
    expect((await copy.put(box.url, again)).body.errors).toEqual({ clave: ['Escribe la clave del correo.'] })
    await copy.put(box.url)
    const asked = () => box.letters.length
    for (const change of [{ usuario: 'otro' }, { servidor: 'localhost' }])
      expect((await copy.put(box.url, { ...again, ...change })).body.errors).toEqual({
        clave: ['Escribe otra vez la clave: cambió el servidor o el usuario.'],
      })
    expect(asked()).toBe(1)
    expect((await copy.put(box.url, { ...again, remitente: 'avisos@andina.pe' })).body.data.correo.version).toBe(2)
    expect(box.letters[1]).toContain('<avisos@andina.pe>')
  })

  it('tells the last failure, but not that of one mailbox', async () => {
    const copy = await aCopy()
    const box = await aMailbox()
    await copy.put(box.url)
    box.replies.set('RCPT TO:<ana', '550 no such user')
    await expect(copy.mail.send(letter)).rejects.toThrow()
    expect((await copy.read()).fallo).toBeNull()
    box.replies.set('MAIL FROM', '451 4.7.1 try again later')
    await expect(copy.mail.send(letter)).rejects.toThrow()
    expect((await copy.read()).fallo.texto).toContain('451 4.7.1')
    box.replies.clear()
    await copy.mail.send(letter)
    const heard = await copy.read()
    expect(Date.parse(heard.exito)).toBeGreaterThan(Date.parse(heard.fallo.en))
    box.replies.set('MAIL FROM', '451 4.7.1 try again later')
    const trial = () => copy.call('POST', 'gestion/conexiones/correo/probar')
    expect((await trial()).body.errors.cual).toEqual([expect.stringContaining('451 4.7.1')])
    box.replies.clear()
    const { exito, fallo } = (await trial()).body.data.correo
    expect(Date.parse(exito)).toBeGreaterThan(Date.parse(fallo.en))
  })

  it('leaves out what is heard of a server that is no longer in force', async () => {
    const copy = await aCopy()
    const [first, second] = [await aMailbox(), await aMailbox()]
    await copy.put(first.url)
    const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
    first.replies.set('MAIL FROM', () => {
      asked.resolve()
      return answer.promise
    })
    const sending = copy.mail.send(letter)
    await asked.promise
    await copy.put(second.url)
    answer.resolve('451 4.7.1 try again later')
    await expect(sending).rejects.toThrow('451')
    expect(await copy.read()).toMatchObject({ exito: expect.any(String), fallo: null })
  })

  it('without the key no mail goes out, nor becomes a file that counts as sent', async () => {
    const box = await aMailbox()
    await (await aCopy()).put(box.url)
    for (const production of [true, false]) {
      const copy = await aCopy({ production, keyFile: join(t.deps.config.dataDir, randomUUID()) })
      expect([(await copy.read()).origen, await copy.mails()]).toEqual(['ilegible', false])
      await expect(copy.mail.send(letter)).rejects.toThrow('key')
    }
    expect(box.delivered).toEqual([OWN])
  })

  it('environment variables win', async () => {
    const [saved, set] = [await aMailbox(), await aMailbox()]
    await (await aCopy()).put(saved.url)
    const copy = await aCopy({ smtpUrl: set.url })
    await copy.mail.send(letter)
    expect([saved.delivered, set.delivered]).toEqual([[OWN], ['ana@prueba.pe']])
    expect(await copy.read()).toMatchObject({ origen: 'instalacion', version: 1, servidor: null })
    expect((await copy.put(saved.url)).body.code).toBe('CONEXION_FIJADA')
  })
})

it.each([
  ['smtp.andina.pe', 465, { secure: true, requireTLS: false }],
  ['smtp.andina.pe', 587, { secure: false, requireTLS: true }],
  ['10.0.0.7', 25, { secure: false, requireTLS: true }],
  ['127.0.0.1.nip.io', 25, { secure: false, requireTLS: true }],
  ['localhost', 25, { secure: false, requireTLS: false }],
])('%s:%i is spoken to with %j', (servidor, puerto, tls) => {
  const data = { servidor, puerto, usuario: '', remitente: 'hola@andina.pe' }
  expect(mailAccountOf(data, '').server).toEqual({ host: servidor, port: puerto, ...tls })
})
