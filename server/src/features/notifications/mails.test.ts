import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { type ReadLetter, readLetter } from '../../../test/letters.ts'
import { aMailbox, CONNECT, END_OF_TEXT, type Mailbox } from '../../../test/long/mailbox.ts'
import { mailingAs } from '../../../test/mailing.ts'
import { countFailedMails, retryFailedMails, sendPendingMails } from './mails.ts'
import { notify } from './notifications.ts'

const t = useApp()

/** Leftovers of earlier tests must not be sent. */
beforeEach(async () => void (await t.database.sql`DELETE FROM notificaciones`))

/** Users with a pending mail, in this order; returns their addresses. */
async function waiting(...names: string[]): Promise<string[]> {
  const addresses: string[] = []
  for (const name of names) {
    const { id, correo } = await aPerson(t.deps.db, { correo: `${name}-${crypto.randomUUID()}@prueba.pe` })
    await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje: 'Hola', clave: 'm', usuarios: [id] })
    addresses.push(correo)
  }
  return addresses
}

const run = (box: Mailbox) => sendPendingMails({ ...t.deps, ...mailingAs(t, { ...t.deps.config, smtpUrl: box.url }) })

/** Makes all retries due. */
const later = () => t.database.sql`UPDATE notificaciones SET proximo_intento = now()`

const states = async () => {
  const rows = await t.database.sql<{ correo: string }[]>`SELECT correo FROM notificaciones ORDER BY id`
  return rows.map(({ correo }) => correo)
}

/** Minutes until the next try of the only mail. */
async function minutesLeft(): Promise<number> {
  const [row] = await t.database.sql<{ minutos: number }[]>`
    SELECT round(extract(epoch FROM proximo_intento - now()) / 60)::int AS minutos FROM notificaciones`
  return row?.minutos ?? 0
}

const REFUSED = '550 5.1.1 no such user'

describe('a refused recipient', () => {
  it('delays no other mail, and is not retried at once', async () => {
    const box = await aMailbox()
    box.replies.set('<muerto', REFUSED)
    const dead = await waiting(...Array.from({ length: 12 }, () => 'muerto'))
    const alive = await waiting('vivo', 'vivo')
    expect(await run(box)).toBe(2)
    expect(box.delivered.toSorted()).toEqual(alive.toSorted())
    expect(await run(box)).toBe(0)
    expect(box.asked).toHaveLength(dead.length + alive.length)
  })

  it.each([
    ['at RCPT for good', '<muerto', REFUSED],
    ['at RCPT for now', '<muerto', '450 4.2.1 try again later'],
    ['at the end of its text', END_OF_TEXT, '552 5.3.4 message too big'],
    ['by a server that has no room for it', 'DATA', '452 4.3.1 insufficient storage'],
    ['with words that no server should say', '<muerto', '599 \u0000 %s <script>'],
  ])('%s is tried eight times over two days, then fails', async (_, part, reply) => {
    const box = await aMailbox()
    box.replies.set(part, reply)
    const [dead] = await waiting('muerto')
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      expect(await states()).toEqual(['pendiente'])
      await run(box)
      waits.push(await minutesLeft())
      await later()
    }
    expect(await states()).toEqual(['fallido'])
    expect(await countFailedMails(t.deps.db)).toBe(1)
    expect(waits.slice(0, 7)).toEqual([5, 15, 60, 180, 480, 720, 1440])
    await run(box)
    expect(box.asked).toEqual(Array.from({ length: 8 }, () => dead))

    box.replies.clear()
    expect(await retryFailedMails(t.deps.db)).toBe(1)
    expect(await run(box)).toBe(1)
    expect(box.delivered).toEqual([dead])
    expect(await states()).toEqual(['enviado'])
  })

  it('is distinguished from a refused text, which delays no other mail either', async () => {
    const box = await aMailbox()
    const [first, second] = await waiting('uno', 'dos')
    box.replies.set('DATA', '554 5.7.1 looks like spam')
    expect(await run(box)).toBe(0)
    expect(box.asked).toEqual([first, second])
    box.replies.clear()
    await later()
    expect(await run(box)).toBe(2)
  })
})

