import { resolve } from 'node:path'
import { expect, it } from 'vitest'
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
    demo: true,
    trustProxy: false,
  })
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
