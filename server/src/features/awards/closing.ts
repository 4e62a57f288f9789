import { lastRank, TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { notify } from '../notifications/notifications.ts'
import { CLOSING_LOCK } from './awards.ts'

type Due = { id_cliente: number; mes: string }

/** Tells every process that public pages changed. */
const CONTENT_CHANNEL = 'contenido'

const dueMonths = (db: Db, today: string | null) =>
  query<Due>(
    db,
    sql`WITH today AS (SELECT date_trunc('month', coalesce(${today}::timestamp, now() AT TIME ZONE ${TIME_ZONE}))::date AS mes)
    SELECT c.id AS id_cliente, to_char(g, 'YYYY-MM-DD') AS mes FROM clientes c CROSS JOIN today
    CROSS JOIN LATERAL generate_series((SELECT min(m.mes) FROM puntos_mes m WHERE m.id_cliente = c.id)::timestamp,
      today.mes - interval '1 month', interval '1 month') g
    WHERE EXISTS (SELECT 1 FROM puntos_mes m WHERE m.id_cliente = c.id AND m.mes = g::date)
      AND NOT EXISTS (SELECT 1 FROM rankings_cerrados r WHERE r.id_cliente = c.id AND r.mes = g::date)
    ORDER BY 2, 1`,
  )

const dueRows = (due: Due[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(due)}::text::jsonb) AS v(id_cliente int, mes date)`

async function freeze(tx: Db, due: Due[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO rankings_cerrados (id_cliente, mes, puesto, id_usuario, nombre, apellido, pais, puntos)
    SELECT m.id_cliente, m.mes, row_number() OVER (PARTITION BY m.id_cliente, m.mes
        ORDER BY m.puntos DESC NULLS LAST, m.alcanzado_en, m.id_usuario), m.id_usuario, u.nombres, u.apellidos, u.pais, m.puntos
    FROM ${dueRows(due)} JOIN puntos_mes m ON m.id_cliente = v.id_cliente AND m.mes = v.mes
    JOIN usuarios u ON u.id = m.id_usuario`)
}

type Won = Due & { puesto: number; premios: string[]; usuarios: number[] }

/** One row per rank from which a prize is won. */
async function winners(tx: Db, due: Due[]): Promise<Won[]> {
  const kinds = await query<{ puesto: number }>(tx, sql`SELECT DISTINCT puesto FROM premios WHERE estado = 1`)
  const ranges = kinds.map(({ puesto }) => ({ puesto, ultimo: lastRank(puesto) }))
  return query<Won>(
    tx,
    sql`SELECT p.id_cliente, to_char(v.mes, 'YYYY-MM-DD') AS mes, p.puesto, p.premios,
      array_agg(r.id_usuario ORDER BY r.puesto) AS usuarios
    FROM ${dueRows(due)}
    JOIN (SELECT id_cliente, puesto, array_agg(premio ORDER BY orden, id) AS premios FROM premios WHERE estado = 1
      GROUP BY 1, 2) p ON p.id_cliente = v.id_cliente
    JOIN jsonb_to_recordset(${JSON.stringify(ranges)}::text::jsonb) AS g(puesto int, ultimo int) ON g.puesto = p.puesto
    JOIN rankings_cerrados r ON r.id_cliente = v.id_cliente AND r.mes = v.mes AND r.id_usuario IS NOT NULL
      AND r.puesto >= p.puesto AND r.puesto <= coalesce(g.ultimo, 2147483647)
    GROUP BY 1, 2, 3, 4 ORDER BY 2, 1, 3`,
  )
}

const MONTH_FORMAT = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const LIST_FORMAT = new Intl.ListFormat('es-PE')
const FIRST_THREE = ['primer', 'segundo', 'tercer']

export function winnerMessage({ puesto, mes, premios }: Pick<Won, 'puesto' | 'mes' | 'premios'>): string {
  const ranking = `el ranking de ${MONTH_FORMAT.format(new Date(`${mes}T00:00:00Z`))}`
  const last = lastRank(puesto)
  const prizes = LIST_FORMAT.format(premios)
  if (last === null) return `Gracias por participar en ${ranking}. Ganaste: ${prizes}.`
  const place = last === puesto ? `en el ${FIRST_THREE[puesto - 1]} puesto` : `entre los puestos ${puesto} y ${last}`
  return `¡Felicitaciones! Terminaste ${place} en ${ranking}. Ganaste: ${prizes}.`
}

async function notifyWinners(tx: Db, due: Due[]): Promise<void> {
  for (const won of await winners(tx, due)) {
    const mes = won.mes.slice(0, 7)
    await notify(tx, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: winnerMessage(won),
      ruta: `/premios?mes=${mes}`,
      clave: `premio:${mes}:${won.puesto}`,
      usuarios: won.usuarios,
    })
  }
}

/** Freezes every finished month and notifies its winners, once, in one process only. `today` defaults to Lima's. */
export async function closeMonths(db: Db, today: string | null = null): Promise<Due[]> {
  if ((await dueMonths(db, today)).length === 0) return []
  return db.transaction(async (tx) => {
    // Closing a large month may exceed the timeouts of requests.
    await tx.execute(
      sql`SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
    )
    // Wait for running awards; later ones see the month closed.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${CLOSING_LOCK})`)
    const due = await dueMonths(tx, today)
    if (due.length === 0) return []
    await freeze(tx, due)
    await notifyWinners(tx, due)
    await tx.execute(sql`SELECT pg_notify(${CONTENT_CHANNEL}, '')`)
    return due
  })
}
