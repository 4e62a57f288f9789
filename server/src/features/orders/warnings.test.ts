import { eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { ordenes } from './orders.tables.ts'
import { mailStaff, STAFF_MAIL, type StaffMail, warnStaff } from './warnings.ts'

const t = useApp()
const { buy, scene } = shopping(t)

it('a refused address of an administrator neither repeats nor delays the mails of others', async () => {
  const admins = await Promise.all([1, 2, 3].map(() => aPerson(t.deps.db, { tipo_cliente: 'Administrador' })))
  const { token, ids } = await scene()
  const { orden } = (await buy(token, ids)).body
  const [order] = await t.deps.db.select().from(ordenes).where(eq(ordenes.numero, orden))
  if (!order) throw new Error('no order')
  await t.deps.db.transaction((tx) =>
    warnStaff(tx, t.deps.jobs, order, 'clave-prueba', {
      asunto: 'Un pago raro',
      mensaje: `Mira la orden ${order.numero}`,
    }),
  )
  const jobs = await t.database.sql<{ data: StaffMail }[]>`
    SELECT data FROM pgboss.job WHERE name = ${STAFF_MAIL} AND data ->> 'clave' = 'clave-prueba' ORDER BY id`
  expect(jobs.map(({ data }) => data.id_usuario).toSorted()).toEqual(admins.map(({ id }) => id).toSorted())
  const sent: string[] = []
  const send = async ({ to }: { to: string }) => {
    if (to === admins[1]?.correo) throw new Error('550 no such user')
    sent.push(to)
  }
  const results = await Promise.allSettled(
    jobs.map(({ data }) => mailStaff(t.deps.db, { send }, 'http://campus.test', data)),
  )
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(sent.toSorted()).toEqual([admins[0]?.correo, admins[2]?.correo].toSorted())
})
