import { randomUUID } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { selling } from '../../../test/sales.ts'
import { limaDay } from './movements.ts'

const t = useApp()
const { sale, money, orderOf } = selling(t)

/** A brand of its own, so that its sums are these sales alone. */
const BRAND = 4760
const member = async (role: Role, values: { id_cliente?: number; nombres?: string } = {}) => {
  const person = await aPerson(t.deps.db, { id_cliente: BRAND, apellidos: 'Paredes', ...values, roles: [role] })
  return { ...person, token: await t.tokenOf(person.id) }
}
const list = async (token: string, query = '') =>
  (await t.call('GET', `/api/gestion/ordenes${query}`, { token })).body.data
const numbers = async (query: string): Promise<string[]> =>
  (await list(rosa.token, query)).data.map(({ numero }: { numero: string }) => numero)
const SINCE = '?desde_dia=2026-03-01'
async function sumDays() {
  await t.deps.jobs.send(t.deps.db, 'sumar-dias', {})
  while ((await t.deps.jobs.drain()) > 0);
}
const sumsOf = async (query: string) => (await list(rosa.token, query)).sumas

let rosa: Awaited<ReturnType<typeof member>>
let lucia: Awaited<ReturnType<typeof aPerson>>
let glass: { id: number; nombre: string; centimos: number }
let clay: { id: number; nombre: string; centimos: number }
let online: string
let yape: string
let unpaid: string

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

beforeAll(async () => {
  await onOneDay()
  const { db, sql } = t.database
  rosa = await member('marca', { nombres: 'Rosa' })
  lucia = await aPerson(db, { id_cliente: BRAND, nombres: 'Lucía', apellidos: 'Ñahui Soto' })
  const other = await aPerson(db, { id_cliente: BRAND, nombres: 'Pedro', apellidos: 'Salas' })
  const course = async (nombre: string, centimos: number) => {
    const { id } = await aCourse(db, { id_cliente: BRAND, nombre })
    return { id, nombre, centimos }
  }
  glass = await course('Vidrio soplado', 10_001)
  clay = await course('Arcilla', 20_000)
  online = await sale({ buyer: lucia, courses: [glass, clay], creada_en: '2026-03-01T15:00:00Z' })
  const paid = await money(online, { tipo: 'cobro', centimos: 30_001, id_pasarela: 'pago-77', dia: '2026-03-01' })
  await sql`INSERT INTO pagos (pasarela, id_pago, id_orden, estado, monto_centimos, moneda, medio, real)
    SELECT 'sandbox', 'pago-77', id, 'approved', 30001, 'PEN', 'visa', false FROM ordenes WHERE numero = ${online}`
  await money(online, {
    ...{
      tipo: 'devolucion',
      centimos: -3001,
      id_cobro: paid,
      dia: '2026-03-05',
      motivo: 'Faltó una clase',
      personal: rosa,
    },
    shares: new Map([[glass.id, -3001]]),
  })
  yape = await sale({ buyer: other, courses: [glass], creada_en: '2026-03-04T15:00:00Z', personal: rosa })
  await money(yape, {
    ...{ tipo: 'cobro', centimos: 10_001, medio: 'yape', operacion: 'YP123', dia: '2026-03-04', personal: rosa },
  })
  unpaid = await sale({ buyer: other, courses: [clay], estado: 'pendiente', creada_en: '2026-03-06T15:00:00Z' })
})

