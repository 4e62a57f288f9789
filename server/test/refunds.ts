import { expect } from 'vitest'
import { askGateway } from '../src/features/orders/refund-asking.ts'
import { sandbox } from '../src/features/orders/sandbox.ts'
import { aPerson } from './builders.ts'
import type { TestApp } from './harness.ts'
import { shopping } from './shop.ts'

export type Paid = Awaited<ReturnType<ReturnType<typeof refunding>['paid']>>

/** Money that staff give back, and what the gateway says of it. */
export function refunding(t: TestApp) {
  const { act, buy, notices, order, refund, scene, settle } = shopping(t)

  /** A paid order of 149 + 89 soles. */
  async function paid() {
    const made = await scene(2, { lessons: 2 })
    await t.database.sql`UPDATE cursos SET costo_centimos = 8900 WHERE id = ${made.ids[1] ?? 0}`
    const { orden } = (await buy(made.token, made.ids)).body as { orden: string }
    await act(orden, 'aprobar')
    await settle()
    const boss = await aPerson(t.deps.db, { roles: ['marca'] })
    const admin = await t.tokenOf(boss.id)
    const [first = 0, second = 0] = made.ids
    const sent = async () =>
      (await t.call('GET', '/api/gestion/devoluciones', { token: admin })).body.data.data.filter(
        ({ numero }: { numero: string }) => numero === orden,
      )
    /** Kind and soles of each movement. */
    const money = async () =>
      (
        await t.database.sql`SELECT m.tipo, m.medio, m.centimos FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
          WHERE o.numero = ${orden} ORDER BY m.id`
      ).map(({ tipo, medio, centimos }) => [tipo, medio, centimos / 100])
    const byCourse = async () =>
      (
        await t.database
          .sql`SELECT l.id_curso, sum(l.centimos)::int AS n FROM movimiento_lineas l JOIN ordenes o ON o.id = l.id_orden
          WHERE o.numero = ${orden} GROUP BY 1 ORDER BY 1`
      ).map(({ n }) => n / 100)
    const told = async () => {
      await settle()
      const amounts = (texts: string[]) => texts.flatMap((text) => /evolvimos S\/ ([\d.]+)/.exec(text)?.[1] ?? [])
      const mails = t.outbox.filter(({ to }) => to === made.person.correo).map(({ text }) => text)
      expect(amounts(mails).sort()).toEqual(
        amounts((await notices(made.person.id)).map(({ mensaje }) => mensaje)).sort(),
      )
      return amounts(mails)
    }
    const state = async () => (await order(made.token, orden)).estado
    const mail = (amount: string) =>
      t.outbox.find(({ to, text }) => to === made.person.correo && text.includes(`evolvimos S/ ${amount}`))?.text
    return { ...made, orden, boss, admin, first, second, sent, money, byCourse, told, mail, state }
  }
  const shop = () => ({ db: t.deps.db, jobs: t.deps.jobs, gateway: sandbox(t.deps.db, t.deps.config) })
  return {
    paid,
    give: (one: { admin: string; orden: string }, body: Record<string, unknown> = {}) =>
      refund(one.admin, one.orden, body),
    /** The buyer's page asks the gateway for the payment. */
    hear: ({ orden, token }: { orden: string; token: string }) =>
      t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token }),
    /** The job's try. */
    ask: (id: number) => askGateway(shop(), id),
    shop,
  }
}
