import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { aPerson, limaDay } from '../../../test/builders.ts'
import { useApp } from '../../../test/harness.ts'
import { shopping } from '../../../test/shop.ts'
import { openSql } from '../../../test/sql.ts'
import { untilWaiting } from '../../../test/waiting.ts'
import type { GatewayPayment, PaymentStatus } from './gateway.ts'
import { sandbox } from './sandbox.ts'
import { applyPayment } from './settlement.ts'

const t = useApp()
const { buy, scene, order, enrolledIn, settle, notices, warningsOf } = shopping(t)

beforeEach(async () => {
  await t.database.sql`DELETE FROM limites`
})

type Step = { status: PaymentStatus; payment: string; amount: number }

const step = fc.record({
  status: fc.constantFrom<PaymentStatus>('pending', 'rejected', 'cancelled', 'approved', 'refunded', 'charged_back'),
  payment: fc.constantFrom('a', 'b'),
  amount: fc.constantFrom(14_900, 14_900, 14_900, 1),
})

const paidBack = (amount: number): Step => ({ status: 'refunded', payment: 'a', amount })

const tell = (orden: string, { status, payment, amount }: Step, extra: Partial<GatewayPayment> = {}, live = false) =>
  applyPayment(
    t.deps.db,
    t.deps.jobs,
    { ...sandbox(t.deps.db, t.deps.config), live },
    {
      id: `${orden}-${payment}`,
      reference: orden,
      status,
      detail: null,
      amountCentimos: amount,
      currency: 'PEN',
      live: false,
      ...extra,
    },
  )

async function bought() {
  await t.database.sql`DELETE FROM limites`
  const { person, token, ids } = await scene()
  const { orden } = (await buy(token, ids)).body as { orden: string }
  return { person, token, ids, orden }
}

const whole = { status: 'approved', payment: 'a', amount: 14_900 } as const

/** Applies each step twice and returns the states of the order. */
async function walk(steps: Step[]) {
  const { person, token, orden } = await bought()
  const states: string[] = []
  for (const one of steps) {
    await tell(orden, one)
    await tell(orden, one)
    const [row] = await t.database.sql`SELECT estado FROM ordenes WHERE numero = ${orden}`
    states.push(row?.estado)
    // Paid if and only if enrolled.
    expect(await enrolledIn(token, person.id)).toBe(row?.estado === 'pagada' ? 1 : 0)
  }
  return states
}

