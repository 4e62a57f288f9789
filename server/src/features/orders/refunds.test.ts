import { beforeEach, describe, expect, it } from 'vitest'
import { anExam, aPerson } from '../../../test/builders.ts'
import { sit } from '../../../test/exams.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { closeMonths, notifyWinners } from '../awards/closing.ts'
import type { GatewayPayment, PaymentStatus } from './gateway.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { buy, scene, act, order, settle, referral, enrolledIn } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

type Entry = { motivo: string; clave: string; puntos: number }
const ledger = async (id: number): Promise<Entry[]> => [
  ...(await t.database.sql<Entry[]>`SELECT motivo, clave, puntos FROM puntos WHERE id_usuario = ${id} ORDER BY id`),
]
const pointsOf = async (id: number): Promise<number> =>
  (await t.call('GET', '/api/ranking/mio', { token: await t.tokenOf(id) })).body.data.puntos
/** The ledger and the total of the ranking. */
const earned = async (id: number) => [(await ledger(id)).length, await pointsOf(id)]

/** A paid purchase with the code of another user; `pay` and `give back` can be repeated. */
async function invited(courses = 1) {
  const { owner, codigo } = await referral(10)
  const buyer = await scene(courses)
  const { orden } = (await buy(buyer.token, buyer.ids, { codigo })).body as { orden: string }
  return { ...buyer, owner, codigo, orden }
}
async function then(orden: string, ...actions: string[]) {
  for (const action of actions) await act(orden, action)
  await settle()
}

/** A payment of an order, at its price, as the gateway reports it. */
async function tell(token: string, orden: string, status: PaymentStatus, extra: Partial<GatewayPayment> = {}) {
  const amountCentimos = Math.round((await order(token, orden)).total * 100)
  const payment = {
    id: `${orden}-a`,
    reference: orden,
    status,
    detail: null,
    amountCentimos,
    currency: 'PEN',
    live: false,
  }
  await applyPayment(t.deps.db, t.deps.jobs, sandbox(t.deps.db, t.deps.config), { ...payment, ...extra })
}

