import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, it } from 'vitest'
import { aBrand, aPerson, PASSWORD } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { onOneDay } from '../../../test/one-day.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { notificaciones } from '../notifications/notifications.tables.ts'
import { premios, rankings_cerrados } from './awards.tables.ts'
import { award, type PointEvent } from './awards.ts'
import { closeMonths, notifyWinners, winnerNotice } from './closing.ts'

const t = useApp()

beforeAll(async () => {
  for (const id of [1, 2, 3]) await aBrand(t.deps.db, id)
})

const give = (...events: PointEvent[]) => t.deps.db.transaction((tx) => award(tx, ...events))

/** A student with points of a day; its time decides ties. */
async function aStudent(
  points: number,
  cuando: string | undefined,
  values: Partial<typeof usuarios.$inferInsert> = {},
): Promise<number> {
  const { id } = await aPerson(t.deps.db, values)
  if (points > 0) await give({ usuario: id, motivo: 'examen', clave: '1', detalle: 'Examen', puntos: points, cuando })
  return id
}

const NAMES = { nombres: 'Lucía', apellidos: 'Torres Vega', pais: 'PE' }

describe('GET /api/ranking', () => {
  it('lists a month, best first, ties by the earliest, and no other personal data', async () => {
    await aStudent(80, '2024-01-10T10:00:00Z', { nombres: 'Tercera' })
    await aStudent(80, '2024-01-09T10:00:00Z', { nombres: 'Segunda' })
    await aStudent(90, '2024-01-20T10:00:00Z', { ...NAMES, nombres: 'Primera', pais: 'CO' })
    const { status, body } = await t.call('GET', '/api/ranking?mes=2024-01')
    expect(status).toBe(200)
    expect(body.data).toEqual({
      data: [
        { puesto: 1, nombre: 'Primera', apellido: 'T.', pais: 'CO', puntos: 90 },
        { puesto: 2, nombre: 'Segunda', apellido: 'Q.', pais: 'PE', puntos: 80 },
        { puesto: 3, nombre: 'Tercera', apellido: 'Q.', pais: 'PE', puntos: 80 },
      ],
      total: 3,
      per_page: 20,
      current_page: 1,
      last_page: 1,
    })
  })

  it('without a month is the current one in Lima', async () => {
    await onOneDay()
    await aStudent(70, undefined, { id_cliente: 3, nombres: 'Hoy' })
    const { body } = await t.call('GET', '/api/ranking?marca=3')
    expect(body.data.data).toMatchObject([{ puesto: 1, nombre: 'Hoy', puntos: 70 }])
  })

  it('shows surnames to signed-in users, and initials for users who prefer them, themselves included', async () => {
    const id = await aStudent(90, '2024-02-01T12:00:00Z', NAMES)
    const shy = await aStudent(80, '2024-02-01T12:00:00Z', { ...NAMES, nombres: 'Álvaro', apellidos: 'Ñaupari Ríos' })
    const read = async (token?: string) => (await t.call('GET', '/api/ranking?mes=2024-02', { token })).body.data.data
    const token = await t.tokenOf(id)
    expect(await read(token)).toMatchObject([
      { nombre: 'Lucía', apellido: 'Torres Vega' },
      { nombre: 'Álvaro', apellido: 'Ñaupari Ríos' },
    ])
    expect((await t.call('PUT', '/api/ranking/preferencia', { body: { iniciales: true } })).status).toBe(401)
    const wrong = await t.call('PUT', '/api/ranking/preferencia', { token, body: { iniciales: 'sí' } })
    expect(wrong).toMatchObject({
      status: 422,
      body: { errors: { iniciales: ['Indica si prefieres aparecer con tus iniciales.'] } },
    })
    const own = await t.tokenOf(shy)
    const kept = await t.call('PUT', '/api/ranking/preferencia', { token: own, body: { iniciales: true, usuario: id } })
    expect(kept).toMatchObject({ status: 200, body: { data: { iniciales: true } } })
    for (const reader of [undefined, token, own])
      expect((await read(reader))[1]).toMatchObject({ nombre: 'Á.', apellido: 'Ñ.' })
    expect((await read(token))[0]).toMatchObject({ nombre: 'Lucía', apellido: 'Torres Vega' })
    await t.call('PUT', '/api/ranking/preferencia', { token: own, body: { iniciales: false } })
    expect((await read(token))[1]).toMatchObject({ nombre: 'Álvaro' })
  })

  it('takes initials from letters, never a part of an emoji', async () => {
    await aStudent(90, '2024-08-01T12:00:00Z', {
      ...NAMES,
      nombres: '😀 Ñusta',
      apellidos: '👩‍👧 óscar',
      ranking_iniciales: true,
    })
    const { body } = await t.call('GET', '/api/ranking?mes=2024-08')
    expect(body.data.data).toMatchObject([{ nombre: 'Ñ.', apellido: 'Ó.' }])
  })

  it('keeps brands apart, whatever a signed-in user requests', async () => {
    await aStudent(90, '2024-03-01T12:00:00Z', { id_cliente: 1, nombres: 'Uno' })
    const two = await aStudent(80, '2024-03-01T12:00:00Z', { id_cliente: 2, nombres: 'Dos' })
    const names = async (url: string, token?: string) =>
      (await t.call('GET', url, { token })).body.data.data.map((row: { nombre: string }) => row.nombre)
    expect(await names('/api/ranking?mes=2024-03&marca=1')).toEqual(['Uno'])
    expect(await names('/api/ranking?mes=2024-03')).toEqual(['Dos'])
    expect(await names('/api/ranking?mes=2024-03&marca=marca-1', await t.tokenOf(two))).toEqual(['Dos'])
  })

  it('pages its first hundred and rejects an invalid month', async () => {
    const events = await Promise.all(
      Array.from({ length: 105 }, async (_, n) => ({
        usuario: (await aPerson(t.deps.db, { nombres: `N${n + 1}` })).id,
        motivo: 'examen' as const,
        clave: '1',
        detalle: '',
        puntos: 200 - n,
        cuando: '2024-04-15T12:00:00Z',
      })),
    )
    await give(...events)
    const page = async (query: string) => (await t.call('GET', `/api/ranking?mes=2024-04&${query}`)).body.data
    expect(await page('page=4&per_page=30')).toMatchObject({ total: 100, last_page: 4, current_page: 4 })
    expect((await page('page=4&per_page=30')).data).toHaveLength(10)
    expect((await page('page=2&per_page=50')).data[0]).toMatchObject({ puesto: 51, nombre: 'N51' })
    expect((await page('page=9&per_page=50')).data).toEqual([])
    for (const mes of ['2024-13', '2024-4', 'ayer', '1999-01']) {
      const { status, body } = await t.call('GET', `/api/ranking?mes=${mes}`)
      expect([status, body.errors]).toEqual([422, { mes: ['El mes debe tener la forma AAAA-MM.'] }])
    }
  })

  it('is empty in a month without points', async () => {
    expect((await t.call('GET', '/api/ranking?mes=2098-01')).body.data).toMatchObject({
      data: [],
      total: 0,
      last_page: 1,
    })
  })
})

