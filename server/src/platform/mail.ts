import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import nodemailer, { type SendMailOptions } from 'nodemailer'
import type { Config } from './config.ts'
import type { Connections, MailAccount } from './connections/connections.ts'

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

function envelopeOf(from: string, { fromName, unsubscribe, ...letter }: Letter): SendMailOptions {
  return {
    ...letter,
    from: { name: fromName, address: ADDRESS.exec(from)?.[1] ?? from },
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
      const { message } = await transport.sendMail(envelopeOf(config.mailFrom, letter))
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

type SmtpError = Error & { code?: string; originalCode?: string; command?: string; response?: string }
export type MailProblem = { campo: 'servidor' | 'puerto' | 'clave' | 'remitente'; texto: string }

const REPLY = /^[45]\d\d/

/** The first that is true of an error, by nodemailer's codes. */
const PROBLEMS: [is: (error: SmtpError) => unknown, campo: MailProblem['campo'], texto: string][] = [
  [({ code }) => code === 'EAUTH', 'clave', 'El servidor no aceptó el usuario o la clave.'],
  [({ command }) => command === 'MAIL FROM', 'remitente', 'El servidor no deja enviar desde este correo.'],
  [({ code }) => code === 'EDNS', 'servidor', 'No existe un servidor con ese nombre.'],
  [
    ({ originalCode = '' }) => /CERT|SELF_SIGNED|UNABLE_TO_/.test(originalCode),
    'servidor',
    'El certificado del servidor está vencido, es de otro nombre o no lo firma nadie conocido.',
  ],
  [
    ({ code, originalCode = '' }) => code === 'ETLS' || originalCode.startsWith('ERR_SSL'),
    'puerto',
    'En ese puerto no hay conexión cifrada. Prueba 465 o 587.',
  ],
  [
    ({ originalCode }) => originalCode === 'ECONNREFUSED',
    'puerto',
    'El servidor no atiende en ese puerto. Prueba 465 o 587.',
  ],
  [({ response = '' }) => REPLY.test(response), 'servidor', 'El servidor no aceptó el correo.'],
  [({ code }) => code === 'EPROTOCOL', 'puerto', 'En ese puerto no responde un servidor de correo.'],
]
const SILENT = [null, 'servidor', 'El servidor no respondió a tiempo. Revisa el nombre y el puerto.'] as const

const withoutAddresses = (text: string): string =>
  text
    .split(' ')
    .map((word) => (word.includes('@') ? '[correo]' : word))
    .join(' ')

/** What staff can mend, with the server's own words but for addresses, to look up in its help pages. */
export function mailProblem(error: unknown): MailProblem {
  const failed = error as SmtpError
  const [, campo, texto] = PROBLEMS.find(([is]) => is(failed)) ?? SILENT
  const { response = '' } = failed
  const said = REPLY.test(response) ? ` Dijo: ${withoutAddresses(response).slice(0, 200)}` : ''
  return { campo, texto: texto + said }
}

const TRIAL_TIMES = { dnsTimeout: 5000, connectionTimeout: 5000, greetingTimeout: 8000, socketTimeout: 10_000 }
const TRIAL_MS = 20_000

/** One mail through a server that is not in force yet. @throws what {@link mailProblem} words */
export async function sendTrial({ server, from }: MailAccount, letter: Letter): Promise<void> {
  const transport = nodemailer.createTransport({ ...TRIAL_TIMES, ...server })
  try {
    await transport.sendMail({ ...envelopeOf(from, letter), signal: AbortSignal.timeout(TRIAL_MS) })
  } finally {
    transport.close()
  }
}

/** Through the server that is in force; without one, mails become files. */
export function createMail(config: Config, connections: Connections, log: (line: string) => void): Mail {
  const files = fileMail(config, log)
  const turn = spacing(config.smtpRate)
  const openPool = ({ server }: MailAccount) =>
    nodemailer.createTransport({
      ...{ ...TIMES, pool: true, idleTimeout: IDLE_MS, maxConnections: config.smtpConnections },
      ...server,
    })
  let open: { mark: string; pool: ReturnType<typeof openPool> } | undefined
  return {
    async send(letter) {
      const signal = AbortSignal.timeout(SEND_MS)
      const { source, account, mark } = await connections.mail()
      if (source === 'ilegible') throw new Error('the key of the mail server is missing')
      if (!account) return files.send(letter)
      // The connections of one that is no longer in force end when they are idle.
      if (open?.mark !== mark) open = { mark, pool: openPool(account) }
      const { pool } = open
      await turn()
      try {
        await pool.sendMail({ ...envelopeOf(account.from, letter), signal })
      } catch (error) {
        // One mailbox that does not exist says nothing of the server.
        if ((error as SmtpError).command !== 'RCPT TO')
          await connections.note('correo', mark, { fallo: mailProblem(error).texto })
        throw error
      }
      await connections.note('correo', mark, { exito: true })
    },
  }
}