describe('the list of sales', () => {
  it('has every order of the brand and its money; the sums are of days', async () => {
    const page = await list(rosa.token)
    expect(page).toMatchObject({ total: 3, siguiente: null })
    expect(page.sumas).toBeNull()
    expect(await sumsOf(SINCE)).toEqual({ cobrado: 400.02, devuelto: 30.01, neto: 370.01, cobros: 2 })
    expect(page.personal).toEqual([{ id: rosa.id, nombre: 'Rosa Paredes' }])
    expect(page.data.map(({ numero }: { numero: string }) => numero)).toEqual([unpaid, yape, online])
    expect(page.data[2]).toEqual({
      ...{ numero: online, estado: 'pagada', estado_texto: 'Devuelta en parte', codigo: null, registrada_por: null },
      comprador: { id: lucia.id, nombres: 'Lucía', apellidos: 'Ñahui Soto', correo: lucia.correo },
      ...{ cursos: ['Arcilla', 'Vidrio soplado'], total: 300.01, debe: 0, cobrado: 300.01, devuelto: 30.01, neto: 270 },
      ...{ medios: ['mercadopago'], creada_en: '2026-03-01T15:00:00+00:00', pagada_en: '2026-03-01T15:00:00+00:00' },
    })
    expect(page.data[1]).toMatchObject({ registrada_por: 'Rosa Paredes', medios: ['yape'], estado_texto: 'Pagada' })
    expect(page.data[0]).toMatchObject({ cobrado: 0, devuelto: 0, medios: [], estado_texto: 'Por pagar' })
  })

  it('finds by number, buyer, payment and operation', async () => {
    expect(await numbers(`?q=${online.slice(0, 8).toUpperCase()}`)).toEqual([online])
    expect(await numbers(`?q=${online}`)).toEqual([online])
    expect(await numbers(`?q=${encodeURIComponent('ñahui lucia')}`)).toEqual([online])
    expect(await numbers(`?q=${lucia.correo}`)).toEqual([online])
    expect(await numbers('?q=pago-77')).toEqual([online])
    for (const typed of ['YP123', 'yp-1 23']) expect(await numbers(`?q=${encodeURIComponent(typed)}`)).toEqual([yape])
    expect(await sumsOf(`${SINCE}&q=YP123`)).toBeNull()
  })

  it('counts what the filters leave: days and medium of the money, a course its part', async () => {
    expect(await numbers('?estado=pendiente')).toEqual([unpaid])
    expect(await numbers('?registro=en_linea')).toEqual([unpaid, online])
    expect(await numbers(`?registro=${rosa.id}`)).toEqual([yape])
    expect(await numbers('?medio=yape')).toEqual([yape])
    expect(await numbers('?desde_dia=2026-03-05&hasta_dia=2026-03-31')).toEqual([online])
    expect(await numbers('?estado=pagada&hasta_dia=2026-03-03')).toEqual([online])
    expect(await numbers('?q=lucia&desde_dia=2026-03-05')).toEqual([online])
    expect(await numbers('?q=lucia&hasta_dia=2026-02-28')).toEqual([])
    expect(await numbers('?estado=contracargo&desde_dia=2026-03-01')).toEqual([])
    // What was not paid is of the day on which it was ordered.
    expect(await numbers('?estado=pendiente&desde_dia=2026-03-06&hasta_dia=2026-03-06')).toEqual([unpaid])
    expect(await numbers('?estado=pendiente&hasta_dia=2026-03-05')).toEqual([])
    expect(await sumsOf('?desde_dia=2026-03-05')).toEqual({ cobrado: 0, devuelto: 30.01, neto: -30.01, cobros: 0 })
    expect(await sumsOf('?desde_dia=2026-03-04&hasta_dia=2026-03-04')).toMatchObject({ neto: 100.01, cobros: 1 })
    expect(await numbers(`?curso=${clay.id}`)).toEqual([unpaid, online])
    expect(await sumsOf(`${SINCE}&curso=${clay.id}`)).toEqual({ cobrado: 200, devuelto: 0, neto: 200, cobros: 1 })
    expect(await sumsOf(`${SINCE}&curso=${glass.id}`)).toEqual({
      cobrado: 200.02,
      devuelto: 30.01,
      neto: 170.01,
      cobros: 2,
    })
    expect(await sumsOf(`${SINCE}&medio=yape`)).toMatchObject({ neto: 100.01, cobros: 1 })
    expect(await sumsOf(`${SINCE}&registro=en_linea`)).toMatchObject({ neto: 270, cobros: 1 })
    expect(await sumsOf(`${SINCE}&registro=${rosa.id}`)).toMatchObject({ neto: 100.01, cobros: 1 })
    const [row] = (await list(rosa.token, '?hasta_dia=2026-03-01')).data
    expect(row).toMatchObject({ numero: online, cobrado: 300.01, devuelto: 0, neto: 300.01 })
    expect((await t.call('GET', '/api/gestion/ordenes?medio=oro', { token: rosa.token })).status).toBe(422)
  })

  it('says ten thousand where the days that are over have them, together', async () => {
    await sumDays()
    const days = (more: number) => t.database.sql`UPDATE dinero_del_dia SET ordenes = ordenes + ${more}
      WHERE id_cliente = ${BRAND} AND dia = '2026-03-04'`
    const ways = ['', SINCE, '?hasta_dia=2026-03-03', '?desde_dia=2026-03-02', `?curso=${glass.id}`, '?medio=yape']
    const totals = () => Promise.all(ways.map(async (way) => (await list(rosa.token, way)).total))
    const before = await totals()
    expect(before).toEqual([3, 2, 1, 2, 2, 1])
    await days(9998)
    expect(await totals()).toEqual([10_000, 10_000, 1, 2, 10_000, 1])
    await days(-9998)
    expect(await totals()).toEqual(before)
  })

  it('has the order of a code', async () => {
    await t.database.sql`INSERT INTO referidos (id_usuario, numero, codigo) VALUES (${lucia.id}, 1, 'REF4760')`
    await t.database
      .sql`UPDATE ordenes SET id_referido = (SELECT id FROM referidos WHERE codigo = 'REF4760') WHERE numero = ${yape}`
    expect(await numbers('?codigo=ref-4760')).toEqual([yape])
    expect((await list(rosa.token, '?codigo=REF4760')).data[0].codigo).toBe('REF4760')
    expect(await numbers('?codigo=REF1')).toEqual([])
  })

  it('begins with the newest, page by page, whatever is asked', async () => {
    const many = await aPerson(t.deps.db, { id_cliente: 4761 })
    const { token, id } = await member('caja', { id_cliente: 4761 })
    const course = { ...glass, id: (await aCourse(t.deps.db, { id_cliente: 4761 })).id }
    const made: string[] = []
    for (let n = 0; n < 55; n++) {
      const numero = await sale({ buyer: many, courses: [course], personal: { id } })
      const cobro = { tipo: 'cobro', centimos: 5000, medio: 'efectivo', personal: { id } } as const
      // Each twice: an order has one row, by its last movement.
      for (const dia of ['2026-03-01', `2026-03-${10 + (n % 20)}`]) await money(numero, { ...cobro, dia })
      made.push(numero)
    }
    const ways = ['', `curso=${course.id}`, 'medio=efectivo', `registro=${id}&curso=${course.id}`]
    const cursors: string[] = []
    for (const way of ways) {
      const first = await list(token, `?${way}`)
      const second = await list(token, `?${way}&desde=${first.siguiente}`)
      const all = [...first.data, ...second.data].map(({ numero }) => numero)
      expect([first.total, all.length, new Set(all).size]).toEqual([55, 55, 55])
      if (way === '' || way.startsWith('curso')) expect(all).toEqual(made.toReversed())
      else expect(all[0]).toBe(made[39])
      cursors.push(first.siguiente)
    }
    const mixed = await t.call('GET', `/api/gestion/ordenes?medio=efectivo&desde=${cursors[0]}`, { token })
    expect(mixed.body.errors).toHaveProperty('desde')
  })

  it('is of who may see sales, and of their brand', async () => {
    for (const role of ['caja', 'soporte'] as const) expect((await list((await member(role)).token)).total).toBe(3)
    const { token } = await member('docente')
    expect((await t.call('GET', '/api/gestion/ordenes', { token })).status).toBe(403)
    const stranger = (await member('marca', { id_cliente: 4762 })).token
    for (const asked of [`q=${online}`, `curso=${glass.id}`, `curso=${glass.id}&medio=yape`])
      expect(await list(stranger, `?${asked}`)).toMatchObject({ total: 0, data: [] })
    expect((await list(stranger, `${SINCE}&curso=${glass.id}`)).sumas).toMatchObject({ cobrado: 0, cobros: 0 })
  })
})

