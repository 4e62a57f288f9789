import { lastRank, TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import { type Db, query, recordset } from '../../platform/db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { lockClosing } from './awards.ts'

/** A brand's month, by its first day. */
export type Due = { id_cliente: number; mes: string }

/** {@link notifyWinners}, or a job that will call it. */
type OnMonthClosed = (tx: Db, due: Due) => Promise<void>

/** The job that notifies the winners of a month. */
export const WINNERS = 'avisar-premios'

/** Transactions that began before midnight have ended by then. */
const AFTER_MIDNIGHT = sql`interval '15 minutes'`

const dueMonths = (db: Db, today: string | null) =>
  query<Due>(
    db,
    sql`WITH today AS (SELECT date_trunc('month',
      coalesce(${today}::timestamp, now() AT TIME ZONE ${TIME_ZONE} - ${AFTER_MIDNIGHT}))::date AS mes)
    SELECT c.id AS id_cliente, to_char(g, 'YYYY-MM-DD') AS mes FROM clientes c CROSS JOIN today
    CROSS JOIN LATERAL generate_series((SELECT min(m.mes) FROM puntos_mes m WHERE m.id_cliente = c.id)::timestamp,
      today.mes - interval '1 month', interval '1 month') g
    WHERE EXISTS (SELECT 1 FROM puntos_mes m WHERE m.id_cliente = c.id AND m.mes = g::date)
      AND NOT EXISTS (SELECT 1 FROM rankings_cerrados r WHERE r.id_cliente = c.id AND r.mes = g::date)
    ORDER BY 2, 1`,
  )

type Won = { puesto: number; premios: string[]; usuarios: number[] }

/** One row per rank from which a prize is won. */
async function winners(db: Db, { id_cliente, mes }: Due): Promise<Won[]> {
  const kinds = await query<{ puesto: number }>(
    db,
    sql`SELECT DISTINCT puesto FROM premios WHERE id_cliente = ${id_cliente} AND estado = 1`,
  )
  const ranges = kinds.map(({ puesto }) => ({ puesto, ultimo: lastRank(puesto) }))
  return query<Won>(
    db,
    sql`SELECT p.puesto, p.premios, array_agg(r.id_usuario ORDER BY r.puesto) AS usuarios
    FROM (SELECT puesto, array_agg(premio ORDER BY orden, id) AS premios FROM premios
      WHERE id_cliente = ${id_cliente} AND estado = 1 GROUP BY 1) p
    JOIN ${recordset(ranges, 'g(puesto int, ultimo int)')} ON g.puesto = p.puesto
    JOIN rankings_cerrados r ON r.id_cliente = ${id_cliente} AND r.mes = ${mes}::date AND r.id_usuario IS NOT NULL
      AND r.puesto >= p.puesto AND r.puesto <= coalesce(g.ultimo, 2147483647)
    GROUP BY 1, 2 ORDER BY 1`,
  )
}

const MONTH_FORMAT = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const LIST_FORMAT = new Intl.ListFormat('es-PE')
const FIRST_THREE = ['Primer', 'Segundo', 'Tercer']

export function winnerNotice({ puesto, mes, premios }: { puesto: number; mes: string; premios: string[] }) {
  const asunto = `Ranking de ${MONTH_FORMAT.format(new Date(`${mes}T00:00:00Z`))}`
  const last = lastRank(puesto)
  const won = `Ganaste: ${LIST_FORMAT.format(premios)}.`
  if (last === null) return { mensaje: `Premio del ranking\nGracias por participar. ${won}`, asunto }
  const place = last === puesto ? `${FIRST_THREE[puesto - 1]} puesto` : `Puestos ${puesto} a ${last}`
  return { mensaje: `${place} del ranking\n¡Felicitaciones! ${won}`, asunto }
}

/** Notifies the winners of a closed month; repeatable. */
export async function notifyWinners(db: Db, due: Due): Promise<void> {
  for (const { puesto, premios, usuarios } of await winners(db, due)) {
    const mes = due.mes.slice(0, 7)
    await notify(db, {
      evento: 'aviso',
      tipo: 'Otro',
      ...winnerNotice({ puesto, mes: due.mes, premios }),
      ruta: `/premios?mes=${mes}`,
      clave: `premio:${mes}:${puesto}`,
      usuarios,
    })
  }
}

/** Whether this call closed it; another process may have done so while it waited. */
async function closeMonth(tx: Db, onClosed: OnMonthClosed, due: Due): Promise<boolean> {
  const { id_cliente, mes } = due
  // Waits for points of past months that are being awarded; later ones see the month closed.
  await lockClosing(tx)
  const { rowCount } = await tx.execute(sql`
    INSERT INTO rankings_cerrados (id_cliente, mes, puesto, id_usuario, nombre, apellido, pais, puntos)
    SELECT m.id_cliente, m.mes, row_number() OVER (ORDER BY m.puntos DESC NULLS LAST, m.alcanzado_en, m.id_usuario),
      m.id_usuario, u.nombres, u.apellidos, u.pais, m.puntos
    FROM puntos_mes m JOIN usuarios u ON u.id = m.id_usuario WHERE m.id_cliente = ${id_cliente} AND m.mes = ${mes}::date
      AND NOT EXISTS (SELECT 1 FROM rankings_cerrados r WHERE r.id_cliente = ${id_cliente} AND r.mes = ${mes}::date)`)
  if (!rowCount) return false
  await onClosed(tx, due)
  return true
}

/**
 * Freezes every finished month, each in a transaction of its own, once whatever runs at the same time; `onClosed` is part of it.
 * `today` defaults to Lima's.
 */
export async function closeMonths(db: Db, onClosed: OnMonthClosed, today: string | null = null): Promise<Due[]> {
  const closed: Due[] = []
  for (const due of await dueMonths(db, today))
    if (await db.transaction((tx) => closeMonth(tx, onClosed, due))) closed.push(due)
  return closed
}
