import { resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'

/** What the operator is told. */
function complaint(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    return (error as Error).message.split('\n')
  }
}

it('starts without any setting, for a person who tries it out', () => {
  expect(readConfig({})).toMatchObject({
    production: false,
    port: 3000,
    publicUrl: 'http://localhost:3000',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    bucket: undefined,
    demo: true,
    trustProxy: false,
  })
})

it('logs JSON unless a terminal or LOG_FORMAT asks for lines', () => {
  const { isTTY } = process.stdout
  onTestFinished(() => void Object.assign(process.stdout, { isTTY }))
  const formatOf = (terminal: boolean, env = {}) => {
    process.stdout.isTTY = terminal
    return readConfig(env).logFormat
  }
  expect([formatOf(false), formatOf(true)]).toEqual(['json', 'text'])
  expect([formatOf(false, { LOG_FORMAT: 'text' }), formatOf(true, { LOG_FORMAT: 'json' })]).toEqual(['text', 'json'])
})

it('takes an empty variable for one that is not there', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

it('tells of each mistake in a line of its own that names the variable', () => {
  const lines = complaint({
    PORT: 'ochenta',
    DATABASE_URL: 'mysql://x',
    SMTP_URL: 'correo',
    DEMO: 'quizá',
    LOG_LEVEL: 'mucho',
  })
  expect(lines.map((line) => line.split(':')[0])).toEqual(['PORT', 'DATABASE_URL', 'SMTP_URL', 'DEMO', 'LOG_LEVEL'])
  expect(lines[0]).toBe('PORT: Entrada inválida: se esperaba número, recibido NaN')
  expect(lines[1]).toBe('DATABASE_URL: debe ser como postgres://usuario:clave@servidor:5432/base')
})

it('in production wants its public address and never the demo', () => {
  expect(complaint({ NODE_ENV: 'production', DEMO: '1' })).toEqual([
    'DEMO: la academia de demostración nunca se carga en producción',
    'PUBLIC_URL: en producción es obligatoria; de ella salen los enlaces de los correos y certificados',
  ])
  expect(readConfig({ NODE_ENV: 'production', PUBLIC_URL: 'https://campus.pe/' })).toMatchObject({
    production: true,
    publicUrl: 'https://campus.pe',
    demo: false,
  })
})

it('trusts the proxies that are named', () => {
  expect(readConfig({ TRUST_PROXY: '10.0.0.0/8, 127.0.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '127.0.0.1'])
})

const long = 'x'.repeat(70)

/** Ten wrong values of each variable of README's table. */
const WRONG: Record<string, string[]> = {
  NODE_ENV: ['prod', 'Production', 'dev', '1', 'true', 'staging', 'producción', ' ', 'null', 'test,production'],
  PORT: ['ochenta', '-1', '65536', '3000.5', '3000a', 'NaN', 'Infinity', '1e9', '3000,3001', '::'],
  PUBLIC_URL: [
    'campus.pe',
    'ftp://campus.pe',
    'https://',
    'https://campus.pe?x=1',
    'https://campus.pe/#inicio',
    'https://yo:clave@campus.pe',
    'javascript:alert(1)',
    '//campus.pe',
    'https:// campus.pe',
    'null',
  ],
  DATABASE_URL: [
    'mysql://x',
    'postgres',
    '127.0.0.1:5432/campus',
    'postgres://u:100%@host/campus',
    'postgres://u%zz:x@host/campus',
    'postgres://u:x@host/campus%',
    'postgres://host:99999/campus',
    'postgres://host:puerto/campus',
    'host=127.0.0.1 dbname=campus',
    'postgres//u:x@host/campus',
  ],
  STORAGE_URL: [
    'archivos',
    'https://clave:secreto@s3.example/campus',
    's3://s3.example/campus',
    's3://clave@s3.example/campus',
    's3://clave:secreto@s3.example',
    's3://clave:secreto@s3.example/campus/carpeta',
    's3://clave:se/creto@s3.example/campus',
    's3://clave:secr%eto@s3.example/campus',
    's3://clave:secreto@s3.example/Campus',
    's3://clave:secreto@s3.example/campus?regoin=auto',
  ],
  DATABASE_POOL: ['1', '0', '-5', '201', 'diez', '10.5', 'NaN', 'Infinity', '10,20', '1e9'],
  WORKERS: ['0', '-1', '65', 'auto', '1.5', 'NaN', 'Infinity', '2,4', 'cuatro', '1e3'],
  DRAIN_SECONDS: ['-1', '61', 'diez', '10s', 'NaN', 'Infinity', '1,5', '1m', '1e3', '--'],
  LOGINS_PER_ADDRESS: ['0', '-1', '1000001', 'muchos', '1.5', 'NaN', 'Infinity', '300,400', '1e9', '--'],
  SLOW_QUERY_MS: ['-1', '0.5', 'lento', '500ms', 'NaN', 'Infinity', '1,5', '1s', '-Infinity', '--'],
  METRICS_TOKEN: [
    'corta',
    'x',
    '123456789012345',
    'una clave de metricas',
    'una-contraseña-de-métricas',
    '\t'.repeat(20),
    ' '.repeat(20),
    'x\r\ny'.repeat(9),
    'ñ'.repeat(20),
    '🔑'.repeat(10),
  ],
  SMTP_URL: [
    'correo',
    'http://smtp.campus.pe',
    'smtp.campus.pe:587',
    'smtp://u:100%@h',
    'smtp://h:99999',
    'smtp//h',
    'imap://h',
    'smtp://h:puerto',
    'mailto:x@y.pe',
    'smtp://u%zz@h',
  ],
  SMTP_CONNECTIONS: ['0', '-1', '51', 'diez', '1.5', 'NaN', 'Infinity', '5,10', '1e3', '--'],
  SMTP_RATE: ['0', '-1', '1001', '14/s', '0.5', 'NaN', 'Infinity', '14,5', '1e9', 'sin'],
  MAIL_FROM: [
    'Campus',
    'Campus <>',
    'Campus <hola>',
    'hola@',
    '@campus.pe',
    'Campus <hola@campus.pe',
    'a@b.pe\r\nBcc: x@y.pe',
    'Campus <a@b.pe> <c@d.pe>',
    'a b@c.pe',
    '<a@@b.pe>',
  ],
  DEMO: ['quizá', '2', 'yes', 'TRUE', 'on', 'off', 'sí', '-1', 'null', 'demo'],
  LOG_LEVEL: ['mucho', 'INFO', 'warning', 'verbose', '30', 'none', 'off', 'err', 'info,debug', 'all'],
  TRUST_PROXY: [
    'tonteria',
    'true',
    '1',
    '*',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::/0',
    '10.0.0.0/8;127.0.0.1',
    '10.0.0',
    'fe80::/129',
    '10.0.0.1/8/8',
    '10.0.0.1,',
    'localhost',
    '10.0.0.0/ 8',
  ],
  MERCADOPAGO_ACCESS_TOKEN: [
    'corto',
    '123456789',
    'con un espacio dentro',
    `${long}\n${long}`,
    'contraseña-larga',
    '\u00a0'.repeat(12),
    'x',
    '  ',
    '🔑🔑🔑🔑🔑🔑',
    '-',
  ],
  MERCADOPAGO_WEBHOOK_SECRET: [
    'corto',
    '123456789',
    'con un espacio dentro',
    `${long}\n${long}`,
    'contraseña-larga',
    '\u00a0'.repeat(12),
    'x',
    '  ',
    '🔑🔑🔑🔑🔑🔑',
    '-',
  ],
}

const EACH = Object.entries(WRONG).flatMap(([name, values]) => values.map((value) => [name, value] as const))

it.each(EACH)('%s=%j is one mistake, in one line that names it', (name, value) => {
  const pair = { MERCADOPAGO_ACCESS_TOKEN: 'una-clave-larga', MERCADOPAGO_WEBHOOK_SECRET: 'una-clave-larga' }
  const lines = complaint({ ...(name in pair && pair), [name]: value })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatch(new RegExp(`^${name}: .{10}`))
})

it.each([
  ['TRUST_PROXY', 'loopback, ::1, 2001:db8::/32, 10.0.0.1/1'],
  ['PUBLIC_URL', 'https://campus.pe:8443/'],
  ['DATABASE_URL', 'postgres://u:%40%25@host/campus?sslmode=require'],
  ['MAIL_FROM', 'Academia Ñandú <hola@campus.pe>'],
  ['MAIL_FROM', 'hola@campus.pe'],
])('%s=%s is right', (name, value) => expect(complaint({ [name]: value })).toEqual([]))

it('reads a bucket, its region and a secret with signs', () => {
  const opens = { accessKeyId: 'AKIA1', secretAccessKey: 'a/b+c@' }
  expect(readConfig({ STORAGE_URL: 's3://AKIA1:a%2Fb+c%40@s3.example:9000/mi-campus?region=auto' }).bucket).toEqual({
    ...{ endpoint: 'https://s3.example:9000', name: 'mi-campus', region: 'auto' },
    ...opens,
  })
  expect(readConfig({ STORAGE_URL: 's3+http://AKIA1:a%2Fb+c%40@minio/campus' }).bucket).toEqual({
    ...{ endpoint: 'http://minio', name: 'campus', region: 'us-east-1' },
    ...opens,
  })
})

it('wants both of MercadoPago’s or none', () => {
  expect(complaint({ MERCADOPAGO_WEBHOOK_SECRET: 'una-clave-larga' })).toEqual([
    'MERCADOPAGO_ACCESS_TOKEN: es obligatoria junto con MERCADOPAGO_WEBHOOK_SECRET',
  ])
})