describe('the figures', () => {
  it('of days that are over are summed once, and again after a late movement', async () => {
    const asked = [SINCE, `${SINCE}&curso=${glass.id}`, `${SINCE}&medio=yape`, `${SINCE}&registro=${rosa.id}`]
    const read = () => Promise.all(asked.map(sumsOf))
    const before = await read()
    await sumDays()
    expect(await read()).toEqual(before)
    const summed = () =>
      t.database
        .sql`SELECT dia::text FROM dias_de_dinero WHERE id_cliente = ${BRAND} AND NOT sumado AND dia < '2026-04-01'`
    expect(await summed()).toEqual([])
    const late = {
      tipo: 'cobro',
      centimos: 700,
      medio: 'yape',
      operacion: 'YP700',
      dia: '2026-03-04',
      personal: rosa,
    } as const
    await money(await sale({ buyer: lucia, courses: [glass], personal: rosa }), late)
    expect(await summed()).toEqual([{ dia: '2026-03-04' }])
    const after = before.map(({ cobros, cobrado, neto, ...sums }) => ({
      ...sums,
      cobros: cobros + 1,
      cobrado: Math.round((cobrado + 7) * 100) / 100,
      neto: Math.round((neto + 7) * 100) / 100,
    }))
    expect(await read()).toEqual(after)
    await sumDays()
    expect(await read()).toEqual(after)
  })

  it('of today are what the list of today sums', async () => {
    const id_cliente = 4763
    const { token } = await member('marca', { id_cliente })
    const buyer = await aPerson(t.deps.db, { id_cliente })
    const course = { ...glass, id: (await aCourse(t.deps.db, { id_cliente })).id }
    const [before, today] = [await sale({ buyer, courses: [course] }), await sale({ buyer, courses: [course] })]
    const old = await money(before, { tipo: 'cobro', centimos: 10_001, dia: '2020-01-01', id_pasarela: randomUUID() })
    await money(before, { tipo: 'devolucion', centimos: -1, id_cobro: old, id_pasarela: randomUUID() })
    await money(today, { tipo: 'cobro', centimos: 10_001, medio: 'efectivo', personal: { id: buyer.id } })
    const { body } = await t.call('GET', '/api/gestion/bandeja/cifras', { token })
    expect(body.data.ventas_hoy).toEqual({ cobros: 1, neto: 100 })
    expect(body.data.ventas_mes).toEqual({ cobros: 1, neto: 100 })
    const { sumas } = await list(token, `?desde_dia=${limaDay()}&hasta_dia=${limaDay()}`)
    expect(sumas).toMatchObject({ cobros: 1, neto: 100 })
    const bought = (await t.call('GET', `/api/gestion/alumnos/${buyer.id}/compras`, { token })).body.data.data
    expect(bought.map(({ devuelto }: { devuelto: number }) => devuelto)).toEqual([0, 0.01])
  })
})

