import { expect, it } from 'vitest'
import { retryFailedMails, sendPendingMails } from '../src/features/notifications/mails.ts'
import { notify } from '../src/features/notifications/notifications.ts'
import { aPerson } from './builders.ts'
import { useApp } from './harness.ts'
import { anAppWithMail } from './mailing.ts'

const t = useApp()
const TOKEN = 'una-clave-de-metricas'
const REFUSED = '550 5.1.1 no such user'

async function aWatchedApp() {
  const parts = await anAppWithMail(t, { metricsToken: TOKEN })
  async function gauge(name: string): Promise<number> {
    const { body } = await parts.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(body)?.[1])
  }
  return { ...parts, gauge }
}

it('reports failed jobs until they are retried', async () => {
  const { app, box, jobs, gauge } = await aWatchedApp()
  const { correo } = await aPerson(t.deps.db, { correo: 'muerto@prueba.pe' })
  box.replies.set('<muerto', REFUSED)
  const asked = await app.inject({ method: 'POST', url: '/api/recuperar-contrasena', payload: { email: correo } })
  expect(asked.statusCode).toBe(200)
  expect(await gauge('campus_jobs_failed')).toBe(0)

  await t.database.sql`UPDATE pgboss.job SET retry_count = retry_limit WHERE name = 'correo-recuperacion'`
  await jobs.start()
  await expect.poll(() => gauge('campus_jobs_failed'), { timeout: 20_000 }).toBe(1)
  expect(box.asked).toEqual([correo])

  box.replies.clear()
  expect(await jobs.retryFailed()).toBe(1)
  expect(await gauge('campus_jobs_failed')).toBe(0)
  await expect.poll(() => box.delivered, { timeout: 20_000 }).toEqual([correo])
})

it('reports failed notification mails until they are retried', async () => {
  const { box, mail, gauge } = await aWatchedApp()
  const send = () => sendPendingMails({ ...t.deps, mail })
  const { id, correo } = await aPerson(t.deps.db, { correo: 'ida@prueba.pe' })
  await notify(t.deps.db, { evento: 'matricula', tipo: 'Bienvenida', mensaje: 'Hola', clave: 'm', usuarios: [id] })
  box.replies.set('<ida', REFUSED)
  for (let tries = 0; tries < 8; tries++) {
    expect(await gauge('campus_notification_mails_failed')).toBe(0)
    await t.database.sql`UPDATE notificaciones SET proximo_intento = now()`
    await send()
  }
  expect(await gauge('campus_notification_mails_failed')).toBe(1)

  box.replies.clear()
  expect(await retryFailedMails(t.deps.db)).toBe(1)
  expect(await gauge('campus_notification_mails_failed')).toBe(0)
  expect(await send()).toBe(1)
  expect(box.delivered).toEqual([correo])
})
