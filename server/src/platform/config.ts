import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { es } from 'zod/locales'

const flag = z.enum(['0', '1', 'true', 'false', 'si', 'no']).transform((value) => ['1', 'true', 'si'].includes(value))

/** Fastify accepts these names besides addresses. */
const Network = z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])
const isNetwork = (text: string) => Network.safeParse(text).success && !text.endsWith('/0')

const proxies = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine((parts) => parts.every(isNetwork), 'debe ser una lista de direcciones o redes, como 10.0.0.0/8, 127.0.0.1')

/** Drivers decode the parts of a URL themselves and throw on malformed ones. */
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

export type Bucket = { endpoint: string; name: string; region: string; accessKeyId: string; secretAccessKey: string }

/** `s3://key:secret@host/bucket?region=...`, or `s3+http://` without TLS; null for any other text. */
function bucketOf(text: string): Bucket | null {
  const url = URL.parse(text)
  const scheme = { 's3:': 'https', 's3+http:': 'http' }[url?.protocol ?? '']
  const name = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? '')?.[1]
  const { region = 'us-east-1', ...unknown } = Object.fromEntries(url?.searchParams ?? [])
  if (!url?.host || !scheme || !name || !isDecodable(text) || Object.keys(unknown).length > 0 || url.hash) return null
  const [accessKeyId, secretAccessKey] = [url.username, url.password].map(decodeURIComponent)
  if (!accessKeyId || !secretAccessKey || !/^[a-z0-9-]+$/.test(region)) return null
  return { endpoint: `${scheme}://${url.host}`, name, region, accessKeyId, secretAccessKey }
}

const BUCKET =
  'debe ser s3://clave:secreto@servidor/bucket?region=región, con los signos del secreto codificados, como %2F'
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
    .url({ protocol: /^https?$/, error: 'debe ser como https://campus.academia.pe' })
    .refine(isPlain, 'debe ser solo la dirección, sin usuario, preguntas ni #')
    .optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  STORAGE_URL: z
    .string()
    .transform((text, context) => {
      const bucket = bucketOf(text)
      if (!bucket) context.addIssue(BUCKET)
      return bucket ?? z.NEVER
    })
    .optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'debe ser como postgres://usuario:clave@servidor:5432/base' })
    .refine(isDecodable, ENCODE)
    .optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(10),
  WORKERS: z.coerce.number().int().min(1).max(64).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  LOGINS_PER_ADDRESS: z.coerce.number().int().min(1).max(1_000_000).optional(),
  SLOW_QUERY_MS: z.coerce.number().int().min(0).default(500),
  METRICS_TOKEN: secret(16).optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'debe ser como smtp://usuario:clave@servidor:587' })
    .refine(isDecodable, ENCODE)
    .optional(),
  SMTP_CONNECTIONS: z.coerce.number().int().min(1).max(50).default(10),
  SMTP_RATE: z.coerce.number().int().min(1).max(1000).default(100),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'debe ser una dirección de correo, como Campus <hola@campus.pe>')
    .default('Campus <no-responder@campus.invalid>'),
  SERVICE_WORKER: flag.default(true),
  DEMO: flag.optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  TRUST_PROXY: proxies.optional(),
  MERCADOPAGO_ACCESS_TOKEN: secret(10).optional(),
  MERCADOPAGO_WEBHOOK_SECRET: secret(10).optional(),
  MERCADOPAGO_API_URL: z.url({ protocol: /^https?$/ }).optional(),
  YOUTUBE_URL: z.url({ protocol: /^https?$/ }).default('https://www.youtube.com'),
  VIMEO_URL: z.url({ protocol: /^https?$/ }).default('https://vimeo.com'),
  KEY_FILE: z.string().min(1).optional(),
})

const Settings = Environment.superRefine((env, context) => {
  const refuse = (name: keyof typeof env, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  const [token, secret] = ['MERCADOPAGO_ACCESS_TOKEN', 'MERCADOPAGO_WEBHOOK_SECRET'] as const
  if (env.NODE_ENV === 'production') {
    if (env.DEMO) refuse('DEMO', 'la academia de demostración nunca se carga en producción')
    if (!env.PUBLIC_URL)
      refuse('PUBLIC_URL', 'en producción es obligatoria; de ella salen los enlaces de los correos y certificados')
  }
  // Without its secret a forged notification could not be detected.
  if (env[token] && !env[secret]) refuse(secret, `es obligatoria junto con ${token}`)
  if (env[secret] && !env[token]) refuse(token, `es obligatoria junto con ${secret}`)
})

function toConfig(env: z.output<typeof Settings>) {
  const production = env.NODE_ENV === 'production'
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET: webhookSecret } = env
  const mercadoPago =
    accessToken && webhookSecret ? { accessToken, webhookSecret, apiUrl: env.MERCADOPAGO_API_URL } : undefined
  return {
    production,
    port: env.PORT,
    host: env.HOST,
    /** Base of the links in mails and certificates; never taken from a request. */
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    bucket: env.STORAGE_URL,
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    /** Processes on one port; each has its own `databasePool`. */
    workers: env.WORKERS ?? (production ? availableParallelism() : 1),
    /** How long it still serves after the stop signal, while health answers 503. */
    drainSeconds: env.DRAIN_SECONDS,
    /** Logins per IP address in 15 minutes; a school's students share one. */
    loginsPerAddress: env.LOGINS_PER_ADDRESS,
    /** Slower queries are logged; 0 disables it. */
    slowQueryMs: env.SLOW_QUERY_MS,
    metricsToken: env.METRICS_TOKEN,
    smtpUrl: env.SMTP_URL,
    /** Of one process to the mail server; as many notices go out at once. */
    smtpConnections: env.SMTP_CONNECTIONS,
    /** Mails that one process sends in a second. */
    smtpRate: env.SMTP_RATE,
    mailFrom: env.MAIL_FROM,
    demo: env.DEMO ?? !production,
    /** False removes the service worker from browsers that have it. */
    worker: env.SERVICE_WORKER,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json'),
    /** Wins over what was connected on the screen. */
    mercadoPago,
    mercadoPagoApi: env.MERCADOPAGO_API_URL,
    /** Asked whether they still show a lesson's videos. */
    videoHosts: { youtube: env.YOUTUBE_URL, vimeo: env.VIMEO_URL },
    /** Of what is connected on the screen; the same on every machine. */
    keyFile: resolve(env.KEY_FILE ?? join(env.DATA_DIR, 'llave')),
    trustProxy: env.TRUST_PROXY ?? (false as const),
  }
}

export type Config = ReturnType<typeof toConfig>

export class ConfigError extends Error {}

/** @throws ConfigError with a line per wrong variable */
export function readConfig(env: Record<string, string | undefined>): Config {
  const values = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = Settings.safeParse(values, { error: es().localeError })
  if (parsed.success) return toConfig(parsed.data)
  const mistakes = Object.entries(z.flattenError(parsed.error).fieldErrors).map(
    ([name, [first]]) => `${name}: ${first}`,
  )
  throw new ConfigError(mistakes.join('\n'))
}