describe('GET /api/ranking/mio', () => {
  it('is the own rank with its neighbours', async () => {
    const same = '2024-05-02T12:00:00Z'
    const ids: number[] = []
    for (const [points, at] of [
      [95, same],
      [80, same],
      [80, '2024-05-03T12:00:00Z'],
      [80, '2024-05-04T12:00:00Z'],
      [60, same],
      [40, same],
    ] as const)
      ids.push(await aStudent(points, at, { ...NAMES, nombres: `P${ids.length + 1}` }))
    const mine = async (id = 0) =>
      (await t.call('GET', '/api/ranking/mio?mes=2024-05', { token: await t.tokenOf(id) })).body.data
    expect(await mine(ids[3])).toEqual({
      mes: '2024-05',
      puesto: 4,
      puntos: 80,
      nombre: 'P4',
      apellido: 'Torres Vega',
      pais: 'PE',
      iniciales: false,
      vecinos: [
        { puesto: 2, nombre: 'P2', apellido: 'Torres Vega', pais: 'PE', puntos: 80 },
        { puesto: 3, nombre: 'P3', apellido: 'Torres Vega', pais: 'PE', puntos: 80 },
        { puesto: 5, nombre: 'P5', apellido: 'Torres Vega', pais: 'PE', puntos: 60 },
        { puesto: 6, nombre: 'P6', apellido: 'Torres Vega', pais: 'PE', puntos: 40 },
      ],
    })
    const places = await Promise.all(ids.map(mine))
    expect(places.map((place) => place.puesto)).toEqual([1, 2, 3, 4, 5, 6])
    expect(places[0]?.vecinos.map((row: { puesto: number }) => row.puesto)).toEqual([2, 3])
    expect(places[5]?.vecinos.map((row: { puesto: number }) => row.puesto)).toEqual([4, 5])
  })

  it('without points has no rank, and requires a session', async () => {
    const token = await t.tokenOf(await aStudent(0, undefined, NAMES))
    const { body } = await t.call('GET', '/api/ranking/mio', { token })
    expect(body.data).toMatchObject({ puesto: null, puntos: 0, iniciales: false, vecinos: [] })
    expect((await t.call('GET', '/api/ranking/mio')).status).toBe(401)
    const wrong = await t.call('GET', '/api/ranking/mio?mes=x', { token })
    expect(wrong).toMatchObject({ status: 422, body: { errors: { mes: ['El mes debe tener la forma AAAA-MM.'] } } })
  })
})