describe('an unavailable mail server', () => {
  it.each<[string, [string, string | null][]]>([
    ['that hangs up', [['<', null]]],
    ['that has too many connections', [[CONNECT, '421 4.7.0 too many connections']]],
    ['that has us on a list', [[CONNECT, '554 5.7.1 your address is listed']]],
    ['that closes', [['EHLO', '421 4.3.2 shutting down']]],
    [
      'whose encryption fails',
      [
        ['EHLO', '250-buzon\r\n250 STARTTLS'],
        ['STARTTLS', '454 4.7.0 TLS not available'],
      ],
    ],
    ['that is closing at each recipient', [['RCPT', '421 4.3.2 shutting down']]],
    ['that is closing at the end of each text', [[END_OF_TEXT, '421 4.3.2 shutting down']]],
    ['that refuses our own address', [['MAIL FROM', '550 sender unknown']]],
  ])('%s ends the run, and no mail fails for it', async (_, replies) => {
    const box = await aMailbox()
    for (const [part, reply] of replies) box.replies.set(part, reply)
    const people = await waiting('uno', 'dos', 'tres')
    for (let tries = 0; tries < 12; tries++) {
      await expect(run(box)).rejects.toThrow()
      await later()
    }
    expect(box.asked.length).toBeLessThanOrEqual(12)
    expect(await states()).toEqual(['pendiente', 'pendiente', 'pendiente'])
    box.replies.clear()
    expect(await run(box)).toBe(3)
    expect(box.delivered.toSorted()).toEqual(people.toSorted())
  })

  it('that refuses connections is tried once a run', async () => {
    await waiting('uno', 'dos')
    const box = { ...(await aMailbox()), url: 'smtp://127.0.0.1:2' }
    await expect(run(box)).rejects.toThrow()
    expect(await states()).toEqual(['pendiente', 'pendiente'])
  })

  it('does not count as a refusal afterwards', async () => {
    const box = await aMailbox()
    const [person] = await waiting('ana')
    box.replies.set(CONNECT, '421 4.7.0 too many connections')
    for (let tries = 0; tries < 12; tries++) {
      await expect(run(box)).rejects.toThrow()
      await later()
    }
    box.replies.clear()
    box.replies.set('<ana', '451 4.7.1 greylisted, come again')
    expect(await run(box)).toBe(0)
    expect(await states()).toEqual(['pendiente'])
    expect(await minutesLeft()).toBe(5)
    await later()
    box.replies.clear()
    expect(await run(box)).toBe(1)
    expect(box.delivered).toEqual([person])
  })

  it('that takes a mail and hangs up before confirming it does not deliver copies for ever', async () => {
    const box = await aMailbox()
    box.replies.set(END_OF_TEXT, null)
    const [person] = await waiting('ana')
    const waits: number[] = []
    while ((await states())[0] === 'pendiente' && waits.length < 100) {
      await expect(run(box)).rejects.toThrow()
      waits.push(await minutesLeft())
      await later()
    }
    expect(await states()).toEqual(['fallido'])
    expect(waits.slice(0, 6)).toEqual([5, 10, 20, 40, 60, 60])
    const total = waits.slice(0, -1).reduce((sum, minutes) => sum + minutes, 0)
    expect(total).toBeGreaterThan(46 * 60)
    expect(box.delivered).toEqual(waits.map(() => person))
    expect(new Set(box.taken.values())).toEqual(new Set([waits.length]))
  })

  it('for one recipient alone does not delay the others for long', async () => {
    const box = await aMailbox()
    box.replies.set('<trampa', null)
    const traps = await waiting('trampa', 'trampa', 'trampa')
    const [alive] = await waiting('vivo')
    for (const _ of traps) await run(box).catch(() => 0)
    expect(await run(box)).toBe(1)
    expect(box.delivered).toEqual([alive])
    await later()
    const [fresh] = await waiting('nuevo')
    await run(box).catch(() => 0)
    expect(box.delivered).toEqual([alive, fresh])
  })
})

