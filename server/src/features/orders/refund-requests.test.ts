import type { CourseRefund } from '@campus/contract/refunds'
import { beforeEach, describe, expect, it } from 'vitest'
import { anExam, aPerson } from '../../../test/builders.ts'
import { sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { act, buy, notices, order, referral, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
  await t.database
    .sql`UPDATE clientes SET devolucion_dias = 7, devolucion_avance = 20, descuento_referido = 0 WHERE id = 2`
})

/** A student with a paid order of courses of ten lessons. */
async function paid(courses = 1, codigo?: string) {
  const made = await scene(courses, { lessons: 10 })
  const { orden } = (await buy(made.token, made.ids, { ...(codigo && { codigo }) })).body as { orden: string }
  await act(orden, 'aprobar')
  await settle()
  const ask = (cursos: number[] = made.ids, motivo?: string) =>
    t.call('POST', `/api/ordenes/${orden}/devolucion`, { token: made.token, body: { cursos, motivo } })
  const courseOf = async (at = 0): Promise<CourseRefund> =>
    (await order(made.token, orden)).devolucion.cursos.find(({ id_curso }: CourseRefund) => id_curso === made.ids[at])
  return { ...made, numero: orden, short: orden.slice(0, 8).toUpperCase(), ask, courseOf }
}
type Paid = Awaited<ReturnType<typeof paid>>

const paidDaysAgo = (numero: string, days: number) =>
  t.database.sql`UPDATE ordenes SET pagada_en =
    (((now() AT TIME ZONE 'America/Lima')::date - ${days}::int)::timestamp + interval '23:30') AT TIME ZONE 'America/Lima'
    WHERE numero = ${numero}`

async function finish({ ids: [id = 0], token }: Paid, lessons: number) {
  const rows = await t.database
    .sql`SELECT l.id FROM lecciones l JOIN modulos m ON m.id = l.id_modulo WHERE m.id_curso = ${id} ORDER BY l.orden LIMIT ${lessons}`
  for (const lesson of rows) await t.call('POST', `/api/lecciones/${lesson.id}/completar`, { token })
}

/** Written without reading progress afterwards. */
const attended = ({ ids: [id = 0], person }: Paid, lessons: number) =>
  t.database.sql`INSERT INTO asistencias (usuario_id, leccion_id, fecha_asistencia, fecha_cierre)
    SELECT ${person.id}, l.id, now(), now() FROM lecciones l JOIN modulos m ON m.id = l.id_modulo
    WHERE m.id_curso = ${id} ORDER BY l.orden LIMIT ${lessons}`

/** Passes the exam of the course's module, or the final one. */
async function certify({ ids: [id = 0], token }: Paid, module: boolean) {
  const [row] = await t.database.sql`SELECT id FROM modulos WHERE id_curso = ${id}`
  await sit(t, await anExam(t.deps.db, { id_curso: id, ...(module && { id_modulo: row?.id }) }), token)
}

const TOLD = { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'America/Lima' } as const
const daysFromNow = (days: number) =>
  new Intl.DateTimeFormat('es-PE', TOLD).format(new Date(Date.now() + days * 86_400_000))

