import { FORUM_POSTS_A_DAY, POINTS, TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'

/** Who gives points holds it shared, who closes a month alone: no point is left outside a frozen table. */
export const CLOSING_LOCK = 727_100_003
/** With a student's id: their forum posts of a day are counted one after another. */
const FORUM_LOCK = 727_100_004

/**
 * Something that earns points, known by its `clave` among those of its `motivo`: told twice it counts once. What it is
 * worth is the contract's; an exam brings its percentage. `cuando` is now unless said.
 */
export type Deed = {
  usuario: number
  clave: string
  /** What the student reads of it in their own ledger. */
  detalle: string
  cuando?: string
} & ({ motivo: keyof typeof POINTS } | { motivo: 'examen'; puntos: number })

const worth = (deed: Deed): number => (deed.motivo === 'examen' ? deed.puntos : POINTS[deed.motivo])

/** Waits for the closing of a month, and makes it wait, until the transaction ends. */
const holdMonth = (tx: Db) => tx.execute(sql`SELECT pg_advisory_xact_lock_shared(${CLOSING_LOCK})`)

const ZONE = sql.raw(`'${TIME_ZONE}'`)

/**
 * Gives points inside the transaction of what happens (contract section 4 "Ranking"). Students alone earn; each deed
 * once, however often and by how many at once it is told; at most five forum posts a day of Lima. What comes late for a
 * month that is closed counts in the current one.
 */
export async function award(tx: Db, ...deeds: Deed[]): Promise<void> {
  if (deeds.length === 0) return
  const authors = deeds.filter((deed) => deed.motivo === 'foro').map((deed) => deed.usuario)
  await holdMonth(tx)
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${FORUM_LOCK}, u)
    FROM (SELECT DISTINCT u FROM unnest(${sql.param(authors)}::int[]) u ORDER BY u) o`)
  // A statement of its own: it sees what those wrote whom the locks above waited for.
  const rows = JSON.stringify(deeds.map((deed) => ({ ...deed, puntos: worth(deed) })))
  // A month that is closed has a first place: asking for it is one look into the index.
  await tx.execute(sql`
    WITH hechos AS (
      SELECT u.id_cliente, u.id AS id_usuario, v.motivo, v.clave, v.detalle, v.puntos, coalesce(v.cuando, now()) AS cuando
      FROM jsonb_to_recordset(${rows}::text::jsonb)
        AS v (usuario int, motivo text, clave text, detalle text, puntos int, cuando timestamptz)
      JOIN usuarios u ON u.id = v.usuario AND u.tipo_cliente = 'Alumno'
      WHERE v.puntos > 0
    ), nuevos AS (
      SELECT h.*, date_trunc('day', cuando AT TIME ZONE ${ZONE}) AS dia,
        date_trunc('month', cuando AT TIME ZONE ${ZONE})::date AS mes FROM hechos h
      WHERE NOT EXISTS (SELECT 1 FROM puntos p
        WHERE p.id_usuario = h.id_usuario AND p.motivo = h.motivo AND p.clave = h.clave)
    ), contados AS (
      SELECT n.*, row_number() OVER (PARTITION BY id_usuario, motivo, dia ORDER BY cuando, clave) +
        CASE WHEN motivo = 'foro' THEN (SELECT count(*) FROM puntos p WHERE p.id_usuario = n.id_usuario AND p.motivo = 'foro'
          AND p.creado_en >= n.dia AT TIME ZONE ${ZONE} AND p.creado_en < (n.dia + interval '1 day') AT TIME ZONE ${ZONE})
        ELSE 0 END AS de_hoy
      FROM nuevos n
    )
    INSERT INTO puntos (id_cliente, id_usuario, motivo, clave, detalle, puntos, mes, creado_en)
    SELECT id_cliente, id_usuario, motivo, clave, detalle, puntos,
      CASE WHEN EXISTS (SELECT 1 FROM rankings_cerrados r WHERE r.id_cliente = c.id_cliente AND r.mes = c.mes AND r.puesto = 1)
        THEN date_trunc('month', clock_timestamp() AT TIME ZONE ${ZONE})::date ELSE mes END, cuando
    FROM contados c WHERE motivo <> 'foro' OR de_hoy <= ${sql.raw(String(FORUM_POSTS_A_DAY))}
    ORDER BY id_usuario, cuando, clave
    ON CONFLICT (id_usuario, motivo, clave) DO NOTHING`)
}

/**
 * Takes back points that were awarded, inside the transaction of what undoes the deed (a refund, a deleted post); repeatable.
 * The entry leaves the ledger and the sum of its month; a month that is closed keeps its published ranking. A deed may be
 * awarded again afterwards.
 */
export async function withdrawPoints(
  tx: Db,
  motivo: Deed['motivo'],
  deeds: { usuario: number; clave: string }[],
): Promise<void> {
  if (deeds.length === 0) return
  // Like award: no ledger may change while a month is being closed.
  await holdMonth(tx)
  await tx.execute(sql`
    DELETE FROM puntos p
    USING unnest(${sql.param(deeds.map(({ usuario }) => usuario))}::int[], ${sql.param(deeds.map(({ clave }) => clave))}::text[])
      AS d (usuario, clave)
    WHERE p.id_usuario = d.usuario AND p.motivo = ${motivo} AND p.clave = d.clave`)
}

/** Removes a person's points, and their name from closed tables, when their account is deleted. */
export async function forgetPoints(tx: Db, usuario: number): Promise<void> {
  await tx.execute(sql`DELETE FROM puntos WHERE id_usuario = ${usuario}`)
  await tx.execute(sql`DELETE FROM puntos_mes WHERE id_usuario = ${usuario}`)
  await tx.execute(sql`UPDATE rankings_cerrados SET id_usuario = NULL, nombre = 'Cuenta', apellido = 'eliminada'
    WHERE id_usuario = ${usuario}`)
}
