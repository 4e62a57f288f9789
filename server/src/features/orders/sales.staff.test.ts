import { randomUUID } from 'node:crypto'
import { MEDIA, NUMBERED_MEDIA } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, anEnrolment, aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { aSale } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
  await t.database.sql`UPDATE clientes SET descuento_venta = 0 WHERE id = 2`
})

const staff = async (...roles: Role[]) => t.tokenOf((await aPerson(t.deps.db, { roles })).id)

const sell = (token: string, body: object) => t.call('POST', '/api/gestion/ventas', { token, body })

const movementsOf = (numero: string) =>
  t.database.sql`SELECT m.tipo, m.centimos, m.medio, m.operacion, m.dia::text, m.origen, m.id_personal, m.salda
    FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${numero} ORDER BY m.id`
const orderOf = async (numero: string) =>
  (
    await t.database.sql`SELECT estado, pasarela, total_centimos, descuento_centimos, motivo, id_personal FROM ordenes
      WHERE numero = ${numero}`
  )[0]
const ordersOf = async (id: number) =>
  (await t.database.sql`SELECT count(*)::int AS n FROM ordenes WHERE id_usuario = ${id}`)[0]?.n
const liveIn = async (id: number) =>
  (await t.database.sql`SELECT id_curso FROM matriculas WHERE id_usuario = ${id} AND estado = 'activa'`).map(
    ({ id_curso }) => id_curso,
  )

