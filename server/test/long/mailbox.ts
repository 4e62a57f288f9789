import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * A mail server: how often it took each `Message-ID`, to whom, and every recipient that it was asked for. `replies` are what
 * it says, instead of yes, to a line that contains a text; null is to hang up.
 */
export type Mailbox = {
  url: string
  taken: Map<string, number>
  total: () => number
  delivered: string[]
  asked: string[]
  replies: Map<string, string | null>
}

/** The part of SMTP that a client needs to hand over mails. */
function converse(socket: Socket, box: Mailbox): void {
  let recipient = ''
  function take(message: string): void {
    const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? 'none'
    box.taken.set(id, (box.taken.get(id) ?? 0) + 1)
    box.delivered.push(recipient)
  }
  let waiting = ''
  let inMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  function answer(verb: string): void {
    if (verb === 'EHLO' || verb === 'HELO') say('250 buzon')
    else if (verb === 'DATA') {
      inMail = true
      say('354 go on')
    } else if (verb === 'QUIT') socket.end('221 bye\r\n')
    else say('250 ok')
  }
  function line(text: string): void {
    const to = /^RCPT TO:<(.*)>/i.exec(text)?.[1]
    if (to !== undefined) {
      recipient = to
      box.asked.push(to)
    }
    const [, reply] = [...box.replies].find(([part]) => text.includes(part)) ?? []
    if (reply === null) socket.destroy()
    else if (reply === undefined) answer(text.slice(0, 4).toUpperCase())
    else say(reply)
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
  const total = () => [...taken.values()].reduce((sum, times) => sum + times, 0)
  const box: Mailbox = { url: '', taken, total, delivered: [], asked: [], replies: new Map() }
  const server = createServer((socket) => converse(socket, box))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return Object.assign(box, { url: `smtp://127.0.0.1:${port}` })
}
