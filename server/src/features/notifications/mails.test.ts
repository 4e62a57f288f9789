import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aMailbox, type Mailbox } from '../../../test/long/mailbox.ts'
import { createMail } from '../../platform/mail.ts'
import { countFailedMails, mailPending, retryFailedMails } from './mails.ts'
import { notify } from './notifications.ts'

const t = useApp()

/** What the tests before left over must not be sent in the next. */
beforeEach(async () => void (await t.database.sql`DELETE FROM notificaciones`))

/** People with a mail to come, in this order; the address of each. */
async function waiting(...names: string[]): Promise<string[]> {
  const addresses: string[] = []
  for (const name of names) {
    const { id, correo } = await aPerson(t.deps.db, { correo: `${name}-${crypto.randomUUID()}@prueba.pe` })
    await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje: 'Hola', clave: 'm', usuarios: [id] })
    addresses.push(correo)
  }
  return addresses
}

const run = (box: Mailbox) =>
  mailPending(
    t.deps.db,
    createMail({ ...t.deps.config, smtpUrl: box.url }, () => undefined),
    'http://campus.test',
  )

/** Lets the time of the next tries come. */
const later = () => t.database.sql`UPDATE notificaciones SET proximo_intento = now()`

const states = async () => {
  const rows = await t.database.sql<{ correo: string }[]>`SELECT correo FROM notificaciones ORDER BY id`
  return rows.map(({ correo }) => correo)
}

const REFUSED = '550 5.1.1 no such user'

describe('a recipient that is refused', () => {
  it('stops none of the others, however many come first, and is not asked again at once', async () => {
    const box = await aMailbox()
    box.replies.set('<muerto', REFUSED)
    const dead = await waiting(...Array.from({ length: 12 }, () => 'muerto'))
    const alive = await waiting('vivo', 'vivo')
    expect(await run(box)).toBe(2)
    expect(box.delivered).toEqual(alive)
    expect(await run(box)).toBe(0)
    expect(box.asked).toHaveLength(dead.length + alive.length)
  })

  it.each([
    ['at RCPT for good', '<muerto', REFUSED],
    ['at RCPT for now', '<muerto', '450 4.2.1 try again later'],
    ['with words that no server should say', '<muerto', '599 \u0000 %s <script>'],
  ])('%s is tried eight times over two days, and then given up', async (_, part, reply) => {
    const box = await aMailbox()
    box.replies.set(part, reply)
    const [dead] = await waiting('muerto')
    const waits: number[] = []
    for (let tries = 0; tries < 8; tries++) {
      expect(await states()).toEqual(['pendiente'])
      await run(box)
      const [row] = await t.database.sql<{ minutos: number }[]>`
        SELECT round(extract(epoch FROM proximo_intento - now()) / 60)::int AS minutos FROM notificaciones`
      waits.push(row?.minutos ?? 0)
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

  it('is told from one whose text is refused, which stops none either', async () => {
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

describe('a mail server that is away', () => {
  it.each([
    ['that hangs up', '<', null],
    ['that closes', 'EHLO', '421 4.3.2 shutting down'],
    ['that is closing at each recipient', 'RCPT', '421 4.3.2 shutting down'],
    ['that refuses our own address', 'MAIL FROM', '550 sender unknown'],
  ])('%s ends the run, and no mail is ever given up for it', async (_, part, reply) => {
    const box = await aMailbox()
    box.replies.set(part, reply)
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

  it('that nobody listens for is asked once a run', async () => {
    await waiting('uno', 'dos')
    const box = { ...(await aMailbox()), url: 'smtp://127.0.0.1:2' }
    await expect(run(box)).rejects.toThrow()
    expect(await states()).toEqual(['pendiente', 'pendiente'])
  })

  it('for one recipient alone keeps none of the others waiting for long', async () => {
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
  it('gets twenty mails an hour at most, of all accounts that name it; the rest is shown in the campus', async () => {
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

  it('take over what one that was killed had claimed, minutes later', async () => {
    const box = await aMailbox()
    const [person] = await waiting('ana')
    await t.database.sql`UPDATE notificaciones SET intentos = 1, proximo_intento = now() + interval '3 minutes'`
    expect(await run(box)).toBe(0)
    await later()
    expect(await run(box)).toBe(1)
    expect(box.delivered).toEqual([person])
  })
})