describe('a mailbox', () => {
  it('gets at most twenty mails an hour from all accounts that name it; the rest is shown in the campus', async () => {
    const box = await aMailbox()
    const victim = `victima-${crypto.randomUUID()}@prueba.pe`
    const people = await Promise.all(
      [victim, victim.replace('@', '+a@'), victim.replace('victima', 'Victima').replace('@', '+b@')].map((correo) =>
        aPerson(t.deps.db, { correo }),
      ),
    )
    for (let n = 0; n < 9; n++)
      await notify(t.deps.db, {
        evento: 'matricula',
        tipo: 'Bienvenida',
        mensaje: 'Hola',
        clave: `m${n}`,
        usuarios: people.map(({ id }) => id),
      })
    const [other] = await waiting('otra')
    await run(box)
    expect(box.delivered.filter((to) => to.toLowerCase().startsWith('victima'))).toHaveLength(20)
    expect(box.delivered).toContain(other)
    expect((await states()).filter((state) => state === 'no')).toHaveLength(7)
    const token = await t.tokenOf(people[0]?.id ?? 0)
    const shown = await t.call('GET', `/api/todas/notificaciones/usuario/${people[0]?.id}`, { token })
    expect(shown.body.data.total).toBe(9)
    await t.database.sql`UPDATE limites SET termina_en = now()`
    await waiting('otra')
    await notify(t.deps.db, {
      evento: 'matricula',
      tipo: 'Otro',
      mensaje: 'Tarde',
      clave: 'z',
      usuarios: [people[0]?.id ?? 0],
    })
    expect(await run(box)).toBe(2)
  })
})

describe('two processes', () => {
  it('send each mail once', async () => {
    const box = await aMailbox()
    const people = await waiting(...Array.from({ length: 15 }, () => 'ana'))
    const sent = await Promise.all([run(box), run(box), run(box)])
    expect(sent.reduce((sum, n) => sum + n, 0)).toBe(people.length)
    expect(box.delivered.toSorted()).toEqual(people.toSorted())
  })

  it('take over the claims of a killed process after minutes', async () => {
    const box = await aMailbox()
    const [person] = await waiting('ana')
    await t.database.sql`UPDATE notificaciones SET intentos = 1, proximo_intento = now() + interval '3 minutes'`
    expect(await run(box)).toBe(0)
    expect(await retryFailedMails(t.deps.db)).toBe(0)
    expect(await run(box)).toBe(0)
    await later()
    expect(await run(box)).toBe(1)
    expect(box.delivered).toEqual([person])
  })
})

describe('a mail that carries what people chose', () => {
  it.each([
    ['a header in the name', 'Ana\r\nBcc: otra@prueba.pe', 'Hola', 'Hola', 'Hola, Ana:'],
    ['a header in the title', 'Ana', 'Hola\r\nBcc: otra@prueba.pe\r\n\r\ntexto', 'Hola', 'Hola, Ana:'],
    ['a link as the name', 'https://evil.example/premio Ana', 'Hola', 'Hola', 'Hola:'],
    ['a link without a protocol', 'premio.evil.example', 'Hola', 'Hola', 'Hola:'],
    ['letters of elsewhere', 'Ñusta-Ólafur 李', 'Hola', 'Hola', 'Hola, Ñusta-Ólafur:'],
    ['a word of emojis that is too long', 'Ana', '🎓'.repeat(200), `${'🎓'.repeat(118)}…`, 'Hola, Ana:'],
    [
      'a family of emojis at its end',
      'Ana',
      `${'a'.repeat(116)}👩‍👧${'b'.repeat(9)}`,
      `${'a'.repeat(116)}…`,
      'Hola, Ana:',
    ],
    ['a huge title', 'Ana', '<'.repeat(50_000), `${'<'.repeat(118)}…`, 'Hola, Ana:'],
    ['half a character', 'Ana', 'ab\ud83c', 'ab\ufffd', 'Hola, Ana:'],
  ])('is one mail to one person: %s', async (_, nombres, mensaje, subject, greeting) => {
    const box = await aMailbox()
    const { id, correo } = await aPerson(t.deps.db, { nombres })
    await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje, clave: 'm', usuarios: [id] })
    expect(await run(box)).toBe(1)
    expect(box.asked).toEqual([correo])
    const { headers, text } = readLetter(box.letters[0])
    expect(headers.filter(([name]) => /^(b?cc|to)$/i.test(name))).toEqual([['To', correo]])
    expect(headers.find(([name]) => name === 'Subject')?.[1]).toBe(subject)
    expect(text.split('\n')[0]).toBe(greeting)
  })
})

