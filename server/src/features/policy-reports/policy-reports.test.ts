import { Writable } from 'node:stream'
import { serializerCompiler, validatorCompiler } from '@fastify/type-provider-zod'
import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { useApp } from '../../../test/harness.ts'
import { installFailures } from '../../platform/http/failures.ts'
import type { App } from '../../platform/http/http.ts'
import { policyReportRoutes } from './policy-reports.routes.ts'

const t = useApp()
let lines: { msg: string; politica?: object }[] = []
let app: App

beforeAll(async () => {
  const stream = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  // Its own log, which the tests read.
  app = Fastify({ logger: { level: 'warn', stream } }) as unknown as App
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  installFailures(app)
  await policyReportRoutes(app, { ...t.deps, brandOf: async () => ({ id: 2, chosen: false }) })
})
afterAll(() => app.close())
beforeEach(async () => {
  lines = []
  await t.database.sql`DELETE FROM limites`
})

const report = (payload: unknown, type = 'application/reports+json', remoteAddress = '10.1.1.1') =>
  app.inject({
    method: 'POST',
    url: '/api/csp-report',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': type },
    remoteAddress,
  })
const violation = (body: object) => ({ type: 'csp-violation', age: 1, url: 'https://campus.test/', body })
const told = () => lines.filter(({ msg }) => msg === 'content policy violated').map(({ politica }) => politica)

describe('POST /api/csp-report', () => {
  it('writes what was refused, without a query, a token or the code', async () => {
    const documentURL = 'https://campus.test/restablecer/7?token=secreto#abajo'
    const body = {
      documentURL,
      referrer: documentURL,
      blockedURL: 'https://malo.example/x.js?robado=secreto',
      effectiveDirective: 'script-src-elem',
      sourceFile: 'https://campus.test/assets/a.js?v=secreto',
      sample: 'robar("secreto")',
    }
    const answer = await report([violation(body), { type: 'deprecation', body: { id: 'x' } }])
    expect([answer.statusCode, answer.json().mensaje]).toEqual([200, 'Recibido.'])
    expect(told()).toEqual([
      {
        pagina: 'https://campus.test/restablecer/7',
        regla: 'script-src-elem',
        bloqueado: 'https://malo.example/x.js',
        fuente: 'https://campus.test/assets/a.js',
      },
    ])
    expect(JSON.stringify(lines)).not.toContain('secreto')
  })

  it('reads the older form too', async () => {
    const old = {
      'document-uri': 'http://campus.test/login?redirect=secreto',
      'blocked-uri': 'inline',
      'violated-directive': "style-src 'self'",
    }
    expect((await report({ 'csp-report': old }, 'application/csp-report')).statusCode).toBe(200)
    expect(told()).toEqual([
      { pagina: 'http://campus.test/login', regla: 'style-src', bloqueado: 'inline', fuente: '' },
    ])
  })

  it.each([
    ['no JSON', '{', 'application/reports+json', 400],
    ['nothing of ours', '{"a":1}', 'application/reports+json', 422],
    ['too much', JSON.stringify([violation({ sample: 'x'.repeat(20_000) })]), 'application/reports+json', 413],
    [
      'more reports than a browser sends',
      JSON.stringify(Array(51).fill(violation({}))),
      'application/reports+json',
      422,
    ],
  ])('refuses %s', async (_what, payload, type, status) => {
    expect((await report(payload, type)).statusCode).toBe(status)
    expect(told()).toEqual([])
  })

  it('neither fills the log nor the database: five of a request, thirty requests of an address, sixty lines a minute', async () => {
    await report(Array(40).fill(violation({ blockedURL: 'data:text/html,x' })))
    expect(told()).toHaveLength(5)
    const statuses = []
    for (let n = 0; n < 40; n++) statuses.push((await report(Array(5).fill(violation({})))).statusCode)
    expect(statuses.filter((status) => status === 429)).toHaveLength(11)
    for (let n = 0; n < 20; n++) await report(Array(5).fill(violation({})), 'application/reports+json', `10.1.2.${n}`)
    // The lines of the tests before count too, in whichever minute they were.
    expect(told().length).toBeLessThanOrEqual(120)
  })

  it('takes such types nowhere else', async () => {
    const headers = { 'content-type': 'application/reports+json' }
    const answer = await t.app.inject({ method: 'POST', url: '/api/loginalumno', payload: '[]', headers })
    expect(answer.statusCode).toBe(415)
  })
})