describe('settlement', () => {
  it('ends in the same state for every order of notifications', async () => {
    const word = fc.record({ status: step.map((one) => one.status), payment: fc.constantFrom('a', 'b') })
    await fc.assert(
      fc.asyncProperty(
        fc
          .array(word, { minLength: 2, maxLength: 5 })
          .chain((words) => fc.tuple(fc.constant(words), fc.shuffledSubarray(words, { minLength: words.length }))),
        async ([words, shuffled]) => {
          const amount = 14_900
          const one = await walk(words.map((entry) => ({ ...entry, amount })))
          const other = await walk(shuffled.map((entry) => ({ ...entry, amount })))
          expect(other.at(-1)).toBe(one.at(-1))
        },
      ),
      { numRuns: 25 },
    )
  })

  it('never reverts, invents or loses a sale, for any order and number of notifications', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
        const states = await walk(steps)
        const first = states.indexOf('pagada')
        const after = first < 0 ? [] : states.slice(first)
        // A second payment of another amount is reviewed by a person; the order can never be paid again.
        expect(after.filter((state) => ['pendiente', 'en_espera', 'rechazada', 'cancelada'].includes(state))).toEqual(
          [],
        )
        const paid = steps.slice(0, first + 1).some((one) => one.status === 'approved' && one.amount === 14_900)
        expect(first < 0 || paid).toBe(true)
      }),
      { numRuns: 40, examples: [[[paidBack(1), paidBack(14_900)]]] },
    )
  })

  it('of two orders of one course, paid at once, one has its money to give back', async () => {
    const { person, token, ids } = await scene(2)
    const both: string[] = []
    for (const some of [ids, ids.slice(0, 1)]) both.push((await buy(token, some)).body.orden)
    const [large = '', small = ''] = both
    await Promise.all([tell(large, { ...whole, amount: 29_800 }), tell(small, whole)])
    await settle()
    const owed = await Promise.all(both.map(async (orden) => (await order(token, orden)).por_devolver))
    expect(owed.toSorted()).toEqual([0, 149])
    expect(await enrolledIn(token, person.id)).toBe(2)
    const told = (await notices(person.id)).map(({ mensaje }) => mensaje)
    expect(told.filter((text) => text.startsWith('Pagaste cursos que ya tenías'))).toHaveLength(1)
  })

  it('enrols and tells once for 50 concurrent notifications of two payments: paid, and charged twice', async () => {
    const { person, token, orden } = await bought()
    await Promise.all(Array.from({ length: 50 }, (_, n) => tell(orden, { ...whole, payment: n % 2 ? 'a' : 'b' })))
    await settle()
    expect((await order(token, orden)).estado).toBe('pagada')
    expect(await enrolledIn(token, person.id)).toBe(1)
    const short = orden.slice(0, 8).toUpperCase()
    expect((await notices(person.id)).map(({ mensaje, asunto }) => [asunto, mensaje]).toSorted()).toEqual([
      ['Curso 1', 'Ya puedes empezar tu curso\n¡Te damos la bienvenida!'],
      [`Orden ${short}`, 'Tu orden se cobró dos veces\nLa academia ya fue avisada y te devolverá S/ 149.00.'],
    ])
    const subjects = t.outbox.filter((letter) => letter.to === person.correo).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      `Tu compra en Marca 2: orden ${short}`,
      `Tu compra se cobró dos veces: orden ${short}`,
    ])
  })

  it('makes one enrolment for two tabs that pay overlapping courses concurrently', async () => {
    await t.database.sql`DELETE FROM limites`
    const { person, token, ids } = await scene(3)
    const tabs = await Promise.all([
      buy(token, ids),
      buy(token, ids),
      buy(token, ids.slice(1)),
      buy(token, ids.slice(1)),
    ])
    const numbers = [...new Set(tabs.map((tab) => tab.body.orden as string))]
    expect(numbers).toHaveLength(2)
    const totals = await Promise.all(numbers.map(async (numero) => (await order(token, numero)).total * 100))
    await Promise.all(
      numbers.flatMap((numero, at) =>
        Array.from({ length: 5 }, () => tell(numero, { ...whole, amount: totals[at] ?? 0 })),
      ),
    )
    expect(await enrolledIn(token, person.id)).toBe(3)
    const [row] = await t.database.sql`SELECT count(*)::int AS n FROM matriculas WHERE id_usuario = ${person.id}`
    expect(row?.n).toBe(3)
  })

  it.each([
    ['stays open when the other one is paid', ['pending', 'approved'], 1],
    ['closes when the other one is given back too', ['approved', 'refunded'], 0],
  ] as const)('a place of two orders, one of them given back, %s at the same moment', async (_what, words, due) => {
    const { person, token, ids } = await scene(2)
    const first: string = (await buy(token, ids.slice(0, 1))).body.orden
    const second: string = (await buy(token, ids)).body.orden
    const [before, at] = words
    const both = { ...whole, amount: 29_800 }
    await tell(first, whole)
    await tell(second, { ...both, status: before })
    const held = await openSql(t.deps.config.databaseUrl ?? '')
    await held`BEGIN`
    await held`SELECT 1 FROM matriculas WHERE id_usuario = ${person.id} AND id_curso = ${ids[0] ?? 0} FOR UPDATE`
    // They reach the locked enrolment one after the other, and proceed in that order.
    const turns = [tell(second, { ...both, status: at })]
    await untilWaiting(t, 1)
    turns.push(tell(first, { ...whole, status: 'refunded' }))
    await untilWaiting(t, 2)
    await held`COMMIT`
    await held.end()
    await Promise.all(turns)
    const [row] = await t.database.sql`SELECT count(*)::int AS n FROM matriculas
      WHERE id_usuario = ${person.id} AND id_curso = ${ids[0] ?? 0} AND estado = 'activa'`
    expect(row?.n).toBe(due)
  })

  it.each([
    ['of another currency', { currency: 'USD' }],
    ['of a céntimo less', { amountCentimos: 14_899 }],
    ['of a céntimo more', { amountCentimos: 14_901 }],
  ])('enrols no one for money %s, and requests a review', async (_what, extra) => {
    const { person, token, orden } = await bought()
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    await tell(orden, whole, extra)
    await tell(orden, whole, extra)
    await settle()
    expect([(await order(token, orden)).estado, await enrolledIn(token, person.id)]).toEqual(['en_revision', 0])
    const ruta = `/gestion/ordenes/${orden}`
    expect((await notices(admin.id)).filter((notice) => notice.ruta === ruta)).toHaveLength(1)
    expect(warningsOf(admin.correo, ruta)).toHaveLength(1)
  })

  it('ignores test payments of a live gateway', async () => {
    const { person, token, orden } = await bought()
    await tell(orden, whole, {}, true)
    expect([(await order(token, orden)).estado, await enrolledIn(token, person.id)]).toEqual(['pendiente', 0])
    await tell(orden, whole, { live: true }, true)
    expect([(await order(token, orden)).estado, await enrolledIn(token, person.id)]).toEqual(['pagada', 1])
  })

  it('keeps the enrolment after a partial refund, and warns the staff', async () => {
    const { person, token, orden } = await bought()
    const admin = await aPerson(t.deps.db, { tipo_cliente: 'Administrador' })
    await tell(orden, whole, { detail: 'accredited' })
    for (let n = 0; n < 2; n++) await tell(orden, whole, { detail: 'partially_refunded', refundedCentimos: 4000 })
    await tell(orden, whole, { detail: 'accredited' })
    await settle()
    expect([(await order(token, orden)).estado, await enrolledIn(token, person.id)]).toEqual(['pagada', 1])
    expect((await notices(admin.id)).filter((notice) => notice.mensaje.includes('una parte'))).toHaveLength(1)
    expect(warningsOf(admin.correo, orden)).toHaveLength(1)
    await tell(orden, { ...whole, status: 'refunded' })
    expect(await enrolledIn(token, person.id)).toBe(0)
  })

  it('counts what came back never twice, above what was paid, or backwards', async () => {
    const { person, token, orden } = await bought()
    const part = (refundedCentimos: number) => tell(orden, whole, { detail: 'partially_refunded', refundedCentimos })
    await tell(orden, whole)
    await Promise.all(Array.from({ length: 10 }, () => part(4000)))
    await part(1000)
    await tell(orden, whole, { detail: 'accredited' })
    expect((await order(token, orden)).devuelto).toBe(40)
    await part(20_000)
    expect(await order(token, orden)).toMatchObject({ estado: 'reembolsada', devuelto: 149 })
    const told = (await notices(person.id)).map(({ mensaje }) => /S\/ [\d.]+/.exec(mensaje)?.[0]).filter(Boolean)
    expect(told.toSorted()).toEqual(['S/ 109.00', 'S/ 40.00'])
  })

  it('has the days of the gateway, in Lima, and of what it lists later only what is new', async () => {
    const { orden } = await bought()
    const back = (refundedCentimos: number, ...refunds: [string, number][]) =>
      tell(orden, whole, {
        ...{ detail: 'partially_refunded', refundedCentimos, approvedAt: '2026-03-02T03:00:00Z' },
        refunds: refunds.map(([id, centimos]) => ({
          id: `${orden}-${id}`,
          centimos,
          done: true,
          at: '2026-03-06T03:00:00Z',
        })),
      })
    await back(0)
    await back(4000)
    await back(6000, ['one', 4000], ['two', 2000])
    const money = await t.database.sql`SELECT m.centimos, m.dia::text, m.id_pasarela FROM movimientos m
      JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = ${orden} ORDER BY m.id`
    expect([...money]).toEqual([
      { centimos: 14_900, dia: '2026-03-01', id_pasarela: `${orden}-a` },
      { centimos: -4000, dia: limaDay(), id_pasarela: `${orden}-a:4000` },
      { centimos: -2000, dia: '2026-03-05', id_pasarela: `${orden}-two` },
    ])
  })

  it('ignores payments without an order, of another gateway or with an invalid reference', async () => {
    const { token, orden } = await bought()
    await t.database.sql`UPDATE ordenes SET pasarela = 'mercadopago' WHERE numero = ${orden}`
    await tell(orden, whole)
    for (const reference of ['', 'hola', "'; --", '00000000-0000-4000-8000-000000000000'])
      await tell(orden, whole, { reference })
    expect((await order(token, orden)).estado).toBe('pendiente')
  })
})
