import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { useApp } from '../../test/harness.ts'
import { mailingAs } from '../../test/mailing.ts'
import { readConfig } from './config.ts'
import { createConnections } from './connections/connections.ts'
import { createMail } from './mail.ts'

const t = useApp()

/** One conversation with a mail program: what to answer to each line; a letter's own lines go to `letters`. */
function conversation(letters: string[]): (line: string) => string {
  let body: string[] | null = null
  const listen = (line: string): string => {
    if (line === 'DATA') {
      body = []
      return '354 go on\r\n'
    }
    return line === 'QUIT' ? '221 bye\r\n' : '250 fine\r\n'
  }
  return (line) => {
    if (body === null) return listen(line)
    if (line !== '.') {
      body.push(line)
      return ''
    }
    letters.push(body.join('\n'))
    body = null
    return '250 kept\r\n'
  }
}

/** The least mail server: keeps letters as they came. */
async function mailServer() {
  const letters: string[] = []
  const server = createServer((socket) => {
    const answer = conversation(letters)
    let rest = ''
    socket.write('220 test\r\n')
    socket.on('data', (bytes) => {
      const lines = (rest + bytes.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      socket.write(lines.map(answer).join(''))
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, letters, close: () => server.close() }
}

it('carries a file over SMTP, byte by byte, under its name', async () => {
  const server = await mailServer()
  const config = { ...readConfig({ NODE_ENV: 'test' }), smtpUrl: server.url }
  const content = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 256))
  const file = { filename: 'Hoja-000000001-2026.pdf', content, contentType: 'application/pdf' }
  await mailingAs(t, config).mail.send({
    to: 'nusta@correo.pe',
    subject: 'Tu hoja de reclamación N.º 000000001-2026',
    text: 'Hola, Ñusta:',
    html: '<p>Hola, Ñusta:</p>',
    fromName: 'Academia «Ñ», "A" <b@c.pe>',
    messageId: '<reclamo-copia-1@campus.test>',
    attachments: [file],
  })
  server.close()
  const [letter = ''] = server.letters
  expect(letter).toContain('To: nusta@correo.pe')
  expect(letter).toContain('Message-ID: <reclamo-copia-1@campus.test>')
  expect(letter).toMatch(/Content-Type: application\/pdf; name=Hoja-000000001-2026\.pdf/)
  const encoded = letter.split('filename=Hoja-000000001-2026.pdf')[1]?.split('\n\n')[1]?.split('\n--')[0] ?? ''
  expect(Buffer.from(encoded, 'base64')).toEqual(content)
})

it('without a mail server is a file with both parts, and logs its first link alone', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'campus-correo-'))
  const lines: string[] = []
  const config = { ...readConfig({ NODE_ENV: 'test' }), dataDir }
  await createMail(config, createConnections(config, t.deps.db), (line) => lines.push(line)).send({
    to: 'nusta@correo.pe',
    subject: 'Hola',
    text: 'Elegir otra:\nhttp://campus.test/uno\n\nhttp://campus.test/dos',
    html: '<p>Elegir otra</p>',
    fromName: 'Academia Ñ',
    unsubscribe: 'https://campus.test/baja',
  })
  const [file = ''] = await readdir(join(dataDir, 'correo'))
  const letter = await readFile(join(dataDir, 'correo', file), 'utf8')
  for (const part of [
    'Content-Type: multipart/alternative',
    'Content-Type: text/plain',
    'Content-Type: text/html',
    'List-Unsubscribe: <https://campus.test/baja>',
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ])
    expect(letter).toContain(part)
  expect(lines.join()).toContain('http://campus.test/uno')
  expect(lines.join()).not.toContain('http://campus.test/dos')
  await rm(dataDir, { recursive: true })
})
