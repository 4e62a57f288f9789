import { randomUUID } from 'node:crypto'
import { readCsv } from '@campus/contract/csv'
import type { Role } from '@campus/contract/permissions'
import { beforeAll, describe, expect, it } from 'vitest'
import { aCourse, aPerson, limaDay, PASSWORD } from './builders.ts'
import { makeCoupon } from './coupons.ts'
import { useApp } from './harness.ts'
import { onOneDay } from './one-day.ts'
import { shopping } from './shop.ts'

const t = useApp()
const { buy, act, refund } = shopping(t)
/** As in `shop.ts`, which may not be called before a test. */
async function settle() {
  while ((await t.deps.jobs.drain()) > 0);
}

/** A brand of its own, so that its figures are this month alone. */
const BRAND = 4790
await onOneDay()
const [TODAY, YESTERDAY] = [0, -1].map((days) => limaDay(days)) as [string, string]

/** What each order says of itself everywhere, in soles: written by hand, as its buyer and the academy would count. */
type Expected = {
  estado?: string
  total: number
  cobrado: number
  devuelto?: number
  neto: number
  /** By course: what it costs less its discount, came in and went back. */
  lineas: [course: 'vidrio' | 'arcilla' | 'telar', costs: number, paid: number, back: number][]
  /** What the buyer reads; by default what went back is `devuelto` and nothing is owed. */
  leido?: { devuelto: number; por_devolver: number }
  /** Of instalments that are not paid. */
  debe?: number
}