describe('GET /api/puntos/mios', () => {
  it('pages the own ledger, newest first, of all months or of one', async () => {
    const { id } = await aPerson(t.deps.db)
    const other = await aStudent(50, '2024-06-02T12:00:00Z')
    await give(
      { usuario: id, motivo: 'asistencia', clave: '7', detalle: 'Color y luz', cuando: '2024-06-30T12:00:00Z' },
      { usuario: id, motivo: 'referido', clave: '1', detalle: 'REF7', cuando: '2024-07-01T12:00:00Z' },
    )
    const token = await t.tokenOf(id)
    const read = async (query = '') => (await t.call('GET', `/api/puntos/mios${query}`, { token })).body.data
    expect((await read()).data).toMatchObject([
      { motivo: 'referido', detalle: 'REF7', puntos: 100, mes: '2024-07', fecha: '2024-07-01T12:00:00+00:00' },
      { motivo: 'asistencia', detalle: 'Color y luz', puntos: 10, mes: '2024-06' },
    ])
    expect(await read('?per_page=1&page=2')).toMatchObject({ total: 2, last_page: 2, data: [{ motivo: 'asistencia' }] })
    expect(await read('?mes=2024-07')).toMatchObject({ total: 1, data: [{ motivo: 'referido' }] })
    const theirs = await t.call('GET', '/api/puntos/mios', { token: await t.tokenOf(other) })
    expect(theirs.body.data.data).toMatchObject([{ motivo: 'examen', puntos: 50 }])
    expect((await t.call('GET', '/api/puntos/mios')).status).toBe(401)
  })
})

describe('GET /api/premios', () => {
  it('lists the active prizes of the brand, best rank first', async () => {
    await t.deps.db.insert(premios).values([
      { id_cliente: 3, premio: 'Curso', puesto: 4, orden: 1 },
      { id_cliente: 3, premio: 'Tableta', puesto: 1, orden: 2, imagen: '/api/storage/imagenes/x.webp' },
      { id_cliente: 3, premio: 'Retirado', puesto: 2, orden: 3, estado: 0 },
      { id_cliente: 1, premio: 'Otro', puesto: 1, orden: 1 },
    ])
    const { body } = await t.call('GET', '/api/premios?marca=3')
    expect(body.data).toEqual([
      { id: expect.any(Number), premio: 'Tableta', puesto: 1, imagen: '/api/storage/imagenes/x.webp' },
      { id: expect.any(Number), premio: 'Curso', puesto: 4, imagen: null },
    ])
  })
})

