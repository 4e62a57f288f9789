import { lastRank, TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../notifications/notifications.ts'
import { CLOSING_LOCK } from './awards.ts'

/** A brand's month: `mes` is its first day. */
type Due = { id_cliente: number; mes: string }

/** Channel on which every copy of the program hears that public pages changed. */
const CONTENT_CHANNEL = 'contenido'

/** Months that are over, have points and are not frozen; an index answers for each month, whatever the ledger holds. */
const dueMonths = (db: Db, today: string | null) =>
  db
    .execute<Due>(sql`
    WITH hoy AS (SELECT date_trunc('month', coalesce(${today}::timestamp, now() AT TIME ZONE ${TIME_ZONE}))::date AS mes)
    SELECT c.id AS id_cliente, to_char(g, 'YYYY-MM-DD') AS mes FROM clientes c CROSS JOIN hoy
    CROSS JOIN LATERAL generate_series((SELECT min(m.mes) FROM puntos_mes m WHERE m.id_cliente = c.id)::timestamp,
      hoy.mes - interval '1 month', interval '1 month') g
    WHERE EXISTS (SELECT 1 FROM puntos_mes m WHERE m.id_cliente = c.id AND m.mes = g::date)
      AND NOT EXISTS (SELECT 1 FROM rankings_cerrados r WHERE r.id_cliente = c.id AND r.mes = g::date)
    ORDER BY 2, 1`)
    .then(({ rows }) => rows)

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

/** Who won what in these months: a row for each rank from which a prize is won. */
async function winners(tx: Db, due: Due[]): Promise<Won[]> {
  const kinds = (await tx.execute<{ puesto: number }>(sql`SELECT DISTINCT puesto FROM premios WHERE estado = 1`)).rows
  const ranges = kinds.map(({ puesto }) => ({ puesto, ultimo: lastRank(puesto) }))
  return tx
    .execute<Won>(sql`
    SELECT p.id_cliente, to_char(v.mes, 'YYYY-MM-DD') AS mes, p.puesto, p.premios,
      array_agg(r.id_usuario ORDER BY r.puesto) AS usuarios
    FROM ${dueRows(due)}
    JOIN (SELECT id_cliente, puesto, array_agg(premio ORDER BY orden, id) AS premios FROM premios WHERE estado = 1
      GROUP BY 1, 2) p ON p.id_cliente = v.id_cliente
    JOIN jsonb_to_recordset(${JSON.stringify(ranges)}::text::jsonb) AS g(puesto int, ultimo int) ON g.puesto = p.puesto
    JOIN rankings_cerrados r ON r.id_cliente = v.id_cliente AND r.mes = v.mes AND r.id_usuario IS NOT NULL
      AND r.puesto >= p.puesto AND r.puesto <= coalesce(g.ultimo, 2147483647)
    GROUP BY 1, 2, 3, 4 ORDER BY 2, 1, 3`)
    .then(({ rows }) => rows)
}

const MONTH_WORDS = new Intl.DateTimeFormat('es-PE', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const LIST_WORDS = new Intl.ListFormat('es-PE')
const FIRST_THREE = ['primer', 'segundo', 'tercer']

/** The words that tell winners what they won. */
export function winnerWords({ puesto, mes, premios }: Pick<Won, 'puesto' | 'mes' | 'premios'>): string {
  const ranking = `el ranking de ${MONTH_WORDS.format(new Date(`${mes}T00:00:00Z`))}`
  const last = lastRank(puesto)
  const prizes = LIST_WORDS.format(premios)
  if (last === null) return `Gracias por participar en ${ranking}. Ganaste: ${prizes}.`
  const place = last === puesto ? `en el ${FIRST_THREE[puesto - 1]} puesto` : `entre los puestos ${puesto} y ${last}`
  return `¡Felicitaciones! Terminaste ${place} en ${ranking}. Ganaste: ${prizes}.`
}

async function tellWinners(tx: Db, due: Due[]): Promise<void> {
  // A few ranks win prizes; each group hears its own words in one statement.
  for (const won of await winners(tx, due)) {
    const mes = won.mes.slice(0, 7)
    await notify(tx, {
      evento: 'aviso',
      tipo: 'Otro',
      mensaje: winnerWords(won),
      ruta: `/premios?mes=${mes}`,
      clave: `premio:${mes}:${won.puesto}`,
      usuarios: won.usuarios,
    })
  }
}

/**
 * Freezes the table of every month that is over, also of those missed while the program was down, and tells who won a
 * prize. Of many copies one does it, and repeating it does nothing: a job runs it all month. `today` is Lima's unless said.
 * Answers the months that it froze.
 */
export async function closeMonths(db: Db, today: string | null = null): Promise<Due[]> {
  if ((await dueMonths(db, today)).length === 0) return []
  return db.transaction(async (tx) => {
    // A month of a large academy takes longer than a request may.
    await tx.execute(
      sql`SELECT set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)`,
    )
    // Waits for who is giving points; whoever gives them later sees the month closed.
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${CLOSING_LOCK})`)
    const due = await dueMonths(tx, today)
    if (due.length === 0) return []
    await freeze(tx, due)
    await tellWinners(tx, due)
    await tx.execute(sql`SELECT pg_notify(${CONTENT_CHANNEL}, '')`)
    return due
  })
}
