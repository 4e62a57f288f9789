import { expect, it } from 'vitest'
import type { GatewayPayment } from '../src/features/orders/gateway.ts'
import { withDiscount } from '../src/features/orders/prices.ts'
import { applyPayment } from '../src/features/orders/settlement.ts'
import { migrateDatabase } from '../src/platform/db/migrate.ts'
import type { Jobs } from '../src/platform/jobs.ts'
import { released, STEPS } from './long/migrations.ts'
import { aDatabase } from './long/scratch.ts'
import { withDatabase } from './long/writers.ts'
import { fillOld, NUMBERS, OLD, type OldPayment, paid, paymentId } from './old-orders.ts'
import { type TestSql, withSql } from './sql.ts'

const nameOf = (numero: string) => Object.keys(OLD).find((name) => NUMBERS[name] === numero) ?? ''

/** Of each order its state, money and closed lines, in the words of {@link OLD}. */
async function standing(sql: TestSql) {
  const rows = await sql`
    SELECT o.numero, o.estado, (SELECT array_agg(l.cerrada_en IS NOT NULL ORDER BY l.id_curso) FROM orden_lineas l WHERE l.id_orden = o.id) AS cerradas,
      ARRAY(SELECT concat_ws(' ', to_char(m.dia, 'DD'), m.tipo, m.centimos, CASE WHEN m.salda THEN 'salda' END,
          CASE WHEN m.tipo = 'devolucion' AND m.id_pasarela IS NULL THEN 'espera' END, '=',
          (SELECT string_agg(l.centimos::text, ' ' ORDER BY l.id_curso) FROM movimiento_lineas l WHERE l.id_movimiento = m.id))
        FROM movimientos m WHERE m.id_orden = o.id ORDER BY m.id) AS dinero
    FROM ordenes o ORDER BY o.id`
  return Object.fromEntries(rows.map(({ numero, ...row }) => [nameOf(numero), row]))
}

const EXPECTED = Object.fromEntries(
  Object.entries(OLD).map(
    ([name, { estado, queda = estado, precios = [0, 0], cerradas = precios.map(() => false), dinero }]) => [
      name,
      { estado: queda, cerradas, dinero },
    ],
  ),
)

/** With what stood, brought to this release. */
async function aMigrated(): Promise<string> {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.indexOf('0006_first_free_lesson')))
  await withSql(url, fillOld)
  await migrateDatabase(url)
  return url
}

it('money of every kind becomes movements', async () => {
  expect(await withSql(await aMigrated(), standing)).toEqual(EXPECTED)
})

/** What the gateway says today of a payment. */
const toldOf = (name: string, place: number, one: OldPayment): GatewayPayment => ({
  id: paymentId(name, place),
  reference: NUMBERS[name] ?? '',
  status: one.estado,
  detail: one.detalle === 'aceptado_por_personal' ? 'accredited' : (one.detalle ?? null),
  amountCentimos: one.centimos,
  refundedCentimos: one.devuelto ?? 0,
  refunds: one.devuelto ? [{ id: `${name}-1`, centimos: one.devuelto, done: true }] : [],
  currency: one.moneda ?? 'PEN',
  live: true,
})

/** Applies it as every notice is, with what it sends. */
async function tell(url: string, payments: GatewayPayment[]): Promise<unknown[]> {
  const sent: unknown[] = []
  const jobs = { send: async (...job: unknown[]) => void sent.push(job) } as unknown as Jobs
  const gateway = { name: 'mercadopago', live: true } as const
  await withDatabase(url, async ({ db }) => {
    for (const payment of payments) await applyPayment(db, jobs, gateway, payment)
  })
  return sent
}

it('what the gateway says again of each writes nothing', async () => {
  const url = await aMigrated()
  const payments = Object.entries(OLD).flatMap(([name, { pagos = [] }]) =>
    pagos.map((one, place) => toldOf(name, place, one)),
  )
  expect(await tell(url, payments)).toEqual([])
  expect(await withSql(url, standing)).toEqual(EXPECTED)
  const [written] = await withSql(
    url,
    (sql) => sql`SELECT (SELECT count(*) FROM auditoria)::int AS audits,
    (SELECT count(*) FROM orden_avisos)::int AS notices, (SELECT count(*) FROM notificaciones)::int AS warnings`,
  )
  expect(written).toEqual({ audits: 0, notices: 0, warnings: 0 })
})

it('a refund after those of before is told by its own id', async () => {
  const url = await aMigrated()
  const name = 'partly refunded by the gateway'
  const before = toldOf(name, 0, paid({ devuelto: 7000 }))
  const refunds = [4000, 3000].map((centimos, n) => ({ id: `parte-${n + 1}`, centimos, done: true }))
  await tell(url, [{ ...before, refunds }])
  const last = await withSql(
    url,
    (sql) => sql`SELECT m.centimos, m.id_pasarela FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
    WHERE o.numero = ${NUMBERS[name]} ORDER BY m.id DESC LIMIT 1`,
  )
  expect(last).toEqual([{ centimos: -3000, id_pasarela: 'parte-2' }])
})

it('each line gets its part of the order’s discount, as the checkout had spread it', async () => {
  const url = await aDatabase()
  await migrateDatabase(url, released(STEPS.indexOf('0006_first_free_lesson')))
  await withSql(url, fillOld)
  await migrateDatabase(url, released(STEPS.indexOf('0011_money_by_day')))
  await withSql(url, async (sql) => {
    await sql`INSERT INTO ordenes (numero, id_cliente, id_usuario, huella, subtotal_centimos, descuento_centimos, total_centimos, pasarela, estado)
      SELECT gen_random_uuid(), u.id_cliente, u.id, 'n' || n, 0, 0, 0, 'sandbox', 'cancelada'
      FROM generate_series(1, 400) n, (SELECT id, id_cliente FROM usuarios ORDER BY id LIMIT 1) u`
    await sql`INSERT INTO orden_lineas (id_orden, id_curso, nombre, precio_centimos)
      SELECT o.id, c.id, 'Curso', CASE WHEN (o.id + c.id) % 7 = 0 THEN 0 ELSE (o.id * 7919 + c.id * 104729) % 20000 END
      FROM ordenes o, cursos c WHERE o.huella LIKE 'n%'`
    await sql`UPDATE ordenes o SET subtotal_centimos = s.suma, descuento_centimos = s.suma * (o.id % 101) / 100, total_centimos = s.suma - s.suma * (o.id % 101) / 100
      FROM (SELECT id_orden, sum(precio_centimos) AS suma FROM orden_lineas GROUP BY 1) s WHERE s.id_orden = o.id AND o.huella LIKE 'n%'`
  })
  await migrateDatabase(url)
  const orders = await withSql(
    url,
    (sql) => sql`SELECT o.descuento_centimos AS descuento, array_agg(l.precio_centimos ORDER BY l.id_curso) AS precios,
      array_agg(l.precio_centimos - l.descuento_centimos ORDER BY l.id_curso) AS netos
    FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id GROUP BY o.id`,
  )
  expect(orders.filter(({ descuento, precios }) => descuento > 0 && precios.length > 1).length).toBeGreaterThan(300)
  for (const { descuento, precios, netos } of orders) expect(netos).toEqual(withDiscount(precios, descuento))
})
