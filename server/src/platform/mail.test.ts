import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { createMail } from './mail.ts'

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
  await createMail(config, () => undefined).send({
    to: 'nusta@correo.pe',
    subject: 'Tu hoja de reclamación N.º 000000001-2026',
    text: 'Hola, Ñusta:',
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
