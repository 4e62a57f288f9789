import { readCsv } from '@campus/contract/csv'
import type { Role } from '@campus/contract/permissions'
import { beforeEach, describe, expect, it } from 'vitest'
import { aCourse, aPerson, limaDay, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { selling } from '../../../test/sales.ts'
import { salesLines } from './sales-export.ts'

const t = useApp()
const { sale, money } = selling(t)
const BRAND = 4791
const TODAY = limaDay()

beforeEach(async () => void (await t.database.sql`DELETE FROM limites`))

const staff = async (...roles: Role[]) => t.tokenOf((await aPerson(t.deps.db, { id_cliente: BRAND, roles })).id)
const ask = (token: string, body: object = {}) =>
  t.call('POST', '/api/gestion/ventas/exportar', {
    token,
    body: { desde_dia: TODAY, hasta_dia: TODAY, password: PASSWORD, ...body },
  })

async function cellsOf(token: string): Promise<string[][]> {
  const { body } = await ask(token)
  const file = await t.call('GET', body.data.enlace)
  expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  expect(file.headers['content-disposition']).toBe(`attachment; filename="ventas-${TODAY}-a-${TODAY}.csv"`)
  expect(file.raw.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  return readCsv(file.raw.toString()).rows.map(({ cells }) => cells)
}

async function sold(buyer: object, name = 'Vidrio') {
  const person = await aPerson(t.deps.db, { id_cliente: BRAND, ...buyer })
  const { id } = await aCourse(t.deps.db, { id_cliente: BRAND, nombre: name })
  const numero = await sale({
    buyer: { ...person, id_cliente: BRAND },
    courses: [{ id, nombre: name, centimos: 14_900 }],
  })
  return { numero, cobro: await money(numero, { tipo: 'cobro', centimos: 14_900, id_pasarela: numero }) }
}

describe('the export for who keeps the books', () => {
  it('has a row for each movement, which sum to what is left', async () => {
    const owner = await staff('marca')
    const { numero, cobro } = await sold({ nombres: 'Luz', apellidos: 'Paz', numero_documento: '01234567' })
    await money(numero, { tipo: 'devolucion', centimos: -4005, id_cobro: cobro })
    await t.database
      .sql`INSERT INTO comprobantes (id_orden, id_cliente, tipo, tipo_documento, documento, razon_social, direccion)
      SELECT id, ${BRAND}, 'factura', 'RUC', '20131312955', '=Una; S.A.C.', 'Av. "Uno" 12' FROM ordenes WHERE numero = ${numero}`
    await sold({ nombres: '+Ana', apellidos: 'Díaz', numero_documento: '01234568' }, '@Arcilla')
    const [heading, ...rows] = await cellsOf(owner)
    expect(heading).toEqual([
      ...['Fecha', 'Hora', 'Orden', 'Tipo de movimiento', 'Medio', 'Operación', 'Comprobante', 'Número'],
      ...['Tipo de documento', 'Documento', 'Razón social o nombre', 'Dirección', 'Cursos', 'Importe', 'Registró'],
    ])
    expect(rows.map((row) => [row[0], row[3], ...row.slice(6)])).toEqual([
      [
        TODAY,
        'Cobro',
        'Factura',
        '',
        'RUC',
        '20131312955',
        "'=Una; S.A.C.",
        'Av. "Uno" 12',
        'Vidrio',
        '149.00',
        'En línea',
      ],
      [
        TODAY,
        'Devolución',
        'Factura',
        '',
        'RUC',
        '20131312955',
        "'=Una; S.A.C.",
        'Av. "Uno" 12',
        'Vidrio',
        '-40.05',
        'En línea',
      ],
      [TODAY, 'Cobro', 'Boleta', '', 'DNI', "'01234568", "'+Ana Díaz", '', "'@Arcilla", '149.00', 'En línea'],
    ])
    const { sumas } = (
      await t.call('GET', `/api/gestion/ordenes?desde_dia=${TODAY}&hasta_dia=${TODAY}`, { token: owner })
    ).body.data
    const sum = rows.reduce((all, row) => all + Math.round(Number(row[13]) * 100), 0)
    expect(sum / 100).toBe(sumas.neto)
    const [line] = await t.database
      .sql`SELECT objeto, detalle FROM auditoria WHERE detalle ->> 'hecho' = 'ventas exportadas'`
    expect(line).toEqual({
      objeto: 'ventas',
      detalle: { hecho: 'ventas exportadas', desde: TODAY, hasta: TODAY, movimientos: 3 },
    })
  })

  it('is read page by page, and no row is lost or twice', async () => {
    const { numero, cobro } = await sold({})
    await t.database.sql`INSERT INTO movimientos (id_cliente, id_orden, id_cobro, tipo, centimos, medio, dia, origen)
      SELECT ${BRAND}, o.id, ${cobro}, 'devolucion', -1, 'mercadopago', ${TODAY}, 'pasarela' FROM ordenes o, generate_series(1, 1200) WHERE o.numero = ${numero}`
    let lines = 0
    let parts = 0
    for await (const part of salesLines(t.deps.db, BRAND, { desde_dia: TODAY, hasta_dia: TODAY })) {
      parts++
      lines += part.split('\r\n').length - 1
    }
    const [row] = await t.database
      .sql`SELECT count(*)::int AS n FROM movimientos WHERE id_cliente = ${BRAND} AND dia = ${TODAY}`
    expect(lines).toBe((row?.n ?? 0) + 1)
    expect(parts).toBeGreaterThan(3)
  })

  it('has hours that a spreadsheet keeps, and no receipt for what was given', async () => {
    const owner = await staff('marca')
    const giver = await aPerson(t.deps.db, { id_cliente: BRAND, roles: ['marca'] })
    const { numero } = await sold({ nombres: 'Sol', apellidos: 'Rey', numero_documento: '01234570' })
    await money(numero, { tipo: 'cobro', centimos: 0, medio: 'cortesia', personal: { id: giver.id } })
    const [, paid, given] = (await cellsOf(owner)).filter(
      (row) => row[2] === 'Orden' || numero.toUpperCase().startsWith(row[2] ?? '-'),
    )
    expect([paid?.[1], given?.[1]]).toEqual([
      expect.stringMatching(/^\d\d:\d\d$/),
      expect.stringMatching(/^\d\d:\d\d$/),
    ])
    expect([paid?.[6], given?.[4], given?.[6]]).toEqual(['Boleta', 'Cortesía', ''])
  })

  it('is for those who keep the books, with their password', async () => {
    for (const role of ['caja', 'soporte', 'docente'] as const) expect((await ask(await staff(role))).status).toBe(403)
    const owner = await staff('marca')
    const wrong = await ask(owner, { password: 'Otra-clave-1' })
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['password']])
    const { enlace } = (await ask(owner)).body.data
    for (const other of [
      enlace.replace(`/${BRAND}/`, '/2/'),
      enlace.replace(TODAY, '2020-01-01'),
      enlace.split('?')[0],
    ])
      expect((await t.call('GET', other)).status).toBe(404)
  })

  it.each([
    [{ desde_dia: '2026-02-02', hasta_dia: '2026-02-01' }, 'El último día es anterior al primero.'],
    [{ desde_dia: '2025-01-01', hasta_dia: '2026-01-02' }, 'Elige hasta un año.'],
  ])('of %o it says what is wrong', async (period, text) => {
    const answer = await ask(await staff('marca'), period)
    expect([answer.status, answer.body.errors]).toEqual([422, { hasta_dia: [text] }])
  })
})
