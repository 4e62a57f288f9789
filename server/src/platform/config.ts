import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { z } from 'zod'
import { es } from 'zod/locales'

const flag = z.enum(['0', '1', 'true', 'false', 'si', 'no']).transform((value) => ['1', 'true', 'si'].includes(value))

/** Names that Fastify knows besides addresses. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const widest = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  const width = Number(bits ?? widest)
  return PROXY_NAMES.has(text) || (more.length === 0 && /^\d+$/.test(bits ?? '1') && width >= 1 && width <= widest)
}

const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'debe ser una lista de direcciones o redes, como 10.0.0.0/8, 127.0.0.1')

/** Drivers decode the parts of an address by themselves, and end with a stack trace where they cannot. */
function isDecodable(text: string): boolean {
  try {
    const { username, password, pathname } = new URL(text)
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined)
  } catch {
    return false
  }
}

const isPlain = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && url.username + url.password + url.search + url.hash === ''
}

const ENCODE = 'escribe los signos del usuario y la contraseña codificados, como %40 en lugar de @'
const SENDER = /^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/
const secret = (least: number) =>
  z
    .string()
    .min(least)
    .regex(/^[\x21-\x7e]+$/, 'no puede llevar espacios ni tildes')

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .refine(isPlain, 'debe ser solo la dirección, sin usuario, preguntas ni #')
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .refine(isDecodable, ENCODE)
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  LOGINS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).default(500),
  METRICS_TOKEN: secret(16).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .refine(isDecodable, ENCODE)
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'debe ser una dirección de correo, como Campus <hola@campus.pe>')
    .default('Campus <no-responder@campus.invalid>'),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  TRUST_PROXY: proxies.optional(),
  MERCADOPAGO_ACCESS_TOKEN: secret(10).optional(),
  MERCADOPAGO_WEBHOOK_SECRET: secret(10).optional(),
  MERCADOPAGO_API_URL: z.url({ protocol: /^https?$/ }).optional(),
})

/** The program's settings, checked once at start. See the table in README.md. */
export type Config = {
  production: boolean
  port: number
  host: string
  /** The address that links in mails and certificates start with; never taken from a request. */
  publicUrl: string
  dataDir: string
  databaseUrl: string | undefined
  databasePool: number
  /** Processes on one port; `DATABASE_POOL` is for each of them. */
  workers: number
  /** How long it still answers after it was told to stop, while its health says that it must get no more. */
  drainSeconds: number
  /** Logins from one IP address in 15 minutes, where a school's students share one; else what THROTTLES says. */
  loginsPerAddress: number | undefined
  /** Queries that take longer are told in the log; 0 tells of none. */
  slowQueryMs: number
  /** Opens `/metrics` to who sends it. */
  metricsToken: string | undefined
  smtpUrl: string | undefined
  mailFrom: string
  demo: boolean
  logLevel: string
  /** Addresses of trusted proxies, comma-separated CIDRs. */
  trustProxy: string[] | false
  /** The account that is paid; without one, the sandbox outside production and no shop in it. */
  mercadoPago: { accessToken: string; webhookSecret: string; apiUrl: string | undefined } | undefined
}

/** Thrown with one line per mistake in the environment. */
export class ConfigError extends Error {}

function accountOf(value: z.infer<typeof Environment>): Config['mercadoPago'] {
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = value
  if (!accessToken || !webhookSecret) return undefined
  return { accessToken, webhookSecret, apiUrl: value.MERCADOPAGO_API_URL }
}

/**
 * Reads and checks the environment. Production never loads the demo academy and must know its public address.
 * @throws ConfigError naming each wrong variable.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given, { error: es().localeError })
  if (!parsed.success) {
    // The first mistake of each variable; Map keeps the last.
    const mistakes = new Map(parsed.error.issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
    const lines = [...mistakes].toReversed().map(([name, message]) => `${name}: ${message}`)
    throw new ConfigError(lines.join('\n'))
  }
  const value = parsed.data
  const production = value.NODE_ENV === 'production'
  const missing = [
    production && value.DEMO && 'DEMO: la academia de demostración nunca se carga en producción',
    production &&
      !value.PUBLIC_URL &&
      'PUBLIC_URL: en producción es obligatoria; de ella salen los enlaces de los correos y certificados',
    // Without its secret a notification could not be told from a forged one.
    value.MERCADOPAGO_ACCESS_TOKEN &&
      !value.MERCADOPAGO_WEBHOOK_SECRET &&
      'MERCADOPAGO_WEBHOOK_SECRET: es obligatoria junto con MERCADOPAGO_ACCESS_TOKEN',
    value.MERCADOPAGO_WEBHOOK_SECRET &&
      !value.MERCADOPAGO_ACCESS_TOKEN &&
      'MERCADOPAGO_ACCESS_TOKEN: es obligatoria junto con MERCADOPAGO_WEBHOOK_SECRET',
  ].filter((line) => typeof line === 'string' && line !== '')
  if (missing.length > 0) throw new ConfigError(missing.join('\n'))
  return {
    production,
    port: value.PORT,
    host: value.HOST,
    publicUrl: (value.PUBLIC_URL ?? `http://localhost:${value.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(value.DATA_DIR),
    databaseUrl: value.DATABASE_URL,
    databasePool: value.DATABASE_POOL,
    workers: value.WORKERS ?? (production ? availableParallelism() : 1),
    drainSeconds: value.DRAIN_SECONDS,
    loginsPerAddress: value.LOGINS_PER_ADDRESS,
    slowQueryMs: value.SLOW_QUERY_MS,
    metricsToken: value.METRICS_TOKEN,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    demo: value.DEMO ?? !production,
    logLevel: value.LOG_LEVEL,
    mercadoPago: accountOf(value),
    trustProxy: value.TRUST_PROXY ?? false,
  }
}
