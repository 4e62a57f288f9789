import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { ordenes } from './orders.tables.ts'

const t = useApp()
const { act, buy, scene, settle } = shopping(t)

const PATH = '/api/notificaciones/preferencias/ventas'

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const short = (numero: string) => numero.slice(0, 8).toUpperCase()

async function anOwner(cuando?: string) {
  const owner = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
  const token = await t.tokenOf(owner.id)
  if (cuando) expect((await t.call('PUT', PATH, { token, body: { cuando } })).status).toBe(200)
  return {
    ...owner,
    token,
    mails: () => t.outbox.filter(({ to, subject }) => to === owner.correo && /^Ventas? del? /.test(subject)),
  }
}

/** An order of these courses, paid online. */
async function aSale(courses = 1) {
  const { person, token, ids } = await scene(courses)
  const numero = (await buy(token, ids)).body.orden as string
  await act(numero, 'aprobar')
  await settle()
  return { numero, token, comprador: `${person.nombres} ${person.apellidos}`, correo: person.correo }
}

/** Sold in cash and taken back. */
async function aMistake(token: string) {
  const { person, ids } = await scene()
  const dia = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format()
  const body = { id_usuario: person.id, cursos: ids, medio: 'efectivo', total: 149, dia, envio: randomUUID() }
  const { numero } = (await t.call('POST', '/api/gestion/ventas', { token, body })).body.data
  const path = `/api/gestion/ordenes/${numero}`
  const [charge] = (await t.call('GET', path, { token })).body.data.movimientos
  await t.call('PUT', `${path}/anular`, { token, body: { id_movimiento: charge.id, motivo: 'Fue dos veces.' } })
  return { numero: numero as string }
}

async function runDay() {
  await t.deps.jobs.send(t.deps.db, 'ventas-de-ayer', {})
  await settle()
}

it('who runs the academy is mailed each sale, once, with buyer, courses, amount, medium and the order', async () => {
  const owner = await anOwner()
  const others = await Promise.all(
    [{ id_cliente: 3, tipo_cliente: 'Administrador' as const }, { tipo_cliente: 'Docente' as const }].map((shape) =>
      aPerson(t.deps.db, shape),
    ),
  )
  const { numero, token, comprador, correo } = await aSale(2)
  const [mail, ...more] = owner.mails()
  expect([mail?.subject, more]).toEqual(['Venta de S/ 298.00: Curso 1 y 1 más', []])
  for (const line of [
    `${comprador} (${correo}) compró 2 cursos.`,
    `Orden: ${short(numero)}`,
    'Medio: MercadoPago',
    'Curso 1: S/ 149.00',
    'Curso 2: S/ 149.00',
    'Total: S/ 298.00',
    `Ver la orden:\nhttp://campus.test/gestion/ordenes/${numero}`,
    'http://campus.test/notificaciones/preferencias',
  ])
    expect(mail?.text).toContain(line)
  expect(t.outbox.filter(({ to }) => others.some((other) => other.correo === to))).toEqual([])

  // Taken by the bank and paid again, it is the same sale.
  await act(numero, 'contracargo')
  await settle()
  await t.call('GET', `/api/mercadopago/verificar-pago?orden=${numero}`, { token })
  await act(numero, 'aprobar')
  await settle()
  expect(owner.mails()).toHaveLength(1)
})

it('a sale that staff registered says its medium, its number and who registered it; a courtesy is none', async () => {
  const owner = await anOwner()
  const { person, ids } = await scene(2)
  const dia = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Lima' }).format()
  const sell = (body: object) =>
    t.call('POST', '/api/gestion/ventas', {
      token: owner.token,
      body: { id_usuario: person.id, dia, envio: randomUUID(), ...body },
    })
  const operacion = randomUUID().slice(0, 8).toUpperCase()
  expect((await sell({ cursos: ids.slice(0, 1), medio: 'yape', operacion, total: 149 })).status).toBe(200)
  expect((await sell({ cursos: ids.slice(1), medio: 'cortesia', motivo: 'Becada', total: 0 })).status).toBe(200)
  await settle()
  const [mail, ...more] = owner.mails()
  expect([mail?.subject, more]).toEqual(['Venta de S/ 149.00: Curso 1', []])
  for (const line of ['Medio: Yape', `Número de operación: ${operacion}`, 'La registró: Ana María Quispe Núñez'])
    expect(mail?.text).toContain(line)
})

