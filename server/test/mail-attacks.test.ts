import { beforeEach, describe, expect, it } from 'vitest'
import { aBrand, aPerson, PASSWORD } from './builders.ts'
import { useApp } from './harness.ts'
import { type ReadLetter, readLetter } from './letters.ts'
import { CONNECT, END_OF_TEXT } from './long/mailbox.ts'
import { anAppWithMail } from './mailing.ts'
import { aNewcomer, aSheet } from './matrix.bodies.ts'

const t = useApp()

beforeEach(async () => {
  await aBrand(t.deps.db, 2)
  await t.database.sql`DELETE FROM limites`
  await t.database.sql`DELETE FROM pgboss.job`
  await t.database.sql`DELETE FROM notificaciones`
})

const recover = (email: string) => t.call('POST', '/api/recuperar-contrasena', { body: { email } })
const register = (more: object = {}) => t.call('POST', '/api/auth/register', { body: { ...aNewcomer(), ...more } })
const complain = (correo: string) => t.call('POST', '/api/reclamos', { body: { ...aSheet(), correo } })

/** Makes retries due; drained jobs that threw count as failed. */
const again = () => t.database.sql`UPDATE pgboss.job SET state = 'retry', start_after = now()
  WHERE state IN ('active', 'retry')`

describe('an address that is not a public mailbox', () => {
  it.each([
    ['two of them', 'a@prueba.pe,b@prueba.pe'],
    ['two of them with a semicolon', 'a@prueba.pe;b@prueba.pe'],
    ['two of them with a space', 'a@prueba.pe b@prueba.pe'],
    ['with a name', 'Ana <a@prueba.pe>'],
    ['with a header', 'a@prueba.pe\r\nBcc: b@prueba.pe'],
    ['with a command', 'a@prueba.pe>\r\nRCPT TO:<b@prueba.pe'],
    ['quoted', '"a b"@prueba.pe'],
    ['quoted, with a second', '"a@prueba.pe, b"@prueba.pe'],
    ['with a comment', 'a(b@prueba.pe)@prueba.pe'],
    ['with a route', 'a%b@prueba.pe'],
    ['with a bang', 'prueba.pe!a@prueba.pe'],
    ['of a machine', 'root@localhost'],
    ['of a number', 'a@[127.0.0.1]'],
    ['of letters of elsewhere', 'аna@prueba.pe'],
    ['of a domain with an accent', 'ana@academía.pe'],
    ['with a dot at the end', 'ana@prueba.pe.'],
    ['too long', `${'a'.repeat(246)}@prueba.pe`],
    ['a group', 'todos:a@prueba.pe,b@prueba.pe;'],
    ['a list', ['a@prueba.pe', 'b@prueba.pe']],
    ['an object', { address: 'a@prueba.pe' }],
  ])('is refused in every form: %s', async (_, address) => {
    const correo = address as string
    for (const answer of [await recover(correo), await register({ correo }), await complain(correo)]) {
      expect(answer.status).toBe(422)
      expect(answer.body.message).not.toMatch(/invalid|expected/i)
    }
    const [row] = await t.database.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pgboss.job`
    expect(row?.n).toBe(0)
  })

  it.each([
    ['of 254 characters', `${'a'.repeat(64)}@${`${'b'.repeat(61)}.`.repeat(3)}ee`],
    ['of punycode', 'ana@xn--academa-0za.pe'],
    ['with an apostrophe', "o'higgins@prueba.pe"],
    ['with spaces around it', '  ana.flores@prueba.pe  '],
  ])('is distinguished from: %s', async (_, correo) => {
    const { box, jobs } = await anAppWithMail(t)
    expect((await register({ correo })).status).toBe(201)
    expect((await recover(correo)).status).toBe(200)
    await jobs.drain()
    expect(new Set(box.asked.map((to) => to.toLowerCase()))).toEqual(new Set([correo.trim()]))
    expect(box.letters.length).toBeGreaterThan(0)
  })
})

describe('a mailbox with many addresses', () => {
  const spellings = [
    ['in capitals', ['ana@prueba.pe', 'ANA@prueba.pe', 'Ana@Prueba.PE']],
    ['with tags', ['ana@prueba.pe', 'ana+1@prueba.pe', 'ana+1+2@prueba.pe', 'ANA+x@prueba.pe']],
    ['with dots, at the one that ignores them', ['a.n.a@gmail.com', 'ana@googlemail.com', 'A.na+x@Gmail.com']],
  ] as const
  const nth = (addresses: readonly string[], n: number) => addresses[n % addresses.length] ?? ''

  it.each(spellings)('%s, gets five recovery mails an hour', async (_, addresses) => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, n) => recover(nth(addresses, n))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(answers.filter(({ status, body }) => status === 429 && body.code === 'DEMASIADOS_INTENTOS')).toHaveLength(7)
    expect((await recover('otra@prueba.pe')).status).toBe(200)
  })

  it.each(spellings)('%s, gets three copies of complaints an hour', async (_, addresses) => {
    for (let n = 0; n < 9; n++) expect((await complain(nth(addresses, n))).status).toBe(201)
    const sent = await t.database.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM pgboss.job
      WHERE name = 'correo-reclamo-consumidor'`
    expect(sent).toEqual([{ n: 3 }])
  })

  it('is not confused with a similar address', async () => {
    for (let n = 0; n < 6; n++) await recover('ana.flores@prueba.pe')
    for (const other of ['anaflores@prueba.pe', 'ana.flores@prueba.com', 'ana@prueba.pe', '+ana.flores@prueba.pe'])
      expect((await recover(other)).status).toBe(200)
  })
})