describe('POST /api/gestion/ventas', () => {
  const MONEY = { total: 29_800, descuento: 0, motivo: null }
  const GIFT = { total: 0, descuento: 29_800, motivo: 'Ganó el concurso.' }
  it.each(
    MEDIA.filter((medio) => medio !== 'mercadopago').map((medio) => {
      const numbered = (NUMBERED_MEDIA as readonly string[]).includes(medio)
      return [
        medio,
        numbered ? ' ab 12-9 ' : null,
        numbered ? 'AB129' : null,
        medio === 'cortesia' ? GIFT : MONEY,
      ] as const
    }),
  )(
    'sells by %s: order, money, course, mail and line',
    async (medio, typed, operacion, { total, descuento, motivo }) => {
      const seller = await aPerson(t.deps.db, { roles: ['marca'] })
      const { person, ids } = await shop.scene(2)
      const body = aSale({ medio, total: total / 100, operacion: typed, motivo, id_usuario: person.id, cursos: ids })
      const answer = await sell(await t.tokenOf(seller.id), body)
      expect([answer.status, answer.body.data]).toEqual([
        200,
        {
          ...{
            numero: expect.any(String),
            total: total / 100,
            cobrado: total / 100,
            id_usuario: person.id,
            nombre: 'Ana María Quispe Núñez',
          },
          ...{ invitada: false, cursos: ids.map((id, at) => ({ id, nombre: `Curso ${at + 1}` })) },
        },
      ])
      const { numero } = answer.body.data
      expect(await movementsOf(numero)).toEqual([
        {
          ...{ tipo: 'cobro', centimos: total, medio, operacion, dia: limaDay() },
          ...{ origen: 'personal', id_personal: seller.id, salda: true },
        },
      ])
      expect(await orderOf(numero)).toEqual({
        ...{ estado: 'pagada', pasarela: 'manual', id_personal: seller.id },
        ...{ total_centimos: total, descuento_centimos: descuento, motivo },
      })
      expect(await liveIn(person.id)).toEqual(ids)
      await shop.settle()
      expect(t.outbox.filter(({ to }) => to === person.correo)).toHaveLength(1)
      const lines = await t.database.sql`SELECT accion, detalle FROM auditoria WHERE id_usuario = ${seller.id}`
      expect(lines).toEqual([{ accion: 'gestion', detalle: expect.objectContaining({ hecho: 'venta', medio }) }])
    },
  )

  it('takes a number once per medium and brand, and names the sale that has it', async () => {
    const token = await staff('caja')
    const { person, ids } = await shop.scene()
    const first = await sell(token, aSale({ id_usuario: person.id, cursos: ids, operacion: '00-4512 7788' }))
    expect(first.status).toBe(200)
    const other = await shop.scene()
    const again = { id_usuario: other.person.id, cursos: other.ids, operacion: '0045127788' }
    const refused = await sell(token, aSale(again))
    expect([refused.status, refused.body.code]).toEqual([409, 'OPERACION_REPETIDA'])
    expect(refused.body.message).toContain(shortNumber(first.body.data.numero))
    expect([await ordersOf(other.person.id), await liveIn(other.person.id)]).toEqual([0, []])
    expect((await sell(token, aSale({ ...again, medio: 'plin' }))).status).toBe(200)
  })

  it('makes one sale of 50 at once with one number', async () => {
    const tokens = [await staff('caja'), await staff('marca')]
    const scenes = await Promise.all(Array.from({ length: 50 }, () => shop.scene()))
    const answers = await Promise.all(
      scenes.map(({ person, ids }, at) =>
        sell(tokens[at % 2] ?? '', aSale({ id_usuario: person.id, cursos: ids, operacion: '777000' })),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'OPERACION_REPETIDA')).toHaveLength(49)
    const [written] = await t.database
      .sql`SELECT count(*)::int AS n FROM movimientos WHERE medio = 'yape' AND operacion = '777000'`
    expect(written?.n).toBe(1)
  })

  it('has one effect for all tries of one form, and its first answer', async () => {
    const token = await staff('caja')
    const { person, ids } = await shop.scene()
    const body = aSale({ medio: 'efectivo', operacion: null, id_usuario: person.id, cursos: ids })
    const answers = await Promise.all(Array.from({ length: 8 }, () => sell(token, body)))
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect([answers[0]?.status, await ordersOf(person.id)]).toEqual([200, 1])
  })

  it('refuses the courses that the buyer may enter, by name', async () => {
    const { person, ids } = await shop.scene(2)
    await anEnrolment(t.deps.db, person.id, ids[1] ?? 0)
    const { status, body } = await sell(await staff('caja'), aSale({ id_usuario: person.id, cursos: ids, total: 298 }))
    expect([status, body.code, body.message]).toEqual([
      ...[409, 'YA_MATRICULADO', 'Ya tiene una matrícula vigente en «Curso 2».'],
    ])
    expect(await ordersOf(person.id)).toBe(0)
  })

  it('refuses a total that is no longer the price, and writes nothing', async () => {
    const token = await staff('caja')
    const { person, ids } = await shop.scene()
    await t.database.sql`UPDATE cursos SET costo_centimos = 16000 WHERE id = ${ids[0] ?? 0}`
    const body = aSale({ id_usuario: person.id, cursos: ids })
    const { status, body: said } = await sell(token, body)
    expect([status, said.errors]).toEqual([
      422,
      { total: ['El total cambió: ahora es S/ 160.00. Revísalo y vuelve a registrar la venta.'] },
    ])
    expect(await ordersOf(person.id)).toBe(0)
    expect((await sell(token, { ...body, total: 160 })).status).toBe(200)
  })

  it('lets the cashier take off what the academy allows, and who has the permission any part', async () => {
    await t.database.sql`UPDATE clientes SET descuento_venta = 10 WHERE id = 2`
    const [cashier, admin] = [await staff('caja'), await staff('marca')]
    const sale = async (token: string, change: object) => {
      const { person, ids } = await shop.scene()
      return sell(token, aSale({ id_usuario: person.id, cursos: ids, motivo: 'Es exalumna.', ...change }))
    }
    expect((await sale(cashier, { descuento: 14.9, total: 134.1 })).status).toBe(200)
    expect((await sale(cashier, { descuento: 15, total: 134 })).body.errors).toEqual({
      descuento: ['Puedes descontar hasta S/ 14.90 (10 %).'],
    })
    expect((await sale(admin, { descuento: 100, total: 49 })).status).toBe(200)
    expect((await sale(admin, { descuento: 149, total: 0 })).body.errors).toEqual({
      medio: ['No queda nada por cobrar: elige Cortesía.'],
    })
    expect((await sale(admin, { descuento: 200, total: 0 })).status).toBe(422)
    expect((await sale(admin, { descuento: 10, total: 139, motivo: ' ' })).body.errors).toHaveProperty('motivo')
    const gift = { medio: 'cortesia', operacion: null, total: 0 }
    expect((await sale(cashier, gift)).body.errors).toEqual({
      medio: ['Una cortesía la registra quien administra la academia.'],
    })
    expect((await sale(admin, { ...gift, motivo: null })).body.errors).toHaveProperty('motivo')
  })

  it('sells nothing to or of another academy, nor to staff, nor what is not on sale', async () => {
    const token = await staff('caja')
    const { person, ids } = await shop.scene()
    const foreign = await aPerson(t.deps.db, { id_cliente: 1 })
    const colleague = await aPerson(t.deps.db, { roles: ['soporte'] })
    for (const { id } of [foreign, colleague])
      expect((await sell(token, aSale({ id_usuario: id, cursos: ids }))).status).toBe(404)
    const course = await aCourse(t.deps.db, { id_cliente: 1 })
    const hidden = await aCourse(t.deps.db)
    await t.database.sql`UPDATE cursos SET estado = 0 WHERE id = ${hidden.id}`
    for (const { id } of [course, hidden])
      expect((await sell(token, aSale({ id_usuario: person.id, cursos: [id] }))).body.errors).toEqual({
        cursos: ['Uno de los cursos ya no está a la venta.'],
      })
    for (const roles of [['soporte'], ['docente']] as Role[][])
      expect((await sell(await staff(...roles), aSale({ id_usuario: person.id, cursos: ids }))).status).toBe(403)
  })

  it('asks for a number, a day that was and one buyer', async () => {
    const token = await staff('caja')
    const { person, ids } = await shop.scene()
    const errorsOf = async (change: object) =>
      (await sell(token, aSale({ id_usuario: person.id, cursos: ids, ...change }))).body.errors
    expect(await errorsOf({ operacion: ' - ' })).toEqual({ operacion: ['Escribe el número de operación.'] })
    expect(await errorsOf({ dia: limaDay(1) })).toEqual({ dia: ['El día todavía no llega.'] })
    expect(await errorsOf({ dia: limaDay(-367) })).toEqual({ dia: ['El día es de hace más de un año.'] })
    expect(await errorsOf({ medio: 'mercadopago' })).toHaveProperty('medio')
    expect(await errorsOf({ cursos: [] })).toEqual({ cursos: ['Elige al menos un curso.'] })
    expect(await errorsOf({ id_usuario: undefined })).toEqual({ persona: ['Elige a quién le vendes.'] })
    expect(await errorsOf({ orden: randomUUID() })).toEqual({ persona: ['Elige a quién le vendes.'] })
    expect(await ordersOf(person.id)).toBe(0)
    expect(await errorsOf({ dia: limaDay(-300) })).toBeUndefined()
  })
})

