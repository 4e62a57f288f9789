import type { SalesQuery } from '@campus/contract/orders.staff'
import { MAX_COUNTED } from '@campus/contract/staff'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { dias_de_dinero, dinero_del_dia } from './movements.tables.ts'
import { CAME_IN } from './orders.tables.ts'

/** Which money is summed; `registro`: of the charges that this person registered, or of those that were paid online. */
export type MoneyAsked = Pick<SalesQuery, 'desde_dia' | 'hasta_dia' | 'medio' | 'curso' | 'registro'>

/** Days of Lima. */
type Period = { from?: SQL | undefined; to?: SQL | undefined }

/** Of movements `m`: how many charges with money there were, what came in, what went back. */
const COUNTED = sql`count(*) FILTER (WHERE m.tipo = 'cobro' AND m.centimos > 0) - count(*) FILTER (WHERE m.tipo = 'ajuste' AND m.centimos < 0) AS cobros,
  coalesce(sum(m.centimos) FILTER (WHERE ${CAME_IN}), 0) AS cobrado_centimos,
  -coalesce(sum(m.centimos) FILTER (WHERE NOT ${CAME_IN}), 0) AS devuelto_centimos`

const all = (conditions: SQL[]): SQL => sql.join(conditions, sql` AND `)

/** Movements of the days of `days`, of a course its part alone. */
const moneyOf = (days: SQL, curso: number | SQL | undefined): SQL =>
  curso === undefined
    ? sql`(SELECT v.id, v.id_orden, v.dia, 0::bigint AS id_curso, v.medio, v.id_registro, v.tipo, v.centimos
        FROM ${days} d JOIN movimientos v ON v.id_cliente = d.id_cliente AND v.dia = d.dia)`
    : sql`(SELECT v.id, v.id_orden, v.dia, l.id_curso, v.medio, v.id_registro, v.tipo, l.centimos
        FROM ${days} d JOIN movimientos v ON v.id_cliente = d.id_cliente AND v.dia = d.dia
          JOIN movimiento_lineas l ON l.id_movimiento = v.id AND l.id_curso = ${curso})`

const daysOf = (id_cliente: number, { from, to }: Period): SQL => {
  const bounds = [...(from ? [sql`d.dia >= ${from}`] : []), ...(to ? [sql`d.dia <= ${to}`] : [])]
  return sql`(SELECT d.id_cliente, d.dia, d.sumado FROM dias_de_dinero d
    WHERE ${all([sql`d.id_cliente = ${id_cliente}`, ...bounds])})`
}

/** Of sums or movements `m`. */
function askedOf({ medio, registro }: MoneyAsked): SQL[] {
  const who = registro === 'en_linea' ? 0 : registro
  return [
    ...(medio ? [sql`m.medio = ${medio}`] : []),
    ...(who === undefined ? [] : [sql`coalesce(m.id_registro, 0) = ${who}`]),
  ]
}

/** Sums `m` of the days that are over. */
const summed = (days: SQL, asked: MoneyAsked): SQL => sql`FROM ${days} d
    JOIN dinero_del_dia m ON m.id_cliente = d.id_cliente AND m.dia = d.dia
  WHERE ${all([sql`d.sumado AND m.id_curso = ${asked.curso ?? 0}`, ...askedOf(asked)])}`

/**
 * Whether the days that are over have more orders with some of the money than are counted. The last days are read first, and
 * no more of them than it takes.
 */
export const manyOrders = (id_cliente: number, period: Period, asked: MoneyAsked): SQL =>
  sql`EXISTS (SELECT FROM (SELECT sum(m.ordenes) OVER (ORDER BY d.dia DESC) AS n ${summed(daysOf(id_cliente, period), asked)}) w
    WHERE w.n >= ${MAX_COUNTED})`

/**
 * The sums of a brand's money as one JSON value, of `SalesSums`: the days that are over as they were summed, the others by
 * their movements.
 */
export function sumsOfMoney(id_cliente: number, period: Period, asked: MoneyAsked): SQL {
  const days = daysOf(id_cliente, period)
  const conditions = askedOf(asked)
  return sql`(SELECT json_build_object('cobros', coalesce(sum(cobros), 0), 'cobrado', round(coalesce(sum(cobrado_centimos), 0) / 100.0, 2),
      'devuelto', round(coalesce(sum(devuelto_centimos), 0) / 100.0, 2),
      'neto', round(coalesce(sum(cobrado_centimos - devuelto_centimos), 0) / 100.0, 2))
    FROM (SELECT m.cobros, m.cobrado_centimos, m.devuelto_centimos ${summed(days, asked)}
      UNION ALL SELECT ${COUNTED} FROM ${moneyOf(sql`(SELECT * FROM ${days} d WHERE NOT d.sumado)`, asked.curso)} m
      ${conditions.length > 0 ? sql`WHERE ${all(conditions)}` : sql``}) parts)`
}

/** Sums the oldest day that is over and is not summed; false when there is none. */
async function sumOneDay(tx: Db): Promise<boolean> {
  // A day that a writer holds is summed the next time.
  const [day] = await tx
    .select({ id_cliente: dias_de_dinero.id_cliente, dia: dias_de_dinero.dia })
    .from(dias_de_dinero)
    .where(sql`NOT ${dias_de_dinero.sumado} AND ${dias_de_dinero.dia} < ${LIMA_TODAY}`)
    .orderBy(dias_de_dinero.dia)
    .limit(1)
    .for('update', { skipLocked: true })
  if (!day) return false
  const { id_cliente, dia } = day
  const one = sql`(SELECT ${id_cliente}::bigint AS id_cliente, ${dia}::date AS dia)`
  await tx.delete(dinero_del_dia).where(and(eq(dinero_del_dia.id_cliente, id_cliente), eq(dinero_del_dia.dia, dia)))
  await tx.execute(sql`INSERT INTO dinero_del_dia (id_cliente, dia, id_curso, medio, id_registro, cobros, cobrado_centimos, devuelto_centimos, ordenes)
    SELECT ${id_cliente}, m.dia, m.id_curso, m.medio, coalesce(m.id_registro, 0), ${COUNTED},
      count(*) FILTER (WHERE NOT EXISTS (SELECT FROM movimientos e WHERE e.id_orden = m.id_orden AND e.id < m.id))
    FROM (SELECT * FROM ${moneyOf(one, undefined)} UNION ALL SELECT * FROM ${moneyOf(one, sql`l.id_curso`)}) m
    GROUP BY m.dia, m.id_curso, m.medio, coalesce(m.id_registro, 0)`)
  await tx
    .update(dias_de_dinero)
    .set({ sumado: true })
    .where(and(eq(dias_de_dinero.id_cliente, id_cliente), eq(dias_de_dinero.dia, dia)))
  return true
}

/**
 * Sums the days that are over, each in its own transaction, until none is left; and begins those of the next week, so that the
 * first movement of a day holds no one up.
 */
export async function sumDays(db: Db, ended?: AbortSignal): Promise<void> {
  await db.execute(sql`INSERT INTO dias_de_dinero (id_cliente, dia)
    SELECT c.id, ${LIMA_TODAY} + n FROM clientes c, generate_series(0, 7) n ON CONFLICT DO NOTHING`)
  while (!ended?.aborted && (await db.transaction(sumOneDay))) {
    // Each turn sums one day.
  }
}