// Vidrio 100.01, Arcilla 59.97, Telar 200.00; a code takes off 15 %.
const MONTH = {
  /** Online; staff gave 10.00 back by Yape: 10.00 x 100.01 / 159.98 = 6.251…, so 6.26 and 3.74. */
  ana: {
    ...{ total: 159.98, cobrado: 159.98, devuelto: 10, neto: 149.98 },
    lineas: [
      ['vidrio', 100.01, 100.01, 6.26],
      ['arcilla', 59.97, 59.97, 3.74],
    ],
  },
  /** Online with a code: 15 % of 159.98 is 24.00, of which 15.00 of the first and 9.00 of the second. */
  beto: {
    ...{ total: 135.98, cobrado: 135.98, neto: 135.98 },
    lineas: [
      ['vidrio', 85.01, 85.01, 0],
      ['arcilla', 50.97, 50.97, 0],
    ],
  },
  /** Online, yesterday. */
  carla: { total: 200, cobrado: 200, neto: 200, lineas: [['telar', 200, 200, 0]] },
  /** Rosa, by Yape, yesterday, 10.00 less. */
  dora: { total: 90.01, cobrado: 90.01, neto: 90.01, lineas: [['vidrio', 90.01, 90.01, 0]] },
  /** Pepe, by transfer. */
  elias: { total: 200, cobrado: 200, neto: 200, lineas: [['telar', 200, 200, 0]] },
  /** Rosa, in cash, 5.00 less. */
  fina: { total: 54.97, cobrado: 54.97, neto: 54.97, lineas: [['arcilla', 54.97, 54.97, 0]] },
  /** Rosa, for nothing. */
  gil: { total: 0, cobrado: 0, neto: 0, lineas: [['telar', 0, 0, 0]] },
  /** Online, charged twice. */
  hugo: {
    ...{ total: 100.01, cobrado: 200.02, neto: 200.02, lineas: [['vidrio', 100.01, 200.02, 0]] },
    leido: { devuelto: 0, por_devolver: 100.01 },
  },
  /** Online; the gateway gave 40.00 back by itself. */
  ines: { total: 59.97, cobrado: 59.97, devuelto: 40, neto: 19.97, lineas: [['arcilla', 59.97, 59.97, 40]] },
  /** Online; staff gave 120.55 of Telar back through the gateway and closed it. */
  julia: {
    ...{ total: 300.01, cobrado: 300.01, devuelto: 120.55, neto: 179.46 },
    lineas: [
      ['vidrio', 100.01, 100.01, 0],
      ['telar', 200, 200, 120.55],
    ],
  },
  /** Online; the bank took it. */
  katy: {
    ...{ estado: 'contracargo', total: 59.97, cobrado: 59.97, devuelto: 59.97, neto: 0 },
    ...{ lineas: [['arcilla', 59.97, 59.97, 59.97]], leido: { devuelto: 0, por_devolver: 0 } },
  },
  /** Never paid. */
  luis: { estado: 'pendiente', total: 200, cobrado: 0, neto: 0, lineas: [['telar', 200, 0, 0]] },
  /** Paid 80.00 of 100.01, which Rosa accepted. */
  mara: { total: 100.01, cobrado: 80, neto: 80, lineas: [['vidrio', 100.01, 80, 0]] },
  /** Online with a coupon of 30.00 off Vidrio and Arcilla: 30.00 x 100.01 / 159.98 = 18.754…, so 18.75 and 11.25. */
  olivia: {
    ...{ total: 329.98, cobrado: 329.98, neto: 329.98 },
    lineas: [
      ['vidrio', 81.26, 81.26, 0],
      ['arcilla', 48.72, 48.72, 0],
      ['telar', 200, 200, 0],
    ],
  },
  /** Pepe, in cash, with a coupon of 25 % of Telar alone. */
  paco: {
    ...{ total: 250.01, cobrado: 250.01, neto: 250.01 },
    lineas: [
      ['vidrio', 100.01, 100.01, 0],
      ['telar', 150, 150, 0],
    ],
  },
  /**
   * Rosa, in three parts: 100.01 by Yape, 100.00 online, 100.00 owed. 100.01 x 100.01 / 300.01 = 33.338…, so 33.34 and 66.67;
   * then 100.00 x 66.67 / 200.00 = 33.335, so 33.34 and 66.66.
   */
  quique: {
    ...{ total: 300.01, cobrado: 200.01, neto: 200.01, debe: 100 },
    lineas: [
      ['vidrio', 100.01, 66.68, 0],
      ['telar', 200, 133.33, 0],
    ],
  },
  /** Pepe, in cash, yesterday, with the same coupon: 70.00 of three parts. 70.00 x 59.97 / 209.97 = 19.993…, so 20.00 and 50.00. */
  rita: {
    ...{ total: 209.97, cobrado: 70, neto: 70, debe: 139.97 },
    lineas: [
      ['arcilla', 59.97, 20, 0],
      ['telar', 150, 50, 0],
    ],
  },
  /** Ordered online; Pepe took it by Plin, yesterday. */
  noe: { total: 59.97, cobrado: 59.97, neto: 59.97, lineas: [['arcilla', 59.97, 59.97, 0]] },
} satisfies Record<string, Expected>

type Who = keyof typeof MONTH
const NAMES = Object.keys(MONTH) as Who[]
const PRICES = { vidrio: 10_001, arcilla: 5997, telar: 20_000 }

const member = async (nombres: string, ...roles: Role[]) => {
  const person = await aPerson(t.deps.db, { id_cliente: BRAND, nombres, apellidos: 'Paredes', roles })
  return { ...person, token: await t.tokenOf(person.id) }
}
type Member = Awaited<ReturnType<typeof member>>

const courses = {} as Record<keyof typeof PRICES, number>
const people = {} as Record<Who, Member>
const numbers = {} as Record<Who, string>
let rosa: Member
let pepe: Member
let delia: Member
let codigo: string

/** An order of the shop, not paid yet. */
async function order(who: Who, extra: { codigo?: string; cupon?: string } = {}) {
  const answer = await buy(
    people[who].token,
    MONTH[who].lineas.map(([course]) => courses[course as keyof typeof PRICES]),
    extra,
  )
  expect(answer.status, who).toBe(200)
  numbers[who] = answer.body.orden
}

async function pay(who: Who, accion = 'aprobar', extra: { codigo?: string; cupon?: string } = {}) {
  await order(who, extra)
  await act(numbers[who], accion)
  await settle()
}