describe('a name', () => {
  it('is refused at registration with a header in it', async () => {
    expect((await register({ nombres: 'Ana\r\nBcc: otra@prueba.pe' })).status).toBe(422)
  })

  it.each([
    ['Ana\u202Eedacnoc', 'Anaedacnoc'],
    ['Ana\u0007', 'Ana'],
    ['Ana\u2028Flores', 'Ana Flores'],
    ['Ana\u0000', 'Ana'],
  ])('loses control characters at registration: %j is %j', async (nombres, kept) => {
    const { status, body } = await register({ nombres })
    expect([status, body.user.nombres]).toEqual([201, kept])
  })

  it.each([
    ['https://evil.example/premio', 'Hola:'],
    ['GANASTE www.evil.example', 'Hola, GANASTE:'],
    ['evil.example', 'Hola:'],
    ['<b>Ana</b>', 'Hola:'],
    ['X'.repeat(120), 'Hola:'],
    ['José María', 'Hola, José:'],
    ['𝓐na 🎓', 'Hola, 𝓐na:'],
    ["D'Angelo", "Hola, D'Angelo:"],
  ])('sends no text of theirs to strangers: %s', async (nombres, greeting) => {
    const { box, jobs } = await anAppWithMail(t)
    // Registration refuses most of them; accounts from before may have them.
    const person = await aPerson(t.deps.db, { nombres })
    await recover(person.correo)
    await jobs.drain()
    const texts = box.letters.map((letter) => readLetter(letter).text)
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) {
      expect(text.split('\n')[0]).toBe(greeting)
      expect(text).not.toContain('evil')
    }
  })
})

