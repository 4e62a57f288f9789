import { randomUUID } from 'node:crypto'
import { POINTS } from '@campus/contract/rules'
import { beforeEach, describe, expect, it } from 'vitest'
import { anExam, aPerson, limaDay } from '../../../test/builders.ts'
import { sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { selling } from '../../../test/sales.ts'
import { shopping } from '../../../test/shop.ts'

const t = useApp()
const { act, buy, enrolledIn, notices, order, referral, refund, scene, settle } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

const PAST = limaDay(-3)

async function staff() {
  const person = await aPerson(t.deps.db, { roles: ['marca'], nombres: 'Rosa', apellidos: 'Paredes' })
  return { ...person, token: await t.tokenOf(person.id) }
}

const paidBy = (more: object) => ({
  medio: 'yape',
  operacion: randomUUID().slice(0, 8),
  dia: PAST,
  envio: randomUUID(),
  ...more,
})

const sell = (token: string, body: object) => t.call('POST', '/api/gestion/ventas', { token, body: paidBy(body) })

/** Courses of 149 soles, sold by Yape three days ago. */
async function sold(courses = 1, more: object = {}) {
  const [made, admin] = [await scene(courses, { lessons: 2 }), await staff()]
  const what = { id_usuario: made.person.id, cursos: made.ids, total: 149 * courses, ...more }
  const { numero } = (await sell(admin.token, what)).body.data
  return { ...made, admin: admin.token, admin_id: admin.id, numero: numero as string }
}
type Sold = Pick<Awaited<ReturnType<typeof sold>>, 'admin' | 'numero' | 'person' | 'token'>

const page = async ({ admin, numero }: Sold) =>
  (await t.call('GET', `/api/gestion/ordenes/${numero}`, { token: admin })).body.data
const texts = async (one: Sold): Promise<string[]> =>
  (await page(one)).historia.map(({ texto }: { texto: string }) => texto)

type Shown = { id: number; tipo: string; medio: string; anulable: string[] | null }
const movement = async (one: Sold, tipo: string, medio?: string): Promise<Shown> =>
  (await page(one)).movimientos.findLast((row: Shown) => row.tipo === tipo && (!medio || row.medio === medio))

const MOTIVE = 'Era de otra persona.'
const annul = (one: Sold, id_movimiento: number, motivo = MOTIVE, token = one.admin) =>
  t.call('PUT', `/api/gestion/ordenes/${one.numero}/anular`, { token, body: { id_movimiento, motivo } })
const annulLast = async (one: Sold, tipo: string, medio?: string) => annul(one, (await movement(one, tipo, medio)).id)

const money = ({ cobrado, devuelto, neto, estado }: Record<string, unknown>) => [cobrado, devuelto, neto, estado]

/** Titles of the mails to the buyer, beyond the confirmation. */
const told = async ({ person }: Sold) => {
  await settle()
  const mails = t.outbox.filter(({ to, subject }) => to === person.correo && !subject.startsWith('Tu compra en'))
  return mails.map(({ subject }) => subject.split(':')[0])
}

/** A course with one lesson and an exam, which earn two certificates. */
async function studying({ person, token, ids }: Awaited<ReturnType<typeof scene>>) {
  const id_curso = ids[0] ?? 0
  const [module] = await t.database
    .sql`SELECT m.id, l.id AS leccion FROM modulos m JOIN lecciones l ON l.id_modulo = m.id WHERE m.id_curso = ${id_curso}`
  const exam = await anExam(t.deps.db, { id_curso, id_modulo: module?.id })
  return {
    async pass() {
      const body = { leccion_id: module?.leccion }
      for (const step of ['iniciar', 'cerrar']) await t.call('POST', `/api/asistencia/${step}`, { token, body })
      await sit(t, exam, token)
    },
    certificates: async () =>
      (await t.database.sql`SELECT estado FROM certificados WHERE id_usuario = ${person.id}`).map(
        ({ estado }) => estado,
      ),
  }
}

describe('a charge that staff registered by mistake', () => {
  it('never was: its course closes, its number is free, no figure counts it, and each reads why', async () => {
    const operacion = randomUUID().slice(0, 8)
    const one = await sold(1, { operacion })
    const charge = await movement(one, 'cobro')
    expect(charge.anulable).toEqual(['Curso 1'])
    const answer = await annul(one, charge.id)
    expect([answer.status, money(answer.body.data)]).toEqual([200, [0, 0, 0, 'cancelada']])
    expect(answer.body.data.lineas[0]).toMatchObject({ pagado: 0, devuelto: 0, cerrada_en: null })
    expect(
      answer.body.data.movimientos.map(({ dia, monto, anulable }: Record<string, unknown>) => [dia, monto, anulable]),
    ).toEqual([
      [PAST, 149, null],
      [PAST, -149, null],
    ])
    expect(await enrolledIn(one.token, one.person.id)).toBe(0)
    const seen = await order(one.token, one.numero)
    expect([seen.estado, seen.devuelto, seen.devolucion, seen.medio]).toEqual(['cancelada', 0, null, null])
    const again = await annul(one, charge.id)
    expect([again.status, again.body.data.movimientos.length]).toEqual([200, 2])
    const refused = await annul(one, charge.id, 'Otro motivo.')
    expect([refused.status, refused.body.code, refused.body.message]).toEqual([
      409,
      'MOVIMIENTO_NO_ANULABLE',
      'Este cobro ya se anuló.',
    ])
    expect(await texts(one)).toContain(
      `Rosa Paredes anuló el cobro de S/ 149.00 por Yape, operación ${operacion.toUpperCase()}: ${MOTIVE}`,
    )
    expect(await told(one)).toEqual(['Anulamos tu compra'])
    expect((await notices(one.person.id))[0]?.mensaje).toContain('Anulamos tu compra')
    const other = await scene()
    const next = await sell(one.admin, { id_usuario: other.person.id, cursos: other.ids, total: 149, operacion })
    expect(next.status).toBe(200)
    const repeated = await sell(one.admin, { id_usuario: one.person.id, cursos: one.ids, total: 149, operacion })
    expect([repeated.status, repeated.body.message]).toEqual([409, expect.stringContaining(other.person.apellidos)])
  })

  it('is in no figure of its day, of its course, of the student or of the academy', async () => {
    const one = await sold()
    const [curso = 0] = one.ids
    const figures = async () => {
      const list = async (query: string) =>
        (await t.call('GET', `/api/gestion/ordenes?desde_dia=${PAST}&hasta_dia=${PAST}&${query}`, { token: one.admin }))
          .body.data
      const [ofCourse, ofMedium] = [await list(`curso=${curso}`), await list(`curso=${curso}&medio=yape`)]
      const tab = (await t.call('GET', `/api/gestion/alumnos/${one.person.id}/compras`, { token: one.admin })).body.data
        .data
      const inbox = (await t.call('GET', '/api/gestion/bandeja/cifras', { token: one.admin })).body.data
      return { ofCourse: ofCourse.sumas, ofMedium: ofMedium.sumas, row: ofCourse.data[0], tab: tab[0], inbox }
    }
    const before = await figures()
    expect(before.ofCourse).toEqual({ cobrado: 149, devuelto: 0, neto: 149, cobros: 1 })
    await annulLast(one, 'cobro')
    const after = await figures()
    const none = { cobrado: 0, devuelto: 0, neto: 0, cobros: 0 }
    expect([after.ofCourse, after.ofMedium]).toEqual([none, none])
    expect(after.row).toMatchObject({ cobrado: 0, devuelto: 0, neto: 0, estado: 'cancelada' })
    expect(after.tab).toMatchObject({ cobrado: 0, devuelto: 0 })
    expect(before.inbox.ventas_mes?.cobros - after.inbox.ventas_mes?.cobros).toBe(
      PAST.slice(0, 7) === limaDay().slice(0, 7) ? 1 : 0,
    )
  })

  it('of nothing, a courtesy, closes its course too', async () => {
    const one = await sold(1, { medio: 'cortesia', operacion: null, total: 0, motivo: 'Ganó el concurso.' })
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    expect(money((await annulLast(one, 'cobro')).body.data)).toEqual([0, 0, 0, 'cancelada'])
    expect(await enrolledIn(one.token, one.person.id)).toBe(0)
    expect(await texts(one)).toContain(`Rosa Paredes anuló la cortesía: ${MOTIVE}`)
  })

  it('leaves open what the buyer paid online, and what another order gives', async () => {
    const [made, admin] = [await scene(), await staff()]
    const { orden: numero } = (await buy(made.token, made.ids)).body
    await sell(admin.token, { orden: numero, total: 149 })
    await act(numero, 'aprobar')
    await settle()
    const twice = { ...made, admin: admin.token, numero: numero as string }
    expect((await movement(twice, 'cobro', 'yape')).anulable).toEqual([])
    expect(money((await annulLast(twice, 'cobro', 'yape')).body.data)).toEqual([149, 0, 149, 'pagada'])
    expect([await enrolledIn(made.token, made.person.id), await told(twice)]).toEqual([
      1,
      expect.arrayContaining(['Anulamos un cobro de tu compra']),
    ])
    const online = await annulLast(twice, 'cobro', 'mercadopago')
    expect([online.status, online.body.message]).toEqual([409, 'Este cobro lo dijo MercadoPago: no se anula.'])

    const other = await sold()
    const courses = [{ id: other.ids[0] ?? 0, nombre: 'Curso 1', centimos: 14_900 }]
    const { sale, money: pay } = selling(t)
    await pay(await sale({ buyer: other.person, courses }), {
      tipo: 'cobro',
      centimos: 14_900,
      id_pasarela: randomUUID(),
    })
    expect((await movement(other, 'cobro')).anulable).toEqual([])
    await annulLast(other, 'cobro')
    expect(await enrolledIn(other.token, other.person.id)).toBe(1)
  })

  it('takes back certificates and the points of the invitation; a payment that comes later makes a purchase of it', async () => {
    const [made, admin] = [await scene(), await staff()]
    const study = await studying(made)
    const { owner, codigo } = await referral(10)
    const { orden: numero } = (await buy(made.token, made.ids, { codigo })).body
    const one = { ...made, admin: admin.token, numero: numero as string }
    const points = async () =>
      (await t.database.sql`SELECT sum(puntos)::int AS n FROM puntos WHERE id_usuario = ${owner.id}`)[0]?.n
    await sell(admin.token, { orden: numero, total: 134.1 })
    await study.pass()
    expect([await points(), await study.certificates()]).toEqual([POINTS.referido, ['vigente', 'vigente']])
    await annulLast(one, 'cobro')
    expect([(await order(made.token, numero)).estado, await points()]).toEqual(['cancelada', null])
    expect(await study.certificates()).toEqual(['revocado', 'revocado'])
    await act(numero, 'aprobar')
    await settle()
    expect([(await order(made.token, numero)).estado, await points()]).toEqual(['pagada', POINTS.referido])
    expect([await enrolledIn(made.token, made.person.id), await study.certificates()]).toEqual([
      1,
      ['vigente', 'vigente'],
    ])
    const mails = t.outbox.filter(({ to, subject }) => to === made.person.correo && subject.startsWith('Tu compra en'))
    expect(mails).toHaveLength(2)
  })

  it('is of this order, of this brand, and by who may give money back', async () => {
    const [one, other] = [await sold(), await sold()]
    const { id } = await movement(one, 'cobro')
    expect((await annul(other, id)).status).toBe(404)
    const elsewhere = await aPerson(t.deps.db, { id_cliente: 3, roles: ['marca'] })
    expect((await annul(one, id, MOTIVE, await t.tokenOf(elsewhere.id))).status).toBe(404)
    const cashier = await aPerson(t.deps.db, { roles: ['caja'] })
    expect((await annul(one, id, MOTIVE, await t.tokenOf(cashier.id))).status).toBe(403)
    expect((await annul(one, id, ' ')).body.errors).toEqual({ motivo: ['Escribe por qué se anula.'] })
    expect((await page(one)).estado).toBe('pagada')
  })
})

const BY_YAPE = { via: 'registrada', medio: 'yape' }

describe('a refund that staff recorded and that never happened', () => {
  it('opens what it closed; the money is there again', async () => {
    const one = await sold(2)
    const [first = 0] = one.ids
    await refund(one.admin, one.numero, { ...BY_YAPE, lineas: [{ id_curso: first, monto: 149 }], cierra: [first] })
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    const charge = await annulLast(one, 'cobro')
    expect([charge.status, charge.body.message]).toEqual([
      409,
      'De este cobro se devolvió dinero: si no fue así, anula primero la devolución.',
    ])
    const { id, anulable } = await movement(one, 'devolucion')
    expect(anulable).toEqual(['Curso 1'])
    const answers = [await annul(one, id), await annul(one, id)]
    expect(answers.map(({ status, body }) => [status, ...money(body.data)])).toEqual([
      [200, 298, 0, 298, 'pagada'],
      [200, 298, 0, 298, 'pagada'],
    ])
    expect(await enrolledIn(one.token, one.person.id)).toBe(2)
    expect(await texts(one)).toContain(`Rosa Paredes anuló la devolución de S/ 149.00 por Yape: ${MOTIVE}`)
    expect(await told(one)).toEqual(['Te devolvimos el dinero', 'Tu devolución no se hizo'])
    const sent = (await t.call('GET', '/api/gestion/devoluciones?estado=anulada', { token: one.admin })).body.data.data
    expect(sent.filter(({ numero }: Sold) => numero === one.numero)).toMatchObject([{ monto: 149, estado: 'anulada' }])
    expect((await annulLast(one, 'cobro')).body.data.estado).toBe('cancelada')
    expect(await enrolledIn(one.token, one.person.id)).toBe(0)
  })

  it('of everything: the order is paid again, and the request that it answered is not asked again', async () => {
    const one = await sold()
    const asked = await t.call('POST', `/api/ordenes/${one.numero}/devolucion`, {
      token: one.token,
      body: { cursos: one.ids },
    })
    expect(asked.status).toBe(200)
    await refund(one.admin, one.numero, { ...BY_YAPE, monto: 149, cierra: one.ids, responde: true })
    expect((await order(one.token, one.numero)).estado).toBe('reembolsada')
    expect(money((await annulLast(one, 'devolucion')).body.data)).toEqual([149, 0, 149, 'pagada'])
    expect(await enrolledIn(one.token, one.person.id)).toBe(1)
    const seen = await order(one.token, one.numero)
    expect([seen.estado, seen.devuelto, seen.devolucion.cursos[0].estado, seen.devolucion.cursos[0].motivo]).toEqual([
      'pagada',
      0,
      'no_corresponde',
      'La devolución se registró por error y no se hizo: escríbenos.',
    ])
    const [request] = await t.database
      .sql`SELECT d.resultado, d.id_personal FROM orden_devoluciones d JOIN ordenes o ON o.id = d.id_orden
      WHERE o.numero = ${one.numero}`
    expect(request).toEqual({ resultado: 'devuelta', id_personal: one.admin_id })
  })

  it('leaves closed what a later refund closed, and what staff suspended stays so', async () => {
    const one = await sold(2)
    const [first = 0, second = 0] = one.ids
    const back = (id_curso: number) =>
      refund(one.admin, one.numero, { ...BY_YAPE, lineas: [{ id_curso, monto: 149 }], cierra: [id_curso] })
    await back(first)
    const { id } = await movement(one, 'devolucion')
    await back(second)
    expect(money((await annul(one, id)).body.data)).toEqual([298, 149, 149, 'pagada'])
    const open = await t.database
      .sql`SELECT id_curso FROM matriculas WHERE id_usuario = ${one.person.id} AND estado = 'activa'`
    expect(open).toEqual([{ id_curso: first }])
  })
})