const open = (numero: string, token = rosa.token) => t.call('GET', `/api/gestion/ordenes/${numero}`, { token })
const words = async (numero: string): Promise<string[]> =>
  (await open(numero)).body.data.historia.map(({ texto }: { texto: string }) => texto)

describe('the page of an order', () => {
  it('has its lines, movements and what the gateway said', async () => {
    const { data } = (await open(online)).body
    expect(data).toMatchObject({ cobrado: 300.01, devuelto: 30.01, neto: 270, en_pasarela: true })
    expect(data.lineas).toEqual([
      expect.objectContaining({ id_curso: glass.id, precio: 100.01, descuento: 0, pagado: 100.01, devuelto: 30.01 }),
      expect.objectContaining({ id_curso: clay.id, pagado: 200, devuelto: 0, avance: 0, certificado: null }),
    ])
    expect(data.movimientos).toEqual([
      expect.objectContaining({ tipo: 'cobro', monto: 300.01, id_pasarela: 'pago-77', por: null, espera: false }),
      expect.objectContaining({ tipo: 'devolucion', monto: -30.01, por: 'Rosa Paredes', espera: true }),
    ])
    expect(data.pagos).toEqual([expect.objectContaining({ id_pago: 'pago-77', monto: 300.01 })])
    expect((await open(online, (await member('marca', { id_cliente: 4762 })).token)).status).toBe(404)
    const seen = JSON.stringify((await open(online, (await member('caja')).token)).body)
    expect(seen).toContain(lucia.correo)
    expect(seen).not.toContain(lucia.numero_documento)
  })

  it('tells what happened in words', async () => {
    await t.database.sql`UPDATE orden_lineas SET cerrada_en = now() WHERE id_curso = ${glass.id}
      AND id_orden = (SELECT id FROM ordenes WHERE numero = ${online})`
    expect(await words(online)).toEqual([
      'Lucía Ñahui Soto hizo el pedido de «Vidrio soplado» y «Arcilla»',
      'Pagó S/ 300.01 con MercadoPago (Visa)',
      'Rosa Paredes devolvió S/ 30.01 por MercadoPago: Faltó una clase. MercadoPago todavía no la confirma',
      'Se cerró «Vidrio soplado»',
    ])
    expect(await words(yape)).toEqual([
      'Rosa Paredes registró la venta de «Vidrio soplado»',
      'Rosa Paredes registró S/ 100.01 por Yape, operación YP123, del 4 mar 2026',
    ])
  })

  it('tells of the bank, of corrections, of refunds that failed and of what the buyer was told', async () => {
    const numero = await sale({
      buyer: lucia,
      courses: [clay],
      estado: 'contracargo',
      creada_en: '2026-02-01T15:00:00Z',
    })
    const paid = await money(numero, { tipo: 'cobro', centimos: 20_000, id_pasarela: randomUUID() })
    const back = await money(numero, {
      tipo: 'devolucion',
      centimos: -500,
      id_cobro: paid,
      personal: rosa,
      motivo: 'Duplicado',
    })
    await money(numero, {
      tipo: 'ajuste',
      centimos: 500,
      id_cobro: paid,
      id_corregido: back,
      personal: rosa,
      motivo: 'No se devolvió',
    })
    await money(numero, { tipo: 'contracargo', centimos: -20_000, id_cobro: paid, id_pasarela: randomUUID() })
    const { id } = await orderOf(numero)
    await t.database
      .sql`INSERT INTO devoluciones (id_cliente, id_orden, id_cobro, centimos, reparto, cierra, motivo, estado, id_personal, envio, error, resuelta_en)
      VALUES (${BRAND}, ${id}, ${paid}, 700, '{}', '[]', 'Lo pidió', 'fallida', ${rosa.id}, ${randomUUID()}, 'No hay saldo', now())`
    await t.database
      .sql`INSERT INTO orden_avisos (id_orden, tipo, clave, monto_centimos) VALUES (${id}, 'contracargo', 'contracargo', 20000)`
    const told = await words(numero)
    for (const text of [
      'Rosa Paredes devolvió S/ 5.00 por MercadoPago: Duplicado',
      'Rosa Paredes anuló la devolución de S/ 5.00 por MercadoPago: No se devolvió',
      'El banco retiró S/ 200.00',
      'Rosa Paredes pidió a MercadoPago devolver S/ 7.00: Lo pidió',
      'MercadoPago no devolvió S/ 7.00: No hay saldo',
      'Le avisamos: «Tu banco retiró el pago»',
    ])
      expect(told).toContain(text)
    expect((await open(numero)).body.data.devoluciones).toEqual([
      expect.objectContaining({ monto: 7, estado: 'fallida', error: 'No hay saldo', por: 'Rosa Paredes' }),
    ])
  })
})
