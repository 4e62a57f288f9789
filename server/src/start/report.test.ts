import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../platform/config.ts'
import { readiness, tableOf, warnOfMissing } from './report.ts'

const PRODUCTION = { NODE_ENV: 'production', PUBLIC_URL: 'https://campus.academia.pe' }
const PAID = { MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-1234567', MERCADOPAGO_WEBHOOK_SECRET: 'secreto-largo' }
const MAILED = { SMTP_URL: 'smtps://yo:clave@smtp.academia.pe:465', MAIL_FROM: 'Academia <hola@academia.pe>' }

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'campus-informe-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function aBackup(dataDir: string, days: number): void {
  mkdirSync(join(dataDir, 'respaldos'), { recursive: true })
  const file = join(dataDir, 'respaldos', `campus-${days}.tar`)
  writeFileSync(file, '')
  const then = Date.now() / 1000 - days * 86_400 - 60
  utimesSync(file, then, then)
}

const SET = { source: 'instalacion', mark: '', row: null } as const
const NOTHING = { source: 'ninguno', account: null, mark: '', row: null } as const
const UNREADABLE = { ...NOTHING, source: 'ilegible' } as const
type Saved = Partial<Parameters<typeof readiness>[1]>

/** The line of the table, and whether the log tells of it too. */
function lineOf(name: string, env: Record<string, string>, demo = { closed: 0, open: false }, saved: Saved = {}) {
  const config = readConfig({ DATA_DIR: '/datos-de-nadie', ...env })
  const { mercadoPago: account, smtpUrl: url, mailFrom: from } = config
  const connected = {
    mercadoPago: account ? { ...SET, account } : (saved.mercadoPago ?? NOTHING),
    mail: url ? { ...SET, account: { server: { url }, from } } : (saved.mail ?? NOTHING),
  }
  const facts = readiness(config, connected, demo)
  const line = tableOf(facts)
    .split('\n')
    .find((one) => one.startsWith(`  ${name}`))
  const warned: string[] = []
  warnOfMissing({ warn: (_fields: object, text: string) => void warned.push(text) } as never, facts)
  return { line: line?.slice(16), warned: warned.some((text) => text.startsWith(`${name}: `)) }
}

const missing = (line: unknown) => ({ line, warned: true })
const fine = (line: unknown) => ({ line, warned: false })

describe('the table of the start', () => {
  it.each([
    ['Pagos', {}, fine('de prueba: no se cobra nada')],
    ['Pagos', PAID, fine('listo, con MercadoPago')],
    ['Pagos', { ...PRODUCTION, ...PAID }, fine('listo, con MercadoPago')],
    [
      'Pagos',
      PRODUCTION,
      missing('los cursos no se venden, se escribe a la academia: conecta MercadoPago en Ajustes → Cobros y correo'),
    ],
    ['Correo', {}, fine('de prueba: cada correo es un archivo en /datos-de-nadie/correo')],
    ['Correo', { ...PRODUCTION, ...MAILED }, fine('listo, por smtp.academia.pe desde Academia <hola@academia.pe>')],
    [
      'Correo',
      PRODUCTION,
      missing(
        'ningún correo sale, cada uno es un archivo en /datos-de-nadie/correo: conéctalo en Ajustes → Cobros y correo',
      ),
    ],
    ['Correo', { ...PRODUCTION, SMTP_URL: MAILED.SMTP_URL }, missing(expect.stringContaining('falta MAIL_FROM: '))],
    ['Dirección', { PORT: '3100' }, fine('http://localhost:3100, que solo se abre en esta máquina')],
    ['Dirección', { PUBLIC_URL: 'http://campus.academia.pe' }, fine('http://campus.academia.pe')],
    ['Dirección', { ...PRODUCTION, TRUST_PROXY: 'loopback' }, fine('listo, https://campus.academia.pe')],
    ['Dirección', PRODUCTION, missing(expect.stringContaining('https://campus.academia.pe; falta TRUST_PROXY'))],
    [
      'Dirección',
      { ...PRODUCTION, PUBLIC_URL: 'http://campus.academia.pe' },
      missing('http://campus.academia.pe no es https: las contraseñas viajan sin cifrar'),
    ],
    ['Demostración', PRODUCTION, fine('ninguna cuenta abierta')],
  ])('%s with %j', (name, env, expected) => {
    expect(lineOf(name, env)).toEqual(expected)
  })

  it('tells what is connected on the screen, and a key that is missing', () => {
    const account = { accessToken: 'APP_USR-1234567', webhookSecret: 'secreto-largo' }
    const server = { host: 'smtp.academia.pe', port: 587, secure: false, requireTLS: true }
    const saved: Saved = {
      mercadoPago: { ...SET, source: 'pantalla', account },
      mail: { ...SET, source: 'pantalla', account: { server, from: 'hola@academia.pe' } },
    }
    const told = (name: string, connected: Saved) => lineOf(name, PRODUCTION, undefined, connected)
    expect(told('Pagos', saved)).toEqual(fine('listo, con MercadoPago'))
    expect(told('Correo', saved)).toEqual(fine('listo, por smtp.academia.pe desde hola@academia.pe'))
    const lost = { mercadoPago: UNREADABLE, mail: UNREADABLE }
    const noKey = 'está cifrado con otra llave que la de /datos-de-nadie/llave: devuélvela a su lugar'
    expect(told('Pagos', lost)).toEqual(missing(`no se vende: MercadoPago ${noKey}`))
    expect(told('Correo', lost)).toEqual(missing(`ningún correo sale: su servidor ${noKey}`))
  })

  it.each([
    [{ closed: 0, open: true }, fine('cuentas abiertas con una contraseña pública; en producción se cierran'), {}],
    [{ closed: 1, open: false }, missing('se cerró 1 cuenta de demostración: su contraseña es pública'), PRODUCTION],
    [{ closed: 53, open: false }, missing(expect.stringContaining('se cerraron 53 cuentas')), PRODUCTION],
  ])('tells of demo accounts: %j', (demo, expected, env) => {
    expect(lineOf('Demostración', env, demo)).toEqual(expected)
  })

  it('tells how old the newest backup of its folder is', () => {
    const dataDir = aFolder()
    const folder = join(dataDir, 'respaldos')
    const now = (env: Record<string, string> = PRODUCTION) => lineOf('Copia', { ...env, DATA_DIR: dataDir })
    const remedy = 'si no la guardas en otro lugar, programa npm run backup a diario'
    expect(now()).toEqual(missing(`ninguna en ${folder}; ${remedy}`))
    expect(now({})).toEqual(fine(`ninguna en ${folder}; ${remedy}`))
    aBackup(dataDir, 9)
    expect(now()).toEqual(missing(`la última de ${folder} es de hace 9 días; ${remedy}`))
    aBackup(dataDir, 1)
    expect(now()).toEqual(fine(`la última de ${folder} es de hace 1 día; ${remedy}`))
    aBackup(dataDir, 0)
    writeFileSync(join(folder, 'leeme.txt'), '')
    expect(now()).toEqual(fine(`listo: la última de ${folder} tiene menos de un día`))
  })
})