describe('a mail about an account', () => {
  const header = ({ headers }: ReadLetter, wanted: string) => headers.find(([name]) => name === wanted)?.[1]

  it.each([1, 3])('is text and HTML of brand %i, whose reset page it opens, and cannot be turned off', async (id) => {
    await aBrand(t.deps.db, id)
    const { box, jobs } = await anAppWithMail(t)
    const person = await aPerson(t.deps.db, { id_cliente: id })
    await recover(person.correo)
    await jobs.drain()
    const letter = readLetter(box.letters[0])
    expect(header(letter, 'From')).toBe(`Marca ${id} <no-responder@campus.invalid>`)
    expect(header(letter, 'Subject')).toBe('Restablece tu contraseña')
    expect(letter.headers.map(([name]) => name).join()).not.toMatch(/list-unsubscribe/i)
    const link = new RegExp(
      `http://campus\\.test/restablecer/${person.id}\\?token=[\\w-]+&(amp;)?marca=marca-${id}`,
      'g',
    )
    expect(letter.text.match(link)).toHaveLength(1)
    expect(letter.html.match(link)?.length).toBeGreaterThanOrEqual(2)
    for (const part of [letter.text, letter.html]) {
      expect(part).toContain(`tu cuenta en Marca ${id}`)
      expect(part).not.toContain('Cambiar qué correos recibo')
    }
  })

  it('opens the academy at its own address', async () => {
    await aBrand(t.deps.db, 4)
    await t.database.sql`UPDATE clientes SET dominios = ARRAY['cuatro.test'] WHERE id = 4`
    const { box, jobs } = await anAppWithMail(t)
    const person = await aPerson(t.deps.db, { id_cliente: 4 })
    await recover(person.correo)
    await jobs.drain()
    expect(readLetter(box.letters[0]).text).toMatch(/http:\/\/cuatro\.test\/restablecer\/\d+\?token=[\w-]+\n/)
  })

  it.each([
    ['with a header', 'Uno\r\nBcc: otra@prueba.pe'],
    ['with an address', 'Uno" <otra@prueba.pe>, "'],
    ['with HTML', '<script>alert(1)</script>'],
    ['written backwards', 'Uno \u202eonU'],
  ])('has one sender, whatever the name of the brand: %s', async (_, nombre) => {
    await aBrand(t.deps.db, 5)
    await t.database.sql`UPDATE clientes SET nombre = ${nombre} WHERE id = 5`
    const { box, jobs } = await anAppWithMail(t)
    await recover((await aPerson(t.deps.db, { id_cliente: 5 })).correo)
    await jobs.drain()
    const letter = readLetter(box.letters[0])
    expect(letter.headers.filter(([name]) => /^(from|sender|b?cc)$/i.test(name))).toHaveLength(1)
    expect(header(letter, 'From')).toMatch(/<no-responder@campus\.invalid>$/)
    expect(letter.html).not.toMatch(/<script|\u202e/)
  })
})

describe('a mail sent by a job', () => {
  it.each([
    ['an address refused at first', 'RCPT', '451 4.7.1 greylisted'],
    ['too many connections', CONNECT, '421 4.7.0 too many connections'],
    ['a text refused', END_OF_TEXT, '552 5.3.4 message too big'],
    ['hanging up', 'RCPT', null],
  ])('survives eight times %s, and is sent once', async (_, part, reply) => {
    const { box, jobs } = await anAppWithMail(t)
    const newcomer = aNewcomer()
    const { body } = await register(newcomer)
    await t.database.sql`DELETE FROM notificaciones`
    await t.database.sql`DELETE FROM pgboss.job WHERE name = 'correo-verificacion'`
    const changed = await t.call('PUT', `/api/actualizar-contrasena/${body.user.id}`, {
      token: body.token,
      body: { password_actual: PASSWORD, password: 'Otra-clave-92', password_confirmation: 'Otra-clave-92' },
    })
    expect(changed.status).toBe(200)
    box.replies.set(part, reply)
    for (let tries = 0; tries < 8; tries++) {
      await expect(jobs.drain()).rejects.toThrow()
      await again()
    }
    box.replies.clear()
    await jobs.drain()
    expect(box.delivered).toEqual([newcomer.correo])
    expect(readLetter(box.letters[0]).text).toContain('La contraseña de tu cuenta en Marca 2 acaba de cambiar')
  })

  it('to an unknown address is not sent, with the same response', async () => {
    const { box, jobs } = await anAppWithMail(t)
    const newcomer = aNewcomer()
    await register(newcomer)
    await t.database.sql`DELETE FROM notificaciones`
    await t.database.sql`DELETE FROM pgboss.job WHERE name = 'correo-verificacion'`
    const [known, unknown] = [await recover(newcomer.correo), await recover('no-hay@prueba.pe')]
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    await jobs.drain()
    expect(box.delivered).toEqual([newcomer.correo])
  })
})
