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

/** How long the mail server is waited for; nodemailer's own ten minutes would outlast the job, which is then done twice. */
const TIMES = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 10_000, socketTimeout: 60_000 }

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
      await transport.sendMail({ from: config.mailFrom, ...letter })
    },
  }
}