describe('what may be asked back', () => {
  it.each<[string, (one: Paid) => Promise<unknown>, string | null]>([
    ['just paid', async () => undefined, null],
    ['on the seventh day, until Lima’s midnight', ({ numero }) => paidDaysAgo(numero, 7), null],
    ['on the eighth day', ({ numero }) => paidDaysAgo(numero, 8), `Podías pedirla hasta el ${daysFromNow(-1)}.`],
    ['with 1 of 10 lessons', (one) => finish(one, 1), null],
    [
      'with 2 of 10 lessons',
      (one) => finish(one, 2),
      'Ya completaste el 20 % de sus lecciones: se devuelve con menos del 20 %.',
    ],
    [
      'with 2 of 10 lessons, counted for the first time',
      (one) => attended(one, 2),
      'Ya completaste el 20 % de sus lecciones: se devuelve con menos del 20 %.',
    ],
    ['with the course’s certificate', (one) => certify(one, false), 'Ya obtuviste un certificado de este curso.'],
    ['with a module’s certificate', (one) => certify(one, true), 'Ya obtuviste un certificado de este curso.'],
  ])('%s', async (_, happens, reason) => {
    const one = await paid()
    await happens(one)
    const { id_curso, nombre, monto, estado, motivo } = await one.courseOf()
    expect({ id_curso, nombre, monto, estado, motivo }).toEqual({
      id_curso: one.ids[0],
      nombre: 'Curso 1',
      monto: 149,
      estado: reason === null ? 'disponible' : 'no_corresponde',
      motivo: reason,
    })
    const { status, body } = await one.ask()
    if (reason === null) expect([status, body.data.devolucion.cursos[0].estado]).toEqual([200, 'pedida'])
    else
      expect([status, body.code, body.message]).toEqual([
        409,
        'DEVOLUCION_NO_CORRESPONDE',
        expect.stringContaining(reason),
      ])
    expect((await one.courseOf()).estado).toBe(reason === null ? 'pedida' : 'no_corresponde')
  })

  it('is nothing where the academy gives none, except what was asked before', async () => {
    const [one, before] = [await paid(), await paid(2)]
    await before.ask(before.ids.slice(0, 1))
    await t.database.sql`UPDATE clientes SET devolucion_dias = 0 WHERE id = 2`
    expect((await order(one.token, one.numero)).devolucion).toBeNull()
    expect((await one.ask()).body.code).toBe('DEVOLUCION_NO_CORRESPONDE')
    expect((await order(before.token, before.numero)).devolucion.cursos).toMatchObject([
      { estado: 'pedida' },
      { estado: 'no_corresponde', motivo: 'La academia no da devoluciones por cambio de opinión.' },
    ])
  })

  it('is nothing before paying, or of what was free', async () => {
    const unpaid = await scene()
    const { orden } = (await buy(unpaid.token, unpaid.ids)).body
    const free = await scene()
    await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${free.ids[0] ?? 0}`
    const gift = (await buy(free.token, free.ids)).body.orden
    for (const [token, numero, cursos] of [
      [unpaid.token, orden, unpaid.ids],
      [free.token, gift, free.ids],
    ] as const) {
      expect((await order(token, numero)).devolucion).toBeNull()
      const { status, body } = await t.call('POST', `/api/ordenes/${numero}/devolucion`, { token, body: { cursos } })
      expect([status, body.code]).toEqual([409, 'DEVOLUCION_NO_CORRESPONDE'])
    }
  })

  it('is each course’s share of what was paid, after the discount; a free one has none', async () => {
    const { codigo } = await referral(10)
    const made = await scene(3)
    await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${made.ids[2] ?? 0}`
    await t.database.sql`UPDATE cursos SET costo_centimos = 9995 WHERE id = ${made.ids[1] ?? 0}`
    const { orden } = (await buy(made.token, made.ids, { codigo })).body
    await act(orden, 'aprobar')
    await settle()
    const { total, devolucion } = await order(made.token, orden)
    expect(devolucion.cursos).toMatchObject([
      { nombre: 'Curso 1', monto: 134.1, estado: 'disponible', motivo: null },
      { nombre: 'Curso 2', monto: 89.95, estado: 'disponible', motivo: null },
      { nombre: 'Curso 3', monto: 0, estado: 'no_corresponde', motivo: 'No pagaste nada por este curso.' },
    ])
    expect(total).toBeCloseTo(134.1 + 89.95)
  })

  it('is the same in the list of purchases', async () => {
    const one = await paid(2)
    await one.ask(one.ids.slice(0, 1))
    const list = (await t.call('GET', '/api/ordenes', { token: one.token })).body.data.data
    expect(list[0].devolucion).toEqual((await order(one.token, one.numero)).devolucion)
    expect(list[0].devolucion.cursos.map(({ estado }: CourseRefund) => estado)).toEqual(['pedida', 'disponible'])
  })
})