describe('closing a month', () => {
  const news = (id: number) => t.deps.db.select().from(notificaciones).where(eq(notificaciones.id_usuario, id))

  it('freezes it once under concurrent runs, and notifies the winners', async () => {
    const { db } = t.deps
    await aPerson(db, { id_cliente: 1, tipo_cliente: 'Docente' })
    await db.insert(premios).values([
      { id_cliente: 1, premio: 'una tableta', puesto: 1, orden: 1 },
      { id_cliente: 1, premio: 'un curso', puesto: 1, orden: 2 },
      { id_cliente: 1, premio: 'un vale', puesto: 4, orden: 3 },
    ])
    await db.delete(premios).where(sql`id_cliente = 1 AND premio = 'Otro'`)
    const ids: number[] = []
    for (let n = 0; n < 12; n++)
      ids.push(await aStudent(100 - n, '2025-08-15T12:00:00Z', { id_cliente: 1, nombres: `C${n + 1}`, pais: 'MX' }))
    expect(await closeMonths(db, notifyWinners, '2025-08-31')).not.toContainEqual({ id_cliente: 1, mes: '2025-08-01' })
    const copies = await Promise.all(Array.from({ length: 8 }, () => closeMonths(db, notifyWinners, '2025-09-01')))
    expect(copies.flat().filter((row) => row.id_cliente === 1)).toEqual([{ id_cliente: 1, mes: '2025-08-01' }])
    expect(await closeMonths(db, notifyWinners, '2025-09-01')).toEqual([])
    const rows = await db.select().from(rankings_cerrados).where(eq(rankings_cerrados.mes, '2025-08-01'))
    expect(rows).toHaveLength(12)
    const notices = await Promise.all(ids.map(news))
    expect(notices.map((list) => list.length)).toEqual([1, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0])
    expect(notices[0]?.[0]).toMatchObject({
      tipo: 'Otro',
      ruta: '/premios?mes=2025-08',
      mensaje: 'Primer puesto del ranking\n¡Felicitaciones! Ganaste: una tableta y un curso.',
      asunto: 'Ranking de agosto de 2025',
    })
    expect(notices[9]?.[0]?.mensaje).toBe('Puestos 4 a 10 del ranking\n¡Felicitaciones! Ganaste: un vale.')
  })

  it('keeps the frozen rows: later points count in the current month, names stay, the initials preference applies', async () => {
    const { db } = t.deps
    const [first, second] = [
      await aStudent(90, '2025-10-10T12:00:00Z', { ...NAMES, id_cliente: 3 }),
      await aStudent(80, '2025-10-10T12:00:00Z', { ...NAMES, id_cliente: 3, nombres: 'Berta' }),
    ]
    await closeMonths(db, notifyWinners, '2025-11-01')
    const late = { motivo: 'referido', clave: '1', detalle: 'REF7', cuando: '2025-11-01T04:59:59Z' } as const
    await give({ usuario: second, ...late })
    const token = await t.tokenOf(second)
    const table = async () => (await t.call('GET', '/api/ranking?marca=3&mes=2025-10', { token })).body.data.data
    expect(await table()).toMatchObject([
      { puesto: 1, nombre: 'Lucía', puntos: 90 },
      { puesto: 2, nombre: 'Berta', puntos: 80 },
    ])
    const now = (await t.call('GET', '/api/ranking/mio', { token })).body.data
    expect(now).toMatchObject({ puntos: 100 })
    const then = (await t.call('GET', '/api/ranking/mio?mes=2025-10', { token })).body.data
    expect(then).toMatchObject({ puesto: 2, puntos: 80, vecinos: [{ puesto: 1, nombre: 'Lucía' }] })
    await db.update(usuarios).set({ nombres: 'Otra' }).where(eq(usuarios.id, first))
    await db.update(usuarios).set({ ranking_iniciales: true }).where(eq(usuarios.id, second))
    expect(await table()).toMatchObject([{ nombre: 'Lucía' }, { nombre: 'B.', apellido: 'T.' }])
  })

  it('closes every missed month, and lists them newest first', async () => {
    const { db } = t.deps
    await db.execute(sql`DELETE FROM rankings_cerrados`)
    await aStudent(60, '2023-01-10T12:00:00Z')
    await aStudent(60, '2023-03-10T12:00:00Z')
    const closed = await closeMonths(db, notifyWinners, '2023-05-20')
    expect(closed).toEqual([
      { id_cliente: 2, mes: '2023-01-01' },
      { id_cliente: 2, mes: '2023-03-01' },
    ])
    const { body } = await t.call('GET', '/api/ranking/meses?marca=2')
    expect(body.data).toMatchObject({
      total: 2,
      data: [
        { mes: '2023-03', participantes: 1 },
        { mes: '2023-01', participantes: 1 },
      ],
    })
    expect((await t.call('GET', '/api/ranking/meses?marca=2&per_page=1&page=2')).body.data.data).toEqual([
      { mes: '2023-01', participantes: 1 },
    ])
  })

  it('loses no point awarded while it closes', async () => {
    const { db } = t.deps
    const people = await Promise.all(Array.from({ length: 30 }, () => aPerson(db, { id_cliente: 3 })))
    const event = (usuario: number, n: number) =>
      give({ usuario, motivo: 'asistencia', clave: String(n), detalle: '', cuando: '2022-06-30T12:00:00Z' })
    await event(people[0]?.id ?? 0, 0)
    const events = people.flatMap(({ id }) => [event(id, 1), event(id, 2)])
    await Promise.all([...events.slice(0, 30), closeMonths(db, notifyWinners, '2022-07-01'), ...events.slice(30)])
    const [sums] = (
      await db.execute<{ libro: number; cerrado: number; todo: number }>(sql`SELECT
      (SELECT sum(puntos)::int FROM puntos WHERE mes = '2022-06-01') AS libro,
      (SELECT sum(puntos)::int FROM rankings_cerrados WHERE mes = '2022-06-01') AS cerrado,
      (SELECT count(*)::int FROM puntos WHERE motivo = 'asistencia' AND creado_en = '2022-06-30T12:00:00Z') AS todo`)
    ).rows
    expect(sums?.cerrado).toBe(sums?.libro)
    expect(sums?.todo).toBe(61)
  })

  it.each([
    [2, 'Segundo puesto del ranking\n¡Felicitaciones! Ganaste: A, B y C.'],
    [3, 'Tercer puesto del ranking\n¡Felicitaciones! Ganaste: A, B y C.'],
    [11, 'Puestos 11 a 50 del ranking\n¡Felicitaciones! Ganaste: A, B y C.'],
    [51, 'Premio del ranking\nGracias por participar. Ganaste: A, B y C.'],
  ])('names the prizes of rank %i in the message', (puesto, words) => {
    expect(winnerNotice({ puesto, mes: '2026-01-01', premios: ['A', 'B', 'C'] })).toEqual({
      mensaje: words,
      asunto: 'Ranking de enero de 2026',
    })
  })
})

