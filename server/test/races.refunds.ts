import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { REFUND_JOB } from '../src/features/orders/refund-asking.ts'
import { failNextRefund, makeSandboxPayment, refundInSandbox } from '../src/features/orders/sandbox.ts'
import { aCourse, aPerson, PASSWORD } from './builders.ts'
import { anOrder, LIVE, notifier, settle, verify } from './races.shop.ts'
import { answered, answeredOnly, aStudent, countIn, ofThose, type Race, type Track, together } from './races.track.ts'

/** Two prices, because of two refunds of one amount that are under way the second is refused. */
const SOLES = [149, 99] as const
const WHOLE = (SOLES[0] + SOLES[1]) * 100

/** Of two courses. */
async function paidOrder(track: Track) {
  const { db } = track.t.deps
  const buyer = await aStudent(track)
  const ids = (await Promise.all(SOLES.map(() => aCourse(db)))).map(({ id }) => id)
  await track.t.database.sql`UPDATE cursos SET costo_centimos = ${SOLES[1] * 100} WHERE id = ${ids[1] ?? 0}`
  const numero = await anOrder(track, buyer, ids)
  const payment = (await makeSandboxPayment(db, numero, 'approved')) ?? ''
  answered([await verify(track, buyer, numero)], { 200: 1 })
  return { buyer, ids, numero, payment }
}
type Paid = Awaited<ReturnType<typeof paidOrder>>

const STATE = `SELECT count(*) AS n FROM ordenes WHERE numero = $1::uuid AND estado = 'reembolsada'`
const MONEY = `SELECT coalesce(sum(m.centimos), 0) AS n FROM movimientos m JOIN ordenes o ON o.id = m.id_orden WHERE o.numero = $1::uuid`
const RETURNED = `SELECT coalesce(sum(d.centimos), 0) AS n FROM devoluciones_de_prueba d JOIN pagos_de_prueba p ON p.id = d.id_pago WHERE p.referencia = $1`
const DONE = `SELECT count(*) AS n FROM devoluciones d JOIN ordenes o ON o.id = d.id_orden WHERE o.numero = $1::uuid AND d.estado = 'hecha'`
const TOLD = `SELECT coalesce(sum(a.monto_centimos), 0) AS n FROM orden_avisos a JOIN ordenes o ON o.id = a.id_orden
  WHERE o.numero = $1::uuid AND a.tipo IN ('devolucion_hecha', 'devolucion_parcial', 'cobro_devuelto', 'reembolsada')`

/** Delivers the jobs of the refunds twice more, to both instances and here. */
async function deliverAgain(track: Track, { numero }: Paid): Promise<void> {
  const { jobs, db } = track.t.deps
  const sent = await track.t.database.sql<{ id: number }[]>`
    SELECT d.id FROM devoluciones d JOIN ordenes o ON o.id = d.id_orden WHERE o.numero = ${numero}`
  for (const { id } of [...sent, ...sent]) await jobs.send(db, REFUND_JOB, { id })
  await track.t.database
    .sql`UPDATE pgboss.job SET start_after = now() WHERE name = ${REFUND_JOB} AND state IN ('created', 'retry')`
  await settle(track, [REFUND_JOB])
}

async function outcomeOf(track: Track, which: string, { numero, buyer, ids }: Paid, refunds: number) {
  const count = (query: string) => countIn(track, query, [numero])
  return {
    [`refunds at the gateway, ${which}`]: { met: await count(RETURNED), due: WHOLE },
    [`money left, ${which}`]: { met: await count(MONEY), due: 0 },
    [`orders given back, ${which}`]: { met: await count(STATE), due: 1 },
    [`refunds done, ${which}`]: { met: await count(DONE), due: refunds },
    [`céntimos told, ${which}`]: { met: await count(TOLD), due: WHOLE },
    [`live places, ${which}`]: { met: await countIn(track, LIVE, [buyer.id, ids]), due: 0 },
  }
}

/**
 * Staff ask for a course each beside each other, one form again and again, while the gateway tells of what it did, its answer
 * is lost and the job comes twice; and staff record what the gateway gave back in its own panel.
 */
export const moneyBack: Race = async (track) => {
  const { t, copies, parallel } = track
  const [asked, recorded] = [await paidOrder(track), await paidOrder(track)]
  const people = await Promise.all(Array.from({ length: parallel }, () => aPerson(t.deps.db, { roles: ['marca'] })))
  const tokens = await Promise.all(people.map(({ id }) => t.tokenOf(id)))
  const [form, record] = [randomUUID(), randomUUID()]
  const give = (n: number, numero: string, more: object) =>
    copies.ask('POST', '/gestion/devoluciones', {
      token: tokens[n] ?? '',
      body: { motivo: 'Se equivocó de curso.', envio: randomUUID(), password: PASSWORD, numero, ...more },
    })
  const course = (at: 0 | 1) => ({
    ...{ via: 'pasarela', lineas: [{ id_curso: asked.ids[at], monto: SOLES[at] }], cierra: [asked.ids[at]] },
  })
  if (Math.random() < 0.5) await failNextRefund(t.deps.db, asked.numero, 'sin_respuesta')
  await refundInSandbox(t.deps.db, recorded.numero, WHOLE)
  const inPanel = { via: 'registrada', medio: 'mercadopago', monto: WHOLE / 100, cierra: recorded.ids, envio: record }
  const tell = await notifier(track)
  const kinds: ((n: number) => ReturnType<typeof tell>)[] = [
    (n) => give(n, asked.numero, course(0)),
    () => give(1, asked.numero, { ...course(1), envio: form }),
    (n) => (n % 10 < 5 ? verify(track, asked.buyer, asked.numero) : tell(asked.payment)),
    () => give(3, recorded.numero, inPanel),
    (n) => (n % 10 < 5 ? verify(track, recorded.buyer, recorded.numero) : tell(recorded.payment)),
  ]
  const replies = await together(parallel, (n) => (kinds[n % 5] as (typeof kinds)[0])(n))
  const of = (kind: number) => ofThose(replies, (n) => n % 5 === kind)
  const taken = of(0).filter(({ status }) => status === 200)
  answeredOnly(of(0), ['200', '409 MONTO_EXCEDIDO', '409 ORDEN_NO_PAGADA'])
  for (const kind of [1, 2, 3, 4]) answered(of(kind), { 200: of(kind).length })
  await settle(track)
  await deliverAgain(track, asked)
  const repeats = [1, 3].map((kind) => new Set(of(kind).map(({ body }) => body.data.id)).size)
  expect(repeats).toEqual([1, 1])
  return {
    'refunds of the course': { met: taken.length, due: 1 },
    ...(await outcomeOf(track, 'asked', asked, 2)),
    ...(await outcomeOf(track, 'recorded', recorded, 1)),
  }
}
