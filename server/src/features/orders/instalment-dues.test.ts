import { daysAfter, monthsAfter } from '@campus/contract/instalment-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { limaDay } from '../../../test/builders.ts'
import { changeEnrolment } from '../../../test/enrolments.ts'
import { useApp } from '../../../test/harness.ts'
import { inInstalments } from '../../../test/instalments.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const shop = shopping(t)
const plans = inInstalments(t)
const today = limaDay()
/** The academy's days of grace. */
const GRACE = 5

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

type Sold = Awaited<ReturnType<typeof plans.sold>>

const enrolment = async ({ person, ids }: Sold) =>
  (
    await t.database
      .sql`SELECT estado, suspendida_por FROM matriculas WHERE id_usuario = ${person.id} AND id_curso = ${ids[0] ?? 0}`
  )[0]
const OPEN = { estado: 'activa', suspendida_por: null }
const PAUSED = { estado: 'suspendida', suspendida_por: 'cuotas' }

const told = async ({ person }: Sold) =>
  (await shop.notices(person.id))
    .map(({ mensaje }) => mensaje.split('\n')[0])
    .filter((text) => text?.includes('cuota') || text?.includes('acceso'))

describe('the days of instalments', () => {
  it('are told three days before and on the day, by mail too, once', async () => {
    const sale = await plans.sold({ parts: 2 })
    const due = monthsAfter(today, 1)
    await plans.review(daysAfter(due, -4))
    expect(await told(sale)).toEqual([])
    for (const day of [-3, -3, -2, -1]) await plans.review(daysAfter(due, day))
    expect(await told(sale)).toEqual(['Tu cuota 2 vence pronto'])
    for (const day of [0, 0, 1]) await plans.review(daysAfter(due, day))
    expect(await told(sale)).toEqual(['Tu cuota 2 vence hoy', 'Tu cuota 2 vence pronto'])
    await shop.settle()
    const mails = t.outbox.filter(({ to, subject }) => to === sale.person.correo && subject.includes('cuota'))
    expect(mails.map(({ subject }) => subject.split(':')[0])).toEqual([
      'Tu cuota está por vencer',
      'Tu cuota vence hoy',
    ])
    expect(mails[0]?.text).toContain('Tu cuota 2 de 2 es de S/ 74.50')
  })

  it('are told on the day before where the program stood still', async () => {
    const sale = await plans.sold({ parts: 2 })
    await plans.review(daysAfter(monthsAfter(today, 1), -1))
    expect(await told(sale)).toEqual(['Tu cuota 2 vence pronto'])
  })

  it('asks nothing more of what was paid before the mail went', async () => {
    const sale = await plans.sold({ parts: 2 })
    await plans.review(daysAfter(monthsAfter(today, 1), -3))
    await plans.register(sale, 2)
    await shop.settle()
    expect(t.outbox.filter(({ to, subject }) => to === sale.person.correo && subject.includes('por vencer'))).toEqual(
      [],
    )
  })
})