describe('points for an invitation', () => {
  it.each(['reembolsar', 'contracargo'])('are withdrawn by %s, once, in the ranking too', async (action) => {
    const { owner, orden } = await invited()
    await then(orden, 'aprobar')
    expect(await earned(owner.id)).toEqual([1, 100])
    await then(orden, action, action)
    expect(await earned(owner.id)).toEqual([0, 0])
    await then(orden, 'reembolsar')
    expect(await earned(owner.id)).toEqual([0, 0])
  })

  it('of a second account of the referrer are all withdrawn, for any number of purchases', async () => {
    const { owner, codigo, token, ids, orden } = await invited()
    await then(orden, 'aprobar', 'reembolsar')
    for (let n = 0; n < 3; n++) {
      const again = (await buy(token, ids, { codigo })).body.orden
      await then(again, 'aprobar')
      expect(await pointsOf(owner.id)).toBe(100)
      await then(again, 'reembolsar')
    }
    expect(await earned(owner.id)).toEqual([0, 0])
  })

  it('stay while another payment is valid, and after a partial refund', async () => {
    const { owner, orden, token } = await invited()
    await then(orden, 'pagar_dos_veces')
    await then(orden, 'reembolsar')
    expect(await earned(owner.id)).toEqual([1, 100])
    const other = await invited()
    await then(other.orden, 'aprobar')
    const [paid] = await t.database
      .sql`SELECT id_pago FROM pagos WHERE id_orden = (SELECT id FROM ordenes WHERE numero = ${other.orden})`
    await tell(other.token, other.orden, 'approved', { id: paid?.id_pago, detail: 'partially_refunded' })
    expect(await earned(other.owner.id)).toEqual([1, 100])
    expect((await order(token, orden)).estado).toBe('pagada')
  })

  it('are never awarded when the refund arrives before the payment', async () => {
    const { owner, orden, token } = await invited()
    await tell(token, orden, 'refunded')
    await tell(token, orden, 'approved')
    expect([(await order(token, orden)).estado, ...(await earned(owner.id))]).toEqual(['reembolsada', 0, 0])
  })

  it('are awarded once for several courses, and withdrawn at once', async () => {
    const { owner, orden, person, token } = await invited(3)
    await then(orden, 'aprobar')
    expect([...(await earned(owner.id)), await enrolledIn(token, person.id)]).toEqual([1, 100, 3])
    await then(orden, 'contracargo')
    expect([...(await earned(owner.id)), await enrolledIn(token, person.id)]).toEqual([0, 0, 0])
  })

  it('are withdrawn only for the refunded order when a course was bought twice', async () => {
    const { owner, codigo, token, ids, orden, person } = await invited(2)
    const second = (await buy(token, ids.slice(0, 1), { codigo })).body.orden
    await then(orden, 'aprobar')
    await then(second, 'aprobar')
    expect(await earned(owner.id)).toEqual([2, 200])
    await then(orden, 'reembolsar')
    expect((await ledger(owner.id)).map(({ clave }) => clave)).toEqual([second])
    expect(await enrolledIn(token, person.id)).toBe(1)
  })

  it('return when the order is paid again', async () => {
    const { owner, orden, token } = await invited()
    await then(orden, 'aprobar')
    await then(orden, 'contracargo')
    expect(await earned(owner.id)).toEqual([0, 0])
    for (let n = 0; n < 3; n++) await tell(token, orden, 'approved', { id: `${orden}-b` })
    expect([(await order(token, orden)).estado, ...(await earned(owner.id))]).toEqual(['pagada', 1, 100])
  })

  it('are withdrawn after 100 concurrent notifications, and restored after as many', async () => {
    const { owner, orden, token } = await invited()
    const words = (id: string, ...all: PaymentStatus[]) =>
      Promise.all(Array.from({ length: 50 }, (_, n) => tell(token, orden, all[n % all.length] ?? 'approved', { id })))
    await words(`${orden}-a`, 'approved', 'refunded', 'pending')
    expect([(await order(token, orden)).estado, ...(await earned(owner.id))]).toEqual(['reembolsada', 0, 0])
    await words(`${orden}-b`, 'approved', 'pending')
    expect([(await order(token, orden)).estado, ...(await earned(owner.id))]).toEqual(['pagada', 1, 100])
  })

  it('of two users who invited each other are withdrawn concurrently', async () => {
    const [one, two] = [await invited(), await invited()]
    for (const [mine, theirs] of [
      [one, two],
      [two, one],
    ] as const)
      await t.database
        .sql`UPDATE referidos SET id_usuario = ${theirs.person.id}, numero = 1 WHERE id_usuario = ${mine.owner.id}`
    await then(one.orden, 'aprobar')
    await then(two.orden, 'aprobar')
    expect([await pointsOf(one.person.id), await pointsOf(two.person.id)]).toEqual([100, 100])
    const ids = await t.database.sql`SELECT id_pago, numero FROM pagos p JOIN ordenes o ON o.id = p.id_orden
      WHERE o.numero IN (${one.orden}, ${two.orden})`
    await Promise.all(
      ids.flatMap(({ id_pago, numero }) =>
        Array.from({ length: 5 }, () =>
          tell(numero === one.orden ? one.token : two.token, numero, 'refunded', { id: id_pago }),
        ),
      ),
    )
    expect([await pointsOf(one.person.id), await pointsOf(two.person.id)]).toEqual([0, 0])
  })

  it('of a closed month leave the ledger; the published ranking stays', async () => {
    const { owner, orden } = await invited()
    await then(orden, 'aprobar')
    await t.database.sql`UPDATE puntos SET mes = '2025-03-01', creado_en = '2025-03-10' WHERE id_usuario = ${owner.id}`
    await t.database.sql`UPDATE puntos_mes SET mes = '2025-03-01' WHERE id_usuario = ${owner.id}`
    await closeMonths(t.deps.db, notifyWinners, '2025-04-02')
    await then(orden, 'reembolsar')
    expect(await ledger(owner.id)).toEqual([])
    const frozen = await t.database.sql`SELECT puntos FROM rankings_cerrados WHERE id_usuario = ${owner.id}`
    expect(frozen.map(({ puntos }) => puntos)).toEqual([100])
  })

  it('are not awarded for a free order, refunded or not', async () => {
    const { owner, codigo } = await referral(10)
    const { token, ids, person } = await scene()
    await t.database.sql`UPDATE cursos SET costo_centimos = 0 WHERE id = ${ids[0] ?? 0}`
    await buy(token, ids, { codigo })
    expect([await enrolledIn(token, person.id), ...(await earned(owner.id))]).toEqual([1, 0, 0])
  })
})