describe('asking for the money back', () => {
  it('tells the buyer in the campus and by mail, and warns the administrators', async () => {
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    const one = await paid(2)
    t.outbox.length = 0
    expect((await one.ask(one.ids.slice(0, 1), '  No era lo que buscaba. ')).status).toBe(200)
    await settle()
    expect(await one.courseOf()).toMatchObject({ motivo: 'No era lo que buscaba.', pedida_en: expect.any(String) })
    expect((await notices(one.person.id))[0]).toMatchObject({
      mensaje: 'Pediste una devolución\nEs de S/ 149.00: te respondemos en 3 días hábiles.',
      asunto: `Orden ${one.short}`,
      ruta: `/pago?orden=${one.numero}`,
    })
    const [mail, ...others] = t.outbox.filter(({ to }) => to === one.person.correo)
    expect(others).toEqual([])
    expect(mail?.subject).toBe(`Recibimos tu pedido de devolución: orden ${one.short}`)
    expect(mail?.text).toContain('te respondemos en 3 días hábiles')
    expect(mail?.text).toContain('Curso 1')
    expect(mail?.text).not.toContain('Curso 2')
    expect((await notices(admin.id))[0]).toMatchObject({
      mensaje: 'Un pedido de devolución\nPide que le devuelvan S/ 149.00: responde en 3 días hábiles.',
      asunto: expect.stringContaining(`Orden ${one.short} de `),
      ruta: `/gestion/devoluciones/${one.numero}`,
    })
    expect(t.outbox.find(({ to }) => to === admin.correo)?.text).toContain(`/gestion/devoluciones/${one.numero}`)
  })

  it('from two tabs at once is one request and one notice', async () => {
    const one = await paid()
    const answers = await Promise.all(Array.from({ length: 6 }, () => one.ask()))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    await settle()
    const told = (await notices(one.person.id)).filter(({ mensaje }) => mensaje.startsWith('Pediste una devolución'))
    expect(told).toHaveLength(1)
    expect(await t.database.sql`SELECT * FROM orden_devoluciones WHERE id_curso = ${one.ids[0] ?? 0}`).toHaveLength(1)
    expect(
      t.outbox.filter(({ to, subject }) => to === one.person.correo && subject.includes('devolución')),
    ).toHaveLength(1)
  })

  it('is refused for what is not the buyer’s, or of no order', async () => {
    const [one, other] = [await paid(), await paid()]
    const ask = (token: string, cursos: unknown) =>
      t.call('POST', `/api/ordenes/${one.numero}/devolucion`, { token, body: { cursos } })
    expect((await ask(other.token, one.ids)).status).toBe(404)
    expect(await ask(one.token, other.ids)).toMatchObject({
      status: 422,
      body: { errors: { cursos: ['Ese curso no es de esta compra.'] } },
    })
    expect((await ask(one.token, [])).body.errors).toEqual({ cursos: ['Elige al menos un curso.'] })
    expect((await one.courseOf()).estado).toBe('disponible')
  })

  it.each(['reembolsar', 'contracargo'])('is answered by the gateway’s %s', async (action) => {
    const one = await paid()
    await one.ask()
    await act(one.numero, action)
    await settle()
    expect((await one.courseOf()).estado).toBe('devuelta')
    expect((await one.ask()).status).toBe(409)
    // Paid again, all of it returns, and so may be asked back.
    const again = { id: `${one.numero}-b`, reference: one.numero, status: 'approved', detail: null } as const
    const gateway = sandbox(t.deps.db, t.deps.config)
    await applyPayment(t.deps.db, t.deps.jobs, gateway, {
      ...again,
      amountCentimos: 14_900,
      currency: 'PEN',
      live: false,
    })
    expect((await one.courseOf()).estado).toBe('disponible')
  })
})
