import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** A mail server that takes everything: how often it took each `Message-ID`. */
export type Mailbox = { url: string; taken: Map<string, number>; total: () => number }

/** The part of SMTP that a client needs to hand over mails. */
function converse(socket: Socket, take: (message: string) => void): void {
  let waiting = ''
  let inMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  function line(text: string): void {
    const verb = text.slice(0, 4).toUpperCase()
    if (verb === 'EHLO' || verb === 'HELO') say('250 buzon')
    else if (verb === 'DATA') {
      inMail = true
      say('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else say('250 ok')
  }
  function next(): boolean {
    const end = inMail ? '\r\n.\r\n' : '\r\n'
    const at = waiting.indexOf(end)
    if (at < 0) return false
    const text = waiting.slice(0, at)
    waiting = waiting.slice(at + end.length)
    if (!inMail) line(text)
    else {
      inMail = false
      // What is counted is what is acknowledged: from here on a crash can only send it again.
      take(text)
      say('250 taken')
    }
    return true
  }
  socket.setEncoding('utf8').on('error', () => undefined)
  socket.on('data', (part) => {
    waiting += part
    let more = true
    while (more) more = next()
  })
  say('220 buzon')
}

/** Listens on a port of its own until the test is over. */
export async function aMailbox(): Promise<Mailbox> {
  const taken = new Map<string, number>()
  const server = createServer((socket) =>
    converse(socket, (message) => {
      const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? 'none'
      taken.set(id, (taken.get(id) ?? 0) + 1)
    }),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const total = () => [...taken.values()].reduce((sum, times) => sum + times, 0)
  return { url: `smtp://127.0.0.1:${port}`, taken, total }
}