describe('an overdue instalment', () => {
  it('suspends the course beyond the days of grace, and its payment opens it', async () => {
    const sale = await plans.sold({ parts: 3 })
    const due = monthsAfter(today, 1)
    await plans.review(daysAfter(due, GRACE))
    expect(await enrolment(sale)).toEqual(OPEN)
    await plans.review(daysAfter(due, GRACE + 1))
    expect(await enrolment(sale)).toEqual(PAUSED)
    const course = await t.call('GET', `/api/foros/curso/${sale.ids[0]}`, { token: sale.token })
    expect([course.status, course.body.code]).toEqual([403, 'CUOTA_VENCIDA'])
    const home = (await t.call('GET', '/api/inicio', { token: sale.token })).body.data
    expect([home.cursos, home.en_pausa]).toEqual([[], ['Curso 1']])
    await plans.review(daysAfter(due, GRACE + 2))
    expect((await told(sale)).filter((text) => text === 'Tu acceso está en pausa')).toHaveLength(1)
    expect((await plans.register(sale, 2)).status).toBe(200)
    expect(await enrolment(sale)).toEqual(OPEN)
    expect(await told(sale)).toContain('Tu acceso está abierto')
  })

  it('stays suspended while another one is overdue', async () => {
    const sale = await plans.sold({ parts: 3, dia: daysAfter(today, -100) })
    await plans.review(today)
    expect(await enrolment(sale)).toEqual(PAUSED)
    await plans.register(sale, 2)
    expect(await enrolment(sale)).toEqual(PAUSED)
    await plans.register(sale, 3)
    expect(await enrolment(sale)).toEqual(OPEN)
  })

  it('opens nothing that staff suspended', async () => {
    const sale = await plans.sold({ parts: 3, dia: daysAfter(today, -60) })
    await plans.review(today)
    const place = { usuario: sale.person.id, curso: sale.ids[0] ?? 0 }
    expect((await changeEnrolment(t, sale.staff.token, place, { accion: 'suspender' })).status).toBe(200)
    await plans.register(sale, 2)
    expect(await enrolment(sale)).toEqual({ estado: 'suspendida', suspendida_por: 'personal' })
  })

  it.each([
    ['leaves a course open that another sale paid', 'pagada', OPEN],
    ['suspends a course that another sale did not pay', 'cancelada', PAUSED],
  ])('%s', async (_, estado, expected) => {
    const sale = await plans.sold({ parts: 2, dia: daysAfter(today, -60) })
    const [order] = await t.database.sql`SELECT id_cliente, id_usuario FROM ordenes WHERE numero = ${sale.numero}`
    await t.database
      .sql`WITH o AS (INSERT INTO ordenes (numero, id_cliente, id_usuario, estado, huella, subtotal_centimos, total_centimos, pasarela, pagada_en)
        VALUES (gen_random_uuid(), ${order?.id_cliente}, ${order?.id_usuario}, ${estado}, 'x', 14900, 14900, 'manual', now()) RETURNING id)
      INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos) SELECT id, ${sale.ids[0] ?? 0}, 'Curso 1', 14900 FROM o`
    await plans.review(today)
    expect(await enrolment(sale)).toEqual(expected)
  })

  it('keeps the course from being bought a second time', async () => {
    const sale = await plans.sold({ parts: 2, dia: daysAfter(today, -60) })
    await plans.review(today)
    const bought = await shop.buy(sale.token, sale.ids)
    expect([bought.status, bought.body.errors.items]).toEqual([
      422,
      ['Tienes una cuota vencida de «Curso 1»: págala en Mis compras.'],
    ])
  })

  it('is told again where the payment that had opened the course was a mistake', async () => {
    const sale = await plans.sold({ parts: 2, dia: daysAfter(today, -60) })
    await plans.review(today)
    await plans.register(sale, 2)
    const { movimientos } = await plans.shown(sale)
    const body = { id_movimiento: movimientos.at(-1).id, motivo: 'Era de otra persona.' }
    await t.call('PUT', `/api/gestion/ordenes/${sale.numero}/anular`, { token: sale.staff.token, body })
    expect(await enrolment(sale)).toEqual(OPEN)
    for (const days of [1, 1, 2]) await plans.review(daysAfter(today, days))
    expect(await enrolment(sale)).toEqual(PAUSED)
    const [told] = await t.database
      .sql`SELECT count(*)::int AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden
      WHERE o.numero = ${sale.numero} AND a.tipo = 'cuota_suspendida'`
    expect(told?.n).toBe(2)
  })

  it('is over, and the course open, once a refund ended what is owed', async () => {
    const sale = await plans.sold({ parts: 2, dia: daysAfter(today, -60) })
    await plans.review(today)
    expect(await enrolment(sale)).toEqual(PAUSED)
    await shop.refund(sale.staff.token, sale.numero, { via: 'registrada', medio: 'efectivo', monto: 10 })
    expect(await enrolment(sale)).toEqual(OPEN)
  })

  it('suspends nothing once a refund ended what is owed', async () => {
    const sale = await plans.sold({ parts: 2, dia: daysAfter(today, -60) })
    await shop.refund(sale.staff.token, sale.numero, { via: 'registrada', medio: 'efectivo', monto: 10 })
    await plans.review(today)
    expect(await enrolment(sale)).toEqual(OPEN)
  })
})

describe('a year of instalments', () => {
  it('tells of each, suspends the late ones and opens them again, day by day', async () => {
    const sale = await plans.sold({ parts: 12 })
    const { cuotas } = await plans.shown(sale)
    // Paid this many days after they were due.
    const late = new Map([3, 6, 9, 12].map((cuota) => [cuota, cuota + 3]))
    const paidOn = (day: string): number =>
      cuotas.find(
        ({ numero, vence }: { numero: number; vence: string }) => daysAfter(vence, late.get(numero) ?? 0) === day,
      )?.numero ?? 1
    const paused: string[] = []
    for (let day = today; day <= daysAfter(today, 380); day = daysAfter(day, 1)) {
      await plans.review(day)
      if ((await enrolment(sale))?.estado === 'suspendida') paused.push(day)
      const cuota = paidOn(day)
      if (cuota > 1) expect((await plans.register(sale, cuota)).status).toBe(200)
    }
    const expected = cuotas.flatMap(({ numero, vence }: { numero: number; vence: string }) =>
      Array.from({ length: Math.max(0, (late.get(numero) ?? 0) - GRACE) }, (_, at) => daysAfter(vence, GRACE + 1 + at)),
    )
    expect(paused).toEqual(expected)
    const notices = await t.database
      .sql`SELECT a.tipo, count(*)::int AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden
      WHERE o.numero = ${sale.numero} GROUP BY 1 ORDER BY 1`
    expect(notices).toEqual([
      { tipo: 'cuota_hoy', n: 11 },
      { tipo: 'cuota_pagada', n: 7 },
      { tipo: 'cuota_pronto', n: 11 },
      { tipo: 'cuota_reabierta', n: 4 },
      { tipo: 'cuota_suspendida', n: 4 },
    ])
    expect(await plans.shown(sale)).toMatchObject({ debe: 0, cobrado: 149, estado_texto: 'Pagada' })
  })
})
