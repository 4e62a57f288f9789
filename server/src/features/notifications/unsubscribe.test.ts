import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { readLetter } from '../../../test/letters.ts'
import { aMailbox } from '../../../test/long/mailbox.ts'
import { mailingAs } from '../../../test/mailing.ts'
import { sendPendingMails } from './mails.ts'
import { notify } from './notifications.ts'

const t = useApp()

beforeEach(async () => {
  await t.database.sql`DELETE FROM notificaciones`
  await t.database.sql`DELETE FROM limites`
})

type Event = 'certificado' | 'matricula'

const tell = (usuario: number, evento: Event) =>
  notify(t.deps.db, { evento, tipo: 'Otro', mensaje: 'Hola', clave: crypto.randomUUID(), usuarios: [usuario] })

async function send() {
  const box = await aMailbox()
  await sendPendingMails({ ...t.deps, ...mailingAs(t, { ...t.deps.config, smtpUrl: box.url }) })
  return box
}

/** The path of the header's URL, as a mail program reads it. */
async function aLink(usuario: number, evento: Event = 'certificado'): Promise<string> {
  await tell(usuario, evento)
  const { headers } = readLetter((await send()).letters[0])
  const value = (wanted: string) => headers.find(([name]) => name === wanted)?.[1] ?? ''
  expect(value('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const [, url = ''] = /^<(http:\/\/campus\.test\/.+)>$/.exec(value('List-Unsubscribe')) ?? []
  return url.replace('http://campus.test', '')
}

/** As Gmail does it: RFC 8058, without cookies or login. */
const oneClick = (url: string) =>
  t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })

const rows = () => t.database.sql`SELECT id_usuario, evento, campus, correo FROM preferencias_notificacion`
const forget = () => t.database.sql`DELETE FROM preferencias_notificacion`

describe('one-click unsubscribe', () => {
  beforeEach(forget)

  it('turns off that kind of mail for that person, again and again, and nothing else', async () => {
    const [person, other] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    const url = await aLink(person.id)
    await tell(person.id, 'certificado')
    await tell(person.id, 'matricula')
    await tell(other.id, 'certificado')
    for (let n = 0; n < 3; n++) expect((await oneClick(url)).statusCode).toBe(200)
    expect(await rows()).toEqual([{ id_usuario: person.id, evento: 'certificado', campus: true, correo: false }])
    await tell(person.id, 'certificado')
    await tell(person.id, 'matricula')
    await tell(other.id, 'certificado')
    const box = await send()
    expect(box.delivered.toSorted()).toEqual([person.correo, person.correo, other.correo, other.correo].toSorted())
    const shown = await t.call('GET', `/api/notificaciones/usuario/${person.id}`, {
      token: await t.tokenOf(person.id),
    })
    expect(shown.body.data).toHaveLength(5)
  })

  it('leaves the switch of the campus as the person set it', async () => {
    const { id } = await aPerson(t.deps.db)
    await t.call('PUT', '/api/notificaciones/preferencias', {
      token: await t.tokenOf(id),
      body: { evento: 'certificado', campus: false, correo: true },
    })
    expect((await oneClick(await aLink(id))).statusCode).toBe(200)
    expect(await rows()).toEqual([{ id_usuario: id, evento: 'certificado', campus: false, correo: false }])
  })

  it('takes every body that a mail program may send', async () => {
    const { id } = await aPerson(t.deps.db)
    const url = await aLink(id)
    const form = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
    for (const [type, payload] of [
      ['multipart/form-data; boundary=x', form],
      ['application/x-www-form-urlencoded', ''],
      ['text/plain; charset=utf-8', 'List-Unsubscribe=One-Click'],
      ['text/plain', ''],
      ['application/json', '{}'],
      ['application/json', ''],
      ['application/octet-stream', 'x'],
      [undefined, undefined],
    ] as const) {
      await forget()
      const answer = await t.app.inject({ method: 'POST', url, payload, headers: type ? { 'content-type': type } : {} })
      expect(answer.statusCode, type).toBe(200)
      expect(await rows()).toHaveLength(1)
    }
    const heavy = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'x'.repeat(20_000),
    })
    expect(heavy.statusCode).toBe(413)
  })

  it('opens a page that asks first and changes nothing, in the colours of the brand', async () => {
    const { id } = await aPerson(t.deps.db)
    const url = await aLink(id)
    const page = await t.app.inject({ url })
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.headers['content-security-policy']).toContain("form-action 'self'")
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.body).toContain('¿Dejar de recibir estos correos?')
    const head = await t.app.inject({ method: 'HEAD', url })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, page.headers['content-type'], ''])
    expect(page.body).toContain('Obtengo un certificado')
    expect(page.body).toContain('http://campus.test/notificaciones/preferencias?marca=marca-2')
    expect(await rows()).toEqual([])
    expect((await oneClick(url)).body).toContain('Listo, ya no los recibirás')
  })

  it.each<[string, (url: string, other: number) => string]>([
    ['of another person', (url, other) => url.replace(/baja\/\d+/, `baja/${other}`)],
    ['of another kind', (url) => url.replace('/certificado', '/matricula')],
    ['of a kind that does not exist', (url) => url.replace('/certificado', '/todo')],
    ['without a signature', (url) => url.replace(/&firma=.*/, '')],
    ['with a part of one', (url) => url.slice(0, -3)],
    ['that lasts longer', (url) => url.replace(/vence=\d/, 'vence=9')],
    ['with two signatures', (url) => `${url}&firma=x`],
    ['with an id written otherwise', (url) => url.replace(/baja\/(\d+)/, 'baja/0$1')],
    ['without a query', (url) => url.replace(/\?.*/, '')],
    ['of no one', (url) => url.replace(/baja\/\d+/, 'baja/2000000000')],
  ])('is refused for a link %s', async (_, forge) => {
    const [person, other] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    const url = forge(await aLink(person.id), other.id)
    for (const answer of [await oneClick(url), await t.app.inject({ url })])
      expect([404, 422]).toContain(answer.statusCode)
    expect(await rows()).toEqual([])
  })

  it('is refused with an old link, and for a closed account changes nothing', async () => {
    const { id } = await aPerson(t.deps.db)
    const path = `/api/notificaciones/baja/${id}/certificado`
    expect((await oneClick(t.deps.signer.sign(path, -120))).statusCode).toBe(404)
    const url = await aLink(id)
    await t.database.sql`UPDATE usuarios SET estado = 0 WHERE id = ${id}`
    expect((await oneClick(url)).statusCode).toBe(200)
    expect(await rows()).toEqual([])
  })

  it('is throttled per person', async () => {
    const [person, other] = [await aPerson(t.deps.db), await aPerson(t.deps.db)]
    const [url, others] = [await aLink(person.id), await aLink(other.id)]
    for (let n = 0; n < 30; n++) expect((await oneClick(url)).statusCode).toBe(200)
    const answer = await oneClick(url)
    expect(answer.statusCode).toBe(429)
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await oneClick(others)).statusCode).toBe(200)
  })
})
