import { createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

type Reply = string | null
/** Holds the reply back. */
type Later = () => Promise<Reply>

/**
 * An SMTP server that records messages and recipients. `replies` overrides the reply to lines containing a text; null hangs up.
 * CONNECT and END_OF_TEXT name moments without a line; a message whose end is hung up on or held back counts as taken.
 */
export type Mailbox = {
  url: string
  taken: Map<string, number>
  total: () => number
  delivered: string[]
  letters: string[]
  asked: string[]
  replies: Map<string, Reply | Later>
}

export const CONNECT = 'CONNECT'
export const END_OF_TEXT = 'END OF TEXT'

function converse(socket: Socket, box: Mailbox): void {
  let recipient = ''
  function take(message: string): void {
    const id = /^Message-ID: (\S+)/im.exec(message)?.[1] ?? 'none'
    box.taken.set(id, (box.taken.get(id) ?? 0) + 1)
    box.delivered.push(recipient)
    // RFC 5321 4.5.2: the client doubles a dot that begins a line.
    box.letters.push(message.replace(/^\.\./gm, '.'))
  }
  let waiting = ''
  let inMail = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  function give(reply: Reply | Later): void {
    if (reply === null) socket.destroy()
    else if (typeof reply === 'string') say(reply)
    else void reply().then(give)
  }
  const replyTo = (text: string) => [...box.replies].find(([part]) => text.includes(part))?.[1]
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
    const reply = replyTo(text)
    if (reply === undefined) answer(text.slice(0, 4).toUpperCase())
    else give(reply)
  }
  function finish(message: string): void {
    const reply = replyTo(END_OF_TEXT)
    // Counted once acknowledged: after this a crash can only repeat it.
    if (typeof reply !== 'string') take(message)
    give(reply === undefined ? '250 taken' : reply)
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
      finish(text)
    }
    return true
  }
  socket.setEncoding('utf8').on('error', () => undefined)
  socket.on('data', (part) => {
    waiting += part
    let more = true
    while (more) more = next()
  })
  const greeting = replyTo(CONNECT)
  if (typeof greeting === 'string') socket.end(`${greeting}\r\n`)
  else say('220 buzon')
}

export async function openMailbox(): Promise<{ box: Mailbox; close: () => void }> {
  const taken = new Map<string, number>()
  const total = () => [...taken.values()].reduce((sum, times) => sum + times, 0)
  const box: Mailbox = { url: '', taken, total, delivered: [], letters: [], asked: [], replies: new Map() }
  const server = createServer((socket) => converse(socket, box))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { box: Object.assign(box, { url: `smtp://127.0.0.1:${port}` }), close: () => void server.close() }
}

export async function aMailbox(): Promise<Mailbox> {
  const { box, close } = await openMailbox()
  onTestFinished(close)
  return box
}
