import { createHash } from 'node:crypto'
import type { Connection, SOURCES } from '@campus/contract/connections'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { conexion_estados, conexiones } from './connections.tables.ts'
import { type Key, readKey, unseal } from './key-file.ts'

export type MercadoPagoAccount = { accessToken: string; webhookSecret: string; apiUrl?: string | undefined }

/** The options of nodemailer's transport that say which server, and the address that mails come from. */
export type MailAccount = {
  server: { url: string } | { host: string; port: number; secure: boolean; requireTLS: boolean; auth?: MailLogin }
  from: string
}
type MailLogin = { user: string; pass: string }

/** What the screen shows of a mail server. */
export type MailData = { servidor: string; puerto: number; usuario: string; remitente: string }
export type MercadoPagoData = { cuenta: { id: string; nombre: string; correo: string | null } }

type Row = typeof conexiones.$inferSelect

/** `mark` names the credentials, and differs after each change; `row`: what was saved on the screen, in force or not. */
export type InForce<Account> = {
  source: (typeof SOURCES)[number]
  account: Account | null
  mark: string
  row: Row | null
}

/** What was heard of a service: an answer, a failure with its text, a notice signed with our secret or with another. */
export type Heard = { exito: true } | { fallo: string } | { firmado: boolean }

/** Of what is sealed, or of an environment's keys: long random bytes, which their hash does not tell. */
export const markOf = (...texts: (string | Buffer)[]): string =>
  texts
    .reduce((hash, text) => hash.update(text), createHash('sha256'))
    .digest('hex')
    .slice(0, 16)

/** A mail server on this machine needs no TLS. */
const LOCAL = /^(localhost|127(\.\d{1,3}){3})$/
const TLS_PORT = 465

export function mailAccountOf({ servidor, puerto, usuario, remitente }: MailData, clave: string): MailAccount {
  const secure = puerto === TLS_PORT
  return {
    server: {
      ...{ host: servidor, port: puerto, secure, requireTLS: !secure && !LOCAL.test(servidor) },
      ...(usuario && { auth: { user: usuario, pass: clave } }),
    },
    from: remitente,
  }
}

const NOTE_AGAIN_MS = 60_000

/** Installation-wide credentials: environment variables, or else what was saved on the screen, as committed now. */
export function createConnections(config: Config, db: Db) {
  let known: Key | null = null
  const noted = new Map<string, { what: string; at: number }>()

  /** A file that is put back counts at once. */
  async function keyNamed(id: string): Promise<Key | null> {
    if (known?.id !== id) known = await readKey(config.keyFile)
    return known?.id === id ? known : null
  }

  async function read<Account>(cual: Connection, toAccount: (row: Row, secret: string) => Account) {
    const [row] = await db.select().from(conexiones).where(eq(conexiones.cual, cual))
    if (!row) return { source: 'ninguno', account: null, mark: '', row: null } as const
    const mark = markOf(row.cifrado)
    const key = await keyNamed(row.llave)
    const secret = key && unseal(key, cual, row.cifrado)
    if (secret === null) return { source: 'ilegible', account: null, mark, row } as const
    return { source: 'pantalla', account: toAccount(row, secret), mark, row } as const
  }

  const stored = {
    mercadopago: (): Promise<InForce<MercadoPagoAccount>> =>
      read('mercadopago', (_, secret) => ({ ...JSON.parse(secret), apiUrl: config.mercadoPagoApi })),
    correo: (): Promise<InForce<MailAccount>> =>
      read('correo', (row, secret) => mailAccountOf(row.datos as MailData, secret)),
  }

  async function mercadoPago(): Promise<InForce<MercadoPagoAccount>> {
    const { mercadoPago: account } = config
    if (!account) return stored.mercadopago()
    const mark = `entorno ${markOf(account.accessToken, account.webhookSecret)}`
    return { source: 'instalacion', account, mark, row: null }
  }

  async function mail(): Promise<InForce<MailAccount>> {
    const { smtpUrl: url, mailFrom: from } = config
    if (!url) return stored.correo()
    const mark = `entorno ${new URL(url).host}`
    return { source: 'instalacion', account: { server: { url }, from }, mark, row: null }
  }

  /** At most once a minute of the same; what was heard with other credentials than those in force is left out. */
  async function note(cual: Connection, mark: string, heard: Heard): Promise<void> {
    const [slot, what] = [`${cual} ${'firmado' in heard}`, `${mark} ${JSON.stringify(heard)}`]
    const last = noted.get(slot)
    if (last?.what === what && performance.now() - last.at < NOTE_AGAIN_MS) return
    noted.set(slot, { what, at: performance.now() })
    // What is told of a call never makes it fail.
    await writeHeard(db, cual, mark, heard).catch(() => undefined)
  }

  /** Outside production the sandbox sells, and mails become files, until something is connected. */
  const works = ({ source, account }: InForce<unknown>) =>
    account !== null || (source === 'ninguno' && !config.production)

  return {
    mercadoPago,
    mail,
    stored,
    note,
    takesPayments: async () => works(await mercadoPago()),
    sendsMails: async () => works(await mail()),
  }
}

export type Connections = ReturnType<typeof createConnections>

/** The state that belongs to `mark`; an environment's begins wherever it is heard of, a saved one's with the save. */
export async function writeHeard(db: Db, cual: Connection, mark: string, heard: Heard): Promise<void> {
  const now = sql`now()`
  const written = {
    ...('exito' in heard && { exito_en: now }),
    ...('fallo' in heard && { fallo_en: now, fallo: heard.fallo }),
    ...('firmado' in heard && { [heard.firmado ? 'firmado_en' : 'mal_firmado_en']: now }),
  }
  const empty = { exito_en: null, fallo_en: null, fallo: null, firmado_en: null, mal_firmado_en: null }
  const { marca } = conexion_estados
  const kept = (column: keyof typeof empty) =>
    column in written
      ? sql`excluded.${sql.identifier(column)}`
      : sql`CASE WHEN ${marca} = excluded.marca THEN ${conexion_estados[column]} END`
  const columns = Object.keys(empty) as (keyof typeof empty)[]
  await db
    .insert(conexion_estados)
    .values({ cual, marca: mark, ...written })
    .onConflictDoUpdate({
      target: conexion_estados.cual,
      set: { marca: mark, ...Object.fromEntries(columns.map((column) => [column, kept(column)])) },
      setWhere: sql`${marca} = excluded.marca OR 'entorno' IN (split_part(excluded.marca, ' ', 1), split_part(${marca}, ' ', 1))`,
    })
}