describe('what the buyer earned in a refunded course', () => {
  /** A bought course with closed attendance and a passed exam: 10 + 100 + 50 + 50 points, two certificates. */
  async function studied() {
    const buyer = await scene(2)
    const [id = 0] = buyer.ids
    const [module] = await t.database
      .sql`SELECT m.id, l.id AS leccion FROM modulos m JOIN lecciones l ON l.id_modulo = m.id WHERE m.id_curso = ${id}`
    const exam = await anExam(t.deps.db, { id_curso: id, id_modulo: module?.id })
    const { orden } = (await buy(buyer.token, [id])).body as { orden: string }
    await then(orden, 'aprobar')
    const body = { leccion_id: module?.leccion }
    for (const step of ['iniciar', 'cerrar'])
      await t.call('POST', `/api/asistencia/${step}`, { token: buyer.token, body })
    await sit(t, exam, buyer.token)
    return { ...buyer, id, orden }
  }
  const certificates = async (id: number) =>
    (await t.database.sql`SELECT estado FROM certificados WHERE id_usuario = ${id} ORDER BY id`).map(
      ({ estado }) => estado,
    )

  it('is withdrawn, certificates too, and restored when it is paid again', async () => {
    const { person, orden, token } = await studied()
    const before = await ledger(person.id)
    expect([before.length, await pointsOf(person.id), await certificates(person.id)]).toEqual([
      4,
      210,
      ['vigente', 'vigente'],
    ])
    for (let n = 0; n < 2; n++) await then(orden, 'contracargo')
    expect([...(await earned(person.id)), await certificates(person.id)]).toEqual([0, 0, ['revocado', 'revocado']])
    await tell(token, orden, 'approved', { id: `${orden}-b` })
    expect(await certificates(person.id)).toEqual(['vigente', 'vigente'])
    const clue = ({ motivo, clave, puntos }: Entry) => `${motivo} ${clave} ${puntos}`
    expect((await ledger(person.id)).map(clue).sort()).toEqual(before.map(clue).sort())
    expect(await pointsOf(person.id)).toBe(210)
  })

  it('is restored by another purchase of the course', async () => {
    const { person, orden, token, id } = await studied()
    await then(orden, 'reembolsar')
    const again = (await buy(token, [id])).body.orden
    await then(again, 'aprobar')
    expect([...(await earned(person.id)), await certificates(person.id)]).toEqual([4, 210, ['vigente', 'vigente']])
  })

  it('is withdrawn again when that purchase is given back as well', async () => {
    const { person, orden, token, id } = await studied()
    await then(orden, 'reembolsar')
    const again = (await buy(token, [id])).body.orden
    await then(again, 'aprobar')
    await t.database.sql`UPDATE ordenes SET pagada_en = now() + interval '40 hours' WHERE numero = ${again}`
    await then(again, 'reembolsar')
    expect([...(await earned(person.id)), await certificates(person.id)]).toEqual([0, 0, ['revocado', 'revocado']])
  })

  it('stays while another paid order covers the course', async () => {
    const { person, orden, token, ids, id } = await studied()
    // Two tabs: both orders were created before either was paid.
    await t.database
      .sql`UPDATE matriculas SET estado = 'suspendida', suspendida_por = 'personal' WHERE id_usuario = ${person.id}`
    const second = (await buy(token, ids)).body.orden
    await then(second, 'aprobar')
    expect((await order(token, second)).lineas.map((line: { id_curso: number }) => line.id_curso)).toContain(id)
    await then(orden, 'reembolsar')
    expect([...(await earned(person.id)), await certificates(person.id)]).toEqual([4, 210, ['vigente', 'vigente']])
  })

  it('stays when earned before the purchase, in an ended enrolment', async () => {
    const { person, orden } = await studied()
    await t.database.sql`UPDATE ordenes SET pagada_en = now() + interval '40 hours' WHERE numero = ${orden}`
    await then(orden, 'reembolsar')
    expect([...(await earned(person.id)), await certificates(person.id)]).toEqual([4, 210, ['vigente', 'vigente']])
  })

  it('is paused under review: points are withdrawn, certificates are not revoked yet', async () => {
    const { person, orden, token } = await studied()
    const [paid] = await t.database
      .sql`SELECT id_pago FROM pagos p JOIN ordenes o ON o.id = p.id_orden WHERE o.numero = ${orden}`
    await tell(token, orden, 'approved', { id: `${orden}-b`, amountCentimos: 1 })
    await tell(token, orden, 'refunded', { id: paid?.id_pago })
    expect([(await order(token, orden)).estado, await pointsOf(person.id), await certificates(person.id)]).toEqual([
      'en_revision',
      0,
      ['vigente', 'vigente'],
    ])
    await tell(token, orden, 'refunded', { id: `${orden}-b`, amountCentimos: 1 })
    expect(await certificates(person.id)).toEqual(['revocado', 'revocado'])
  })

  it('does not affect other students of the course', async () => {
    const one = await studied()
    const other = await aPerson(t.deps.db)
    await t.database.sql`INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, puntos, mes)
      SELECT id_cliente, ${other.id}, motivo, clave, puntos, mes FROM puntos WHERE id_usuario = ${one.person.id}`
    await then(one.orden, 'reembolsar')
    expect(await earned(other.id)).toEqual([4, 210])
  })
})