const verify = (who: Who) =>
  t.call('GET', `/api/mercadopago/verificar-pago?orden=${numbers[who]}`, { token: people[who].token })

async function sell(by: Member, who: Who, sale: Record<string, unknown>) {
  const cursos = MONTH[who].lineas.map(([course]) => courses[course as keyof typeof PRICES])
  const what = 'orden' in sale ? {} : { id_usuario: people[who].id, cursos }
  const body = { ...what, dia: TODAY, total: MONTH[who].total, envio: randomUUID(), ...sale }
  const answer = await t.call('POST', '/api/gestion/ventas', { token: by.token, body })
  expect([who, answer.status, answer.body.message]).toEqual([who, 200, undefined])
  numbers[who] = answer.body.data.numero
}

async function give(who: Who, body: Record<string, unknown>) {
  const answer = await refund(rosa.token, numbers[who], body)
  expect([who, answer.status, answer.body.data?.estado]).toEqual([who, 200, 'hecha'])
  await settle()
}

beforeAll(async () => {
  const { sql } = t.database
  rosa = await member('Rosa', 'marca')
  delia = await member('Delia', 'marca')
  pepe = await member('Pepe', 'caja')
  await t.call('PUT', '/api/notificaciones/preferencias/ventas', { token: delia.token, body: { cuando: 'al_dia' } })
  for (const [nombre, centimos] of Object.entries(PRICES)) {
    const { id } = await aCourse(t.deps.db, { id_cliente: BRAND, nombre })
    await sql`UPDATE cursos SET costo_centimos = ${centimos} WHERE id = ${id}`
    courses[nombre as keyof typeof PRICES] = id
  }
  for (const who of NAMES) people[who] = await member(who)
  await sql`UPDATE clientes SET descuento_referido = 15 WHERE id = ${BRAND}`
  const olga = await member('Olga')
  codigo = (await t.call('POST', '/api/referidos', { token: olga.token, body: {} })).body.data.codigo

  await pay('ana')
  await pay('beto', 'aprobar', { codigo })
  await pay('carla', 'aprobar_sin_avisar')
  await sql`UPDATE pagos_de_prueba SET creado_en = creado_en - interval '1 day' WHERE referencia = ${numbers.carla}`
  await verify('carla')
  const less = { motivo: 'Es exalumna.' }
  await sell(rosa, 'dora', { ...less, medio: 'yape', operacion: '880011', dia: YESTERDAY, descuento: 10 })
  await sell(pepe, 'elias', { medio: 'transferencia', operacion: 'TR-7001' })
  await sell(rosa, 'fina', { ...less, medio: 'efectivo', descuento: 5 })
  await sell(rosa, 'gil', { medio: 'cortesia', motivo: 'Ganó el concurso.' })
  await pay('hugo', 'pagar_dos_veces')
  await pay('ines')
  await act(numbers.ines, 'devolver_parte')
  await pay('julia')
  await give('julia', { lineas: [{ id_curso: courses.telar, monto: 120.55 }], cierra: [courses.telar] })
  await give('ana', { via: 'registrada', medio: 'yape', operacion: '990022', monto: 10 })
  await pay('katy')
  await act(numbers.katy, 'contracargo')
  await order('luis')
  await pay('mara', 'aprobar_sin_avisar')
  await sql`UPDATE pagos_de_prueba SET monto_centimos = 8000 WHERE referencia = ${numbers.mara}`
  await verify('mara')
  const accepted = { token: rosa.token, body: { motivo: 'El resto es un descuento.' } }
  expect((await t.call('PUT', `/api/ordenes/${numbers.mara}/aceptar`, accepted)).status).toBe(200)
  const both = [courses.vidrio, courses.arcilla]
  const amount = await makeCoupon(t, rosa.token, { porcentaje: null, descuento: 30, cursos: both })
  await pay('olivia', 'aprobar', { cupon: amount.codigo })
  const percent = await makeCoupon(t, rosa.token, { porcentaje: 25, cursos: [courses.telar] })
  await sell(pepe, 'paco', { medio: 'efectivo', cupon: percent.codigo })
  const [later, last] = [limaDay(30), limaDay(60)]
  const parts = (...amounts: number[]) => [TODAY, later, last].map((vence, at) => ({ monto: amounts[at], vence }))
  await sell(rosa, 'quique', { medio: 'yape', operacion: '880044', cuotas: parts(100.01, 100, 100) })
  const next = { token: people.quique.token, body: { cuota: 2 } }
  const page = await t.call('POST', `/api/ordenes/${numbers.quique}/cuota`, next)
  await act(page.body.data.init_point.split('/').at(-1), 'aprobar')
  const cash = { medio: 'efectivo', dia: YESTERDAY, cupon: percent.codigo }
  await sell(pepe, 'rita', { ...cash, cuotas: parts(70, 70, 69.97) })
  await sql`UPDATE cuotas q SET vence = ${YESTERDAY} FROM ordenes o WHERE o.id = q.id_orden AND o.numero = ${numbers.rita} AND q.numero = 2`
  await order('noe')
  await sell(pepe, 'noe', { orden: numbers.noe, medio: 'plin', operacion: '550033', dia: YESTERDAY })
  await settle()
  // Yesterday is read as it was summed, today as it is.
  await t.deps.jobs.send(t.deps.db, 'sumar-dias', {})
  await settle()
})