describe('a deleted account', () => {
  it('leaves the ranking, and keeps its rank in closed months without a name', async () => {
    const { db } = t.deps
    const id = await aStudent(95, '2021-05-10T12:00:00Z', { ...NAMES, id_cliente: 1 })
    await closeMonths(db, notifyWinners, '2021-06-01')
    await give({ usuario: id, motivo: 'asistencia', clave: '5', detalle: 'Lección' })
    const token = await t.tokenOf(id)
    const copy = await t.call('GET', `/api/usuarios/${id}/datos`, { token })
    expect(copy.body.puntos).toMatchObject([{ motivo: 'examen', mes: '2021-05' }, { puntos: 10 }])
    const gone = await t.call('DELETE', `/api/usuarios/${id}`, { token, body: { password: PASSWORD } })
    expect(gone.status).toBe(200)
    const past = await t.call('GET', '/api/ranking?marca=1&mes=2021-05')
    expect(past.body.data.data).toEqual([{ puesto: 1, nombre: 'Cuenta', apellido: 'E.', pais: 'PE', puntos: 95 }])
    const [left] = (
      await db.execute<{
        n: number
      }>(sql`SELECT (SELECT count(*) FROM puntos WHERE id_usuario = ${id})::int
      + (SELECT count(*) FROM puntos_mes WHERE id_usuario = ${id})::int AS n`)
    ).rows
    expect(left?.n).toBe(0)
  })
})