it('a free order is no sale', async () => {
  const owner = await anOwner()
  const { token, ids } = await scene()
  await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${ids[0] ?? 0}`
  const numero = (await buy(token, ids)).body.orden as string
  await settle()
  const [order] = await t.deps.db.select().from(ordenes).where(eq(ordenes.numero, numero))
  expect([order?.estado, owner.mails()]).toEqual(['pagada', []])
})

it('one mail a day tells what was written yesterday, whatever its day, and is not sent twice', async () => {
  const [daily, silent] = [await anOwner('al_dia'), await anOwner('nunca')]
  expect((await t.call('GET', PATH, { token: daily.token })).body.data).toEqual({ cuando: 'al_dia' })
  const [one, late, back] = [await aSale(2), await aSale(), await aSale()]
  await act(back.numero, 'devolver_parte')
  const gone = await aMistake(daily.token)
  await settle()
  expect([...daily.mails(), ...silent.mails()]).toEqual([])
  // All of it was yesterday; one was registered with the day before.
  await t.database.sql`UPDATE movimientos m SET creado_en = m.creado_en - interval '9 days' FROM ordenes o
    WHERE o.id = m.id_orden AND o.numero <> ALL (${[one, late, back, gone].map(({ numero }) => numero)}::uuid[])`
  await t.database.sql`INSERT INTO dias_de_dinero (id_cliente, dia) SELECT DISTINCT d.id_cliente, d.dia - n
    FROM dias_de_dinero d, generate_series(1, 2) n ON CONFLICT DO NOTHING`
  await t.database.sql`UPDATE movimientos SET creado_en = creado_en - interval '1 day', dia = dia - 1`
  await t.database
    .sql`UPDATE movimientos m SET dia = m.dia - 1, medio = 'yape', operacion = ${late.numero} FROM ordenes o
    WHERE o.id = m.id_orden AND o.numero = ${late.numero}`
  await runDay()
  // Who has just chosen it knows of yesterday already.
  expect(daily.mails()).toEqual([])
  await t.database.sql`UPDATE correos_de_ventas SET ultimo_dia = ultimo_dia - 1`
  await Promise.all([runDay(), runDay()])
  await runDay()
  const [mail, ...more] = daily.mails()
  expect([more, silent.mails()]).toEqual([[], []])
  expect(mail?.subject).toMatch(/^Ventas del \d+ \w{3} \d{4}: 3 cobros por S\/ 596\.00 y S\/ 40\.00 de devoluciones$/)
  for (const line of [
    `${one.comprador}: Curso 1 y 1 más: S/ 298.00`,
    `Devolución a ${back.comprador}: Curso 1: -S/ 40.00`,
    'Venta anulada de Ana María Quispe Núñez: Curso 1: -S/ 149.00',
    'MercadoPago: S/ 447.00',
    'Yape: S/ 149.00',
    'Cobrado: S/ 596.00',
    'Devuelto: -S/ 40.00',
    'Queda: S/ 556.00',
  ])
    expect(mail?.text).toContain(line)
  expect(mail?.text).toMatch(new RegExp(`${late.comprador}: Curso 1 \\(del \\d+ \\w{3} \\d{4}\\): S/ 149\\.00`))
})

it('a day on which an earlier sale was annulled, and no more, says so', async () => {
  const owner = await anOwner('al_dia')
  const { numero } = await aMistake(owner.token)
  await settle()
  await t.database.sql`UPDATE movimientos m SET creado_en = m.creado_en - interval '9 days' FROM ordenes o
    WHERE o.id = m.id_orden AND NOT (o.numero = ${numero} AND m.tipo = 'ajuste')`
  await t.database.sql`UPDATE movimientos SET creado_en = creado_en - interval '1 day' WHERE tipo = 'ajuste'
    AND id_orden = (SELECT id FROM ordenes WHERE numero = ${numero})`
  await t.database.sql`UPDATE correos_de_ventas SET ultimo_dia = ultimo_dia - 1`
  await runDay()
  const [mail] = owner.mails()
  expect(mail?.text).toContain('Ayer hubo ventas anuladas por S/ 149.00.')
  expect(mail?.text).toContain('Anulado: -S/ 149.00')
})