const header = ({ headers }: ReadLetter, wanted: string) =>
  headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1]

type Told = { evento?: 'respuesta' | 'certificado' | 'foro'; mensaje?: string; ruta?: string; usuario: number }

/** Sends the mail of an event as the job does. */
async function mailOf({ evento = 'certificado', mensaje = 'Hola', ruta, usuario }: Told): Promise<ReadLetter> {
  const box = await aMailbox()
  await notify(t.deps.db, { evento, tipo: 'Otro', mensaje, ruta, clave: crypto.randomUUID(), usuarios: [usuario] })
  await run(box)
  return readLetter(box.letters[0])
}

describe('what a notification mail looks like', () => {
  it('shows the mark of its brand as PNG, also inside another site', async () => {
    const { id } = await aPerson(t.deps.db)
    const { html } = await mailOf({ usuario: id, mensaje: 'Hola.', ruta: '/inicio' })
    const [, address = ''] = /<img src="http:\/\/campus\.test([^"]+)"/.exec(html) ?? []
    expect((await t.call('GET', address)).headers).toMatchObject({
      'content-type': 'image/png',
      'cross-origin-resource-policy': 'cross-origin',
    })
  })

  it('is text and HTML under the name of the brand, with its picture, one button and the preferences', async () => {
    const { id } = await aPerson(t.deps.db)
    const letter = await mailOf({
      usuario: id,
      mensaje: 'Ya tienes tu certificado.',
      ruta: '/certificado/CERT-ABCDEFGHI',
    })
    expect(header(letter, 'Content-Type')).toMatch(/^multipart\/alternative/)
    expect(header(letter, 'From')).toBe('Marca 2 <no-responder@campus.invalid>')
    expect(header(letter, 'Subject')).toBe('Ya tienes tu certificado')
    const { text, html } = letter
    expect(text).toContain('Ver mi certificado:\nhttp://campus.test/certificado/CERT-ABCDEFGHI?marca=marca-2\n')
    expect(text).toContain(
      'Cambiar qué correos recibo: http://campus.test/notificaciones/preferencias?marca=marca-2 · Dejar de recibir este tipo de correo: http',
    )
    expect(html).toContain('src="http://campus.test/api/clientes/2/iconos/180.png"')
    expect(html).toContain('alt="Logo de Marca 2"')
    expect(html.match(/<a class="button" href="([^"]+)"[^>]*>([^<]+)</)?.slice(1)).toEqual([
      'http://campus.test/certificado/CERT-ABCDEFGHI?marca=marca-2',
      'Ver mi certificado',
    ])
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain('href="http://campus.test/notificaciones/preferencias?marca=marca-2"')
    expect(html).toContain('prefers-color-scheme:dark')
  })

  it('shows what people wrote as text, in its own direction', async () => {
    const { id } = await aPerson(t.deps.db)
    await t.database.sql`UPDATE clientes SET nombre = 'Marca "2" <i>' WHERE id = 2`
    const { html, text } = await mailOf({
      usuario: id,
      mensaje: '<img src=x onerror=alert(1)> & "Ana" \u202egnol\u0007 te respondió',
    })
    await t.database.sql`UPDATE clientes SET nombre = 'Marca 2' WHERE id = 2`
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Ana&quot;')
    expect(html).toContain('alt="Logo de Marca &quot;2&quot; &lt;i&gt;"')
    for (const hidden of ['<img src=x', '<i>', '\u202e', '\u0007']) expect(html).not.toContain(hidden)
    for (const hidden of ['\u202e', '\u0007']) expect(text).not.toContain(hidden)
  })

  it.each([
    ['a usual title whole', `Ya tienes tu certificado de «${'Animación '.repeat(6).trim()}».`, /^[^…]+»$/],
    ['a long one to its last whole word', `Luis te respondió en «${'Texturas '.repeat(30)}».`, /Texturas…»$/],
  ])('has in its subject %s', async (_, mensaje, subject) => {
    const { id } = await aPerson(t.deps.db)
    const letter = await mailOf({ usuario: id, mensaje })
    expect(header(letter, 'Subject')).toMatch(subject)
    expect(header(letter, 'Subject')?.length).toBeLessThanOrEqual(120)
  })
})