describe('a sale beside the shop', () => {
  it.each(['pendiente', 'rechazada', 'cancelada'])('pays an order that stands %s, at its prices', async (estado) => {
    const token = await staff('caja')
    const { person, token: buyer, ids } = await shop.scene(2)
    const numero = (await shop.buy(buyer, ids)).body.orden
    const single = (await shop.buy(buyer, ids.slice(0, 1))).body.orden
    await t.database.sql`UPDATE ordenes SET estado = ${estado} WHERE numero = ${numero}`
    await t.database.sql`UPDATE cursos SET costo_centimos = 99900 WHERE id = ${ids[0] ?? 0}`
    expect((await sell(token, aSale({ orden: numero, total: 1148 }))).body.errors).toHaveProperty('total')
    const answer = await sell(token, aSale({ orden: numero, total: 298 }))
    expect([answer.status, answer.body.data]).toMatchObject([200, { numero, id_usuario: person.id, total: 298 }])
    expect([(await orderOf(numero))?.estado, (await orderOf(single))?.estado]).toEqual(['pagada', 'cancelada'])
    expect(await movementsOf(numero)).toMatchObject([{ centimos: 29_800, origen: 'personal' }])
    expect(await liveIn(person.id)).toEqual(ids)
    expect((await sell(token, aSale({ orden: numero, total: 298 }))).body.errors).toEqual({
      orden: ['Esta orden ya no se puede cobrar.'],
    })
  })

  it('cancels what the buyer was about to pay for the same courses, and nothing else', async () => {
    const { person, token: buyer, ids } = await shop.scene(3)
    const [one = 0, two = 0, three = 0] = ids
    const same = (await shop.buy(buyer, [one])).body.orden
    const wider = (await shop.buy(buyer, [one, two])).body.orden
    const other = (await shop.buy(buyer, [three])).body.orden
    const sold = await sell(await staff('caja'), aSale({ id_usuario: person.id, cursos: [one] }))
    expect(sold.status).toBe(200)
    const states = await Promise.all([same, wider, other].map(async (numero) => (await orderOf(numero))?.estado))
    expect(states).toEqual(['cancelada', 'cancelada', 'pendiente'])
  })

  it('of another academy pays nothing', async () => {
    const { token: buyer, ids } = await shop.scene()
    const numero = (await shop.buy(buyer, ids)).body.orden
    const foreign = await t.tokenOf((await aPerson(t.deps.db, { id_cliente: 1, roles: ['caja'] })).id)
    expect((await sell(foreign, aSale({ orden: numero }))).status).toBe(404)
  })

  it('at once with a purchase of the same course: it is bought by one of them, and the other is told', async () => {
    const token = await staff('caja')
    const { person, token: buyer, ids } = await shop.scene()
    const numero = (await shop.buy(buyer, ids)).body.orden
    const [sold] = await Promise.all([
      sell(token, aSale({ id_usuario: person.id, cursos: ids })),
      shop.act(numero, 'aprobar').then(() => shop.settle()),
    ])
    await shop.settle()
    expect([200, 409]).toContain(sold.status)
    expect((await orderOf(numero))?.estado).toBe('pagada')
    expect(await liveIn(person.id)).toEqual(ids)
    const told = (await shop.notices(person.id)).filter(({ mensaje }) =>
      mensaje.startsWith('Pagaste cursos que ya tenías'),
    )
    expect(told).toHaveLength(sold.status === 200 ? 1 : 0)
  })
})
