import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import type { Config } from './config.ts'

/** A file that travels with a mail. */
export type Attachment = { filename: string; content: Buffer; contentType: string }

/** One mail: plain text always, HTML when it helps. */
export type Letter = {
  to: string
  subject: string
  text: string
  html?: string
  replyTo?: string
  messageId?: string
  attachments?: Attachment[]
}

/** Sends mails; without SMTP_URL they are files that any mail program opens. */
export type Mail = { send: (letter: Letter) => Promise<void> }

/** Timeouts of the mail server; nodemailer's own ten minutes would outlast the job, which would then run twice. */
const TIMES = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 10_000, socketTimeout: 60_000 }
/** Longest time for one mail, all together: a server that answers a byte at a time resets the timeouts above. */
const SEND_MS = 90_000

/** The mailbox of an address, for counting mails by recipient: `Ana+x@Correo.pe` and `ana@correo.pe` are one. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [name = ''] = address.slice(0, at).split('+')
  return `${name}${address.slice(at)}`.trim().toLowerCase()
}

/** SMTP: the server closes the connection, whatever the mail. */
const SHUTTING_DOWN = 421

/**
 * True when the mail server was reached and refused this one mail (its recipient or its text), so that others may go through;
 * false when it could not be reached, authenticated with or made to accept our sender.
 */
export function isRefusedMail(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, responseCode } = error as Error & { code?: string; command?: string; responseCode?: number }
  if (responseCode === SHUTTING_DOWN || command === 'MAIL FROM') return false
  return code === 'EENVELOPE' || code === 'EMESSAGE'
}

function fileMail(config: Config, log: (line: string) => void): Mail {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const folder = join(config.dataDir, 'correo')
  return {
    async send(letter) {
      const { message } = await transport.sendMail({ from: config.mailFrom, ...letter })
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}.eml`)
      await writeFile(file, message as Buffer, { mode: 0o600 })
      const links = letter.text.match(/https?:\/\/\S+/g) ?? []
      // Its links open an account: in production they and the address stay in the file, which only the program's user reads.
      const told = config.production ? 'un correo' : `correo para ${letter.to}: ${letter.subject} ${links.join(' ')}`
      log(`${told} (${file})`)
    },
  }
}

/** The mailer that the configuration asks for; `log` is told of each mail that becomes a file, with its links. */
export function createMail(config: Config, log: (line: string) => void): Mail {
  if (!config.smtpUrl) return fileMail(config, log)
  const transport = nodemailer.createTransport({ ...TIMES, url: config.smtpUrl })
  return {
    async send(letter) {
      await transport.sendMail({ from: config.mailFrom, signal: AbortSignal.timeout(SEND_MS), ...letter })
    },
  }
}