const read = async (path: string, token = rosa.token) => (await t.call('GET', path, { token })).body.data

describe('a month of an academy, counted by hand', () => {
  type Sums = [cobrado: number, devuelto: number, neto: number, cobros: number]
  // One order was charged twice; what was given for nothing is no payment.
  const ALL: Sums = [2450.88, 230.52, 2220.36, 18]
  const OF_TODAY: Sums = [2030.9, 230.52, 1800.38, 14]
  const sums: [filter: string, () => string, Sums][] = [
    ['everything', () => '', ALL],
    ['mercadopago', () => '?medio=mercadopago', [1625.91, 220.52, 1405.39, 11]],
    ['yape', () => '?medio=yape', [190.02, 10, 180.02, 2]],
    ['plin', () => '?medio=plin', [59.97, 0, 59.97, 1]],
    ['transferencia', () => '?medio=transferencia', [200, 0, 200, 1]],
    ['efectivo', () => '?medio=efectivo', [374.98, 0, 374.98, 3]],
    ['cortesia', () => '?medio=cortesia', [0, 0, 0, 0]],
    ['pos', () => '?medio=pos', [0, 0, 0, 0]],
    ['Vidrio', () => `?curso=${courses.vidrio}`, [903.01, 6.26, 896.75, 11]],
    ['Arcilla', () => `?curso=${courses.arcilla}`, [414.54, 103.71, 310.83, 8]],
    // What was given for nothing has no part of a course.
    ['Telar', () => `?curso=${courses.telar}`, [1133.33, 120.55, 1012.78, 8]],
    ['today', () => `?desde_dia=${TODAY}&hasta_dia=${TODAY}`, OF_TODAY],
    ['yesterday', () => `?desde_dia=${YESTERDAY}&hasta_dia=${YESTERDAY}`, [419.98, 0, 419.98, 4]],
    ['yesterday by Plin', () => `?hasta_dia=${YESTERDAY}&medio=plin`, [59.97, 0, 59.97, 1]],
    ['Vidrio today', () => `?desde_dia=${TODAY}&curso=${courses.vidrio}`, [813, 6.26, 806.74, 10]],
    ['Rosa', () => `?registro=${rosa.id}`, [244.99, 0, 244.99, 3]],
    ['Pepe', () => `?registro=${pepe.id}`, [579.98, 0, 579.98, 4]],
    ['online', () => '?registro=en_linea', [1625.91, 230.52, 1395.39, 11]],
  ]
  it.each(sums)('the list sums %s', async (_, query, [cobrado, devuelto, neto, cobros]) => {
    // Sums are of a period.
    const asked = new URLSearchParams(query())
    if (!asked.has('hasta_dia')) asked.set('hasta_dia', TODAY)
    expect((await read(`/api/gestion/ordenes?${asked}`)).sumas).toEqual({ cobrado, devuelto, neto, cobros })
  })

  it('words, states and codes have no sums', async () => {
    for (const asked of [`codigo=${codigo}`, 'estado=pagada', `q=${people.julia.correo}`])
      expect((await read(`/api/gestion/ordenes?desde_dia=${YESTERDAY}&${asked}`)).sumas).toBeNull()
  })

  it('the figures of the start are the list’s', async () => {
    const { ventas_hoy, ventas_mes } = await read('/api/gestion/bandeja/cifras')
    expect(ventas_hoy).toEqual({ cobros: 14, neto: 1800.38 })
    const sameMonth = YESTERDAY.slice(0, 7) === TODAY.slice(0, 7)
    expect(ventas_mes).toEqual(sameMonth ? { cobros: 18, neto: 2220.36 } : ventas_hoy)
  })

  it.each(NAMES)('the order of %s says the same to staff and to its buyer', async (who) => {
    const { estado = 'pagada', total, cobrado, devuelto = 0, neto, debe = 0, lineas, leido }: Expected = MONTH[who]
    const [numero, money] = [numbers[who], { total, cobrado, devuelto, neto, debe }]
    const page = await read(`/api/gestion/ordenes/${numero}`)
    expect(page).toMatchObject({ numero, estado, ...money })
    expect(page.movimientos.reduce((sum: number, { monto }: { monto: number }) => sum + monto, 0)).toBeCloseTo(neto, 9)
    expect(
      page.lineas.map((line: Record<'precio' | 'descuento' | 'pagado' | 'devuelto', number> & { nombre: string }) => [
        line.nombre,
        Math.round((line.precio - line.descuento) * 100) / 100,
        line.pagado,
        line.devuelto,
      ]),
    ).toEqual(lineas)
    expect((await read(`/api/gestion/ordenes?q=${numero}`)).data).toMatchObject([{ numero, estado, ...money }])

    const told = { debe, ...(leido ?? { devuelto, por_devolver: 0 }) }
    const mine = await read('/api/ordenes', people[who].token)
    expect(mine.data).toMatchObject([{ numero, total, ...told }])
    expect(await read(`/api/ordenes/${numero}`, people[who].token)).toMatchObject({ total, ...told })
    const file = await read(`/api/gestion/alumnos/${people[who].id}/compras`)
    expect(file.data).toMatchObject([{ numero, estado, total, cobrado, devuelto }])
  })

  it('what is owed is found, and what is overdue waits', async () => {
    const find = async (cuotas: string) =>
      (await read(`/api/gestion/ordenes?cuotas=${cuotas}`)).data.map(({ numero, debe }: Record<string, unknown>) => [
        ...[numero, debe],
      ])
    expect((await find('por_cobrar')).toSorted()).toEqual(
      [
        [numbers.quique, 100],
        [numbers.rita, 139.97],
      ].toSorted(),
    )
    expect(await find('vencidas')).toEqual([[numbers.rita, 139.97]])
    expect(await read('/api/gestion/bandeja')).toMatchObject({ cuotas_vencidas: 1 })
  })

  it('the mails of instalments say what was paid and what is left', () => {
    const mails = (who: Who) => t.outbox.filter(({ to }) => to === people[who].correo)
    const told = (who: Who, text: string) => mails(who).filter((mail) => mail.text.includes(text))
    expect(told('quique', 'Recibimos S/ 100.01 de los S/ 300.01 de tu compra')).toHaveLength(1)
    expect(told('quique', 'Recibimos S/ 100.00 por tu cuota 2 de 3.')).toHaveLength(1)
    expect(told('quique', 'Te queda una cuota.')).toHaveLength(1)
    expect(told('rita', 'Recibimos S/ 70.00 de los S/ 209.97 de tu compra')).toHaveLength(1)
    expect(mails('rita')).toHaveLength(1)
  })

  it('the refunds of staff are two', async () => {
    const { data } = await read('/api/gestion/devoluciones')
    expect(data.map(({ numero, monto, medio }: Record<string, unknown>) => [numero, monto, medio])).toEqual([
      [numbers.ana, 10, 'yape'],
      [numbers.julia, 120.55, 'mercadopago'],
    ])
  })

  it.each([
    ['both days', () => [YESTERDAY, TODAY], 2220.36, 23],
    ['today', () => [TODAY, TODAY], 1800.38, 19],
  ] as const)('the export of %s sums to the céntimo what the list says is left', async (_, days, neto, filas) => {
    const [desde_dia, hasta_dia] = days()
    const body = { desde_dia, hasta_dia, password: PASSWORD }
    const { data } = (await t.call('POST', '/api/gestion/ventas/exportar', { token: rosa.token, body })).body
    const file = await t.call('GET', data.enlace)
    const [, ...rows] = readCsv(file.raw.toString()).rows
    expect([rows.length, data.filas]).toEqual([filas, filas])
    expect(rows.reduce((sum, { cells }) => sum + Math.round(Number(cells[13]) * 100), 0)).toBe(Math.round(neto * 100))
  })

  it.each([
    ['Rosa', () => rosa, { yape: 180.02, efectivo: 54.97, cortesia: 0 }],
    ['Pepe', () => pepe, { transferencia: 200, plin: 59.97, efectivo: 320.01 }],
    ['Delia', () => delia, {}],
  ] as const)('the till of %s has what passed through their hands', async (_, who, media) => {
    const { medios, efectivo } = await read('/api/gestion/caja', who().token)
    const sums = medios.map(({ medio, monto }: { medio: string; monto: number }) => [medio, monto])
    expect(Object.fromEntries(sums)).toEqual(media)
    expect(efectivo).toBe('efectivo' in media ? media.efectivo : 0)
  })

  it('the mails of each sale, which the second charge of an order is not', () => {
    const mails = t.outbox.filter(({ to, subject }) => to === rosa.correo && subject.startsWith('Venta de'))
    const amounts = mails.map(({ subject }) => Number(/S\/ ([\d.,]+)/.exec(subject)?.[1]?.replace(',', '')))
    expect(amounts.toSorted((a, b) => a - b)).toEqual([
      ...[54.97, 59.97, 59.97, 59.97, 70, 80, 90.01, 100.01, 100.01, 135.98, 159.98, 200, 200, 250.01, 300.01, 329.98],
    ])
  })

  // Last: all of it becomes of the day before.
  it('the mail of a day', async () => {
    const { sql } = t.database
    await sql`INSERT INTO dias_de_dinero SELECT id_cliente, dia - 1 FROM dias_de_dinero ON CONFLICT DO NOTHING`
    await sql`UPDATE movimientos SET creado_en = creado_en - interval '1 day', dia = dia - 1`
    await sql`UPDATE correos_de_ventas SET ultimo_dia = ultimo_dia - 1`
    await t.deps.jobs.send(t.deps.db, 'ventas-de-ayer', {})
    await settle()
    const [mail, ...more] = t.outbox.filter(
      ({ to, subject }) => to === delia.correo && subject.startsWith('Ventas del'),
    )
    expect(more).toEqual([])
    expect(mail?.subject).toMatch(/: 18 cobros por S\/ 2,450\.88 y S\/ 230\.52 de devoluciones$/)
    for (const line of [
      ...['MercadoPago: S/ 1,625.91', 'Yape: S/ 190.02', 'Plin: S/ 59.97', 'Transferencia: S/ 200.00'],
      ...['Efectivo: S/ 374.98', 'Cobrado: S/ 2,450.88', 'Devuelto: -S/ 230.52', 'Queda: S/ 2,220.36'],
    ])
      expect(mail?.text).toContain(line)
  })
})
