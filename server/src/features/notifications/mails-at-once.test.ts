import { beforeEach, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aMailbox, type Mailbox } from '../../../test/long/mailbox.ts'
import { anAppWithMail, mailingAs } from '../../../test/mailing.ts'
import { sendPendingMails } from './mails.ts'
import { notify } from './notifications.ts'

const t = useApp()
const AT_ONCE = 4
const OK = '250 ok'
const more = { smtpConnections: AT_ONCE }

beforeEach(async () => void (await t.database.sql`DELETE FROM notificaciones`))

/** Users with a pending mail, in this order; the first of a run goes out alone. Returns their addresses. */
async function waiting(...names: string[]): Promise<string[]> {
  const people = await Promise.all(
    names.map((name) => aPerson(t.deps.db, { correo: `${name}-${crypto.randomUUID()}@prueba.pe` })),
  )
  for (const { id } of people)
    await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje: 'Hola', clave: 'm', usuarios: [id] })
  return people.map(({ correo }) => correo)
}

const SLOW = Array<string>(AT_ONCE + 2).fill('lenta')

/** Holds back the replies to lines with `part`; `full` when this many wait for one. */
function hold(box: Mailbox, part: string, many: number) {
  const full = Promise.withResolvers<void>()
  const reply = Promise.withResolvers<string | null>()
  let held = 0
  box.replies.set(part, () => {
    held += 1
    if (held === many) full.resolve()
    return reply.promise
  })
  return { full: full.promise, answer: reply.resolve }
}

const run = (box: Mailbox) => {
  const config = { ...t.deps.config, ...more }
  return sendPendingMails({
    ...t.deps,
    config,
    ...mailingAs(t, { ...config, smtpUrl: box.url }),
  })
}

/** How many mails were tried how often, and whether they are due; of those under way the next try is the lease's end. */
const left = () =>
  t.database.sql<{ intentos: number; minutos: number; n: number }[]>`
    SELECT intentos, greatest(round(extract(epoch FROM proximo_intento - now()) / 60), 0)::int AS minutos, count(*)::int AS n
    FROM notificaciones WHERE correo = 'pendiente' GROUP BY 1, 2 ORDER BY 1, 2`

it('go out several at once; when the server hangs up on one, those under way end and the others stay as they were', async () => {
  const box = await aMailbox()
  const people = await waiting('primera', 'trampa', ...SLOW)
  const trap = hold(box, '<trampa', 1)
  const slow = hold(box, '<lenta', AT_ONCE - 1)
  const failed = expect(run(box)).rejects.toThrow()
  await Promise.all([trap.full, slow.full])
  trap.answer(null)
  const untouched = { intentos: 0, minutos: 0, n: 3 }
  const postponed = { intentos: 1, minutos: 5, n: 1 }
  await expect.poll(left).toEqual([untouched, { intentos: 1, minutos: 3, n: AT_ONCE - 1 }, postponed])
  slow.answer(OK)
  await failed
  expect(box.delivered).toHaveLength(AT_ONCE)
  expect(await left()).toEqual([untouched, postponed])
  box.replies.clear()
  await t.database.sql`UPDATE notificaciones SET proximo_intento = now()`
  expect(await run(box)).toBe(4)
  expect(box.delivered.toSorted()).toEqual(people.toSorted())
})

it('go out from one job at a time, which a stop ends between two mails', async () => {
  const { box, jobs, stopJobs } = await anAppWithMail(t, more)
  const people = await waiting('primera', ...SLOW)
  const slow = hold(box, '<lenta', AT_ONCE)
  const queue = 'correo-notificaciones'
  await jobs.send(t.deps.db, queue, {})
  await jobs.start()
  await slow.full
  await jobs.send(t.deps.db, queue, {})
  expect(await jobs.listPending(queue)).toHaveLength(1)
  const stopped = stopJobs()
  slow.answer(OK)
  await stopped
  expect(box.delivered.toSorted()).toEqual(box.asked.toSorted())
  expect(box.asked).toHaveLength(1 + AT_ONCE)
  expect(await left()).toEqual([{ intentos: 0, minutos: 0, n: 2 }])
  expect(await t.database.sql`SELECT state::text AS state FROM pgboss.job WHERE name = ${queue}`).toEqual([
    { state: 'completed' },
  ])
  box.replies.clear()
  expect(await run(box)).toBe(2)
  expect(box.delivered.toSorted()).toEqual(people.toSorted())
})
