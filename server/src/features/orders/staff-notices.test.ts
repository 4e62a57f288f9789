import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { ordenes } from './orders.tables.ts'
import { mailStaff, STAFF_MAIL, type StaffMail, warnStaff } from './staff-notices.ts'

const t = useApp()
const { act, buy, notices, scene, settle, warningsOf } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

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

describe('the administrators learn of money', () => {
  /** An administrator of a new order of these courses, and what reaches them of it. */
  async function watched(courses = 1) {
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const { person, token, ids } = await scene(courses)
    const orden = (await buy(token, ids)).body.orden as string
    const short = (numero: string) => numero.slice(0, 8).toUpperCase()
    const does = async (numero: string, ...actions: string[]) => {
      for (const action of actions) {
        await act(numero, action)
        await settle()
      }
    }
    const buyer = `${person.nombres} ${person.apellidos}`
    const about = (numero: string, total: string, names: string) =>
      `Orden ${short(numero)} de ${buyer} (${person.correo}), ${total}: ${names}`
    const told = async (numero: string) =>
      (await notices(admin.id))
        .filter(({ ruta }) => ruta === `/gestion/ordenes/${numero}`)
        .map(({ mensaje, asunto }) => `${asunto}\n${mensaje}`)
    const mails = (numero: string) => warningsOf(admin.correo, `/gestion/ordenes/${numero}`)
    return { person, buyer, token, ids, orden, short, does, about, told, mails }
  }

  it.each([
    [['aprobar', 'reembolsar'], 'Una devolución', 'Se devolvió un pago de S/ 149.00. El acceso a sus cursos se cerró.'],
    [
      ['aprobar', 'contracargo'],
      'Un contracargo',
      'El banco retiró un pago de S/ 149.00 (contracargo). El acceso a sus cursos se cerró.',
    ],
    [
      ['pagar_dos_veces'],
      'Un pago repetido',
      'La orden se pagó dos veces: devuelve S/ 149.00 de uno de los pagos. Sus cursos siguen abiertos.',
    ],
    [
      ['aprobar', 'devolver_parte'],
      'Una devolución parcial',
      'Se devolvieron S/ 40.00, una parte del pago. Sus cursos siguen abiertos: decide si cierras alguno.',
    ],
  ])('%j: by notice and mail, with buyer, amount, courses and access', async (actions, asunto, message) => {
    const { person, buyer, orden, short, does, about, told, mails } = await watched()
    await does(orden, ...actions)
    expect(await told(orden)).toEqual([`${about(orden, 'S/ 149.00', 'Curso 1')}\n${asunto}\n${message}`])
    const [mail, ...others] = mails(orden)
    expect([mail?.subject, others]).toEqual([`${asunto} necesita tu atención`, []])
    const facts = [
      `Orden: ${short(orden)}`,
      `Comprador: ${buyer} (${person.correo})`,
      'Total: S/ 149.00',
      'Curso: Curso 1',
    ]
    for (const line of [message, ...facts, `Ver la orden:\nhttp://campus.test/gestion/ordenes/${orden}`])
      expect(mail?.text).toContain(line)
  })

  it('that is not what was asked for', async () => {
    const { token, orden, does, about, told } = await watched()
    await does(orden, 'aprobar_sin_avisar')
    await t.database.sql`UPDATE pagos_de_prueba SET monto_centimos = 10000 WHERE referencia = ${orden}`
    await t.call('GET', `/api/mercadopago/verificar-pago?orden=${orden}`, { token })
    const message = 'Llegó un pago de S/ 100.00, que no es el total de la orden: revísalo.'
    const facts = about(orden, 'S/ 149.00', 'Curso 1')
    expect(await told(orden)).toEqual([
      `${facts}\nUn pago de otro monto\n${message} Esta orden no tiene cursos abiertos.`,
    ])
    await does(orden, 'reembolsar')
    expect(await told(orden)).toContain(
      `${facts}\nUna devolución\nSe devolvió un pago de S/ 100.00. Esta orden no tiene cursos abiertos.`,
    )
  })

  it('that two orders took for one course, and what a refund of one of them leaves open', async () => {
    const { token, ids, orden, short, does, about, told } = await watched(5)
    const second = (await buy(token, ids.slice(0, 1))).body.orden as string
    await does(orden, 'aprobar')
    await does(second, 'aprobar')
    const repeated = `La orden pagó cursos que la orden ${short(orden)} ya tenía pagados: devuelve S/ 149.00 de una de las dos. Sus cursos están abiertos.`
    const small = about(second, 'S/ 149.00', 'Curso 1')
    expect(await told(second)).toEqual([`${small}\nUna compra repetida\n${repeated}`])
    await does(orden, 'reembolsar')
    const closed = 'Se cerró el acceso a 4 de sus 5 cursos: otra orden pagada cubre los demás.'
    const large = about(orden, 'S/ 745.00', 'Curso 1, Curso 2, Curso 3 y 2 más')
    expect(await told(orden)).toEqual([`${large}\nUna devolución\nSe devolvió un pago de S/ 745.00. ${closed}`])
  })

  it('that came back of a double charge: the courses stay open', async () => {
    const { orden, does, told } = await watched()
    await does(orden, 'pagar_dos_veces', 'reembolsar')
    expect((await told(orden)).filter((text) => text.includes('Se devolvió'))).toEqual([
      expect.stringMatching(/Se devolvió un pago de S\/ 149\.00\. Sus cursos siguen abiertos\.$/),
    ])
  })
})
