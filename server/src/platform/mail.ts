import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Config } from './config.ts'

type Attachment = { filename: string; content: Buffer; contentType: string }

export type Letter = {
  to: string
  subject: string
  text: string
  html: string
  /** Sender name; the address is the configuration's. */
  fromName: string
  replyTo?: string
  messageId?: string
  /** URL of one-click unsubscribe (RFC 8058); not for mails about an account or an order. */
  unsubscribe?: string
  attachments?: Attachment[]
}

export type Mail = { send: (letter: Letter) => Promise<void> }

/** nodemailer's default of ten minutes would outlast the job, which would then run twice. */
const TIMES = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 10_000, socketTimeout: 60_000 }
/** For a whole mail with the wait for its turn: a server that sends a byte at a time resets the timeouts above. */
const SEND_MS = 90_000
/** Connections are for bursts: an idle one would hold a place of the mail server's. */
const IDLE_MS = 5000

const ADDRESS = /<([^<>]+)>\s*$/

function envelopeOf({ mailFrom }: Config, { fromName, unsubscribe, ...letter }: Letter): SendMailOptions {
  return {
    ...letter,
    from: { name: fromName, address: ADDRESS.exec(mailFrom)?.[1] ?? mailFrom },
    ...(unsubscribe && {
      headers: { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    }),
  }
}

function fileMail(config: Config, log: (line: string) => void): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const folder = join(config.dataDir, 'correo')
  return {
    async send(letter) {
      const { message } = await transport.sendMail(envelopeOf(config, letter))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      // The first link is the button's.
      const [link = ''] = letter.text.match(/https?:\/\/\S+/) ?? []
      // Links open an account: in production only the file, which is private, contains them.
      const summary = config.production ? 'un correo' : `correo para ${letter.to}: ${letter.subject} ${link}`
      log(`${summary} (${file})`)
    },
  }
}

/** Spaces calls evenly. The pool's own rate is no limit below its number of connections: each may always send one. */
function spacing(perSecond: number): () => Promise<void> {
  let next = 0
  return () => {
    const now = performance.now()
    const turn = Math.max(now, next)
    next = turn + 1000 / perSecond
    return sleep(turn - now)
  }
}

/** Without SMTP_URL, mails become files. */
export function createMail(config: Config, log: (line: string) => void): Mail {
  if (!config.smtpUrl) return fileMail(config, log)
  const { smtpUrl: url, smtpConnections: maxConnections } = config
  const transport = nodemailer.createTransport({ ...TIMES, pool: true, idleTimeout: IDLE_MS, maxConnections, url })
  const turn = spacing(config.smtpRate)
  return {
    async send(letter) {
      const signal = AbortSignal.timeout(SEND_MS)
      await turn()
      await transport.sendMail({ ...envelopeOf(config, letter), signal })
    },
  }
}
