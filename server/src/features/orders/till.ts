import type { Medium } from '@campus/contract/media'
import {
  type CloseTillBody,
  MAX_TILL_ROWS,
  type Till,
  type TillClosing,
  type TillClosingsQuery,
} from '@campus/contract/till'
import { type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { audit } from '../../kit/audit/audit.ts'
import { type List, listRows } from '../../kit/lists/lists.ts'
import { type Db, lock, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { soles } from './money.ts'

type Sums = { medio: Medium; cobros: number; centimos: number }[]

/** Movements `m` of the person's drawer that no closing has. */
const open = ({ id, id_cliente }: Identity): SQL => sql`caja_movimientos k JOIN movimientos m ON m.id = k.id_movimiento
  WHERE k.id_personal = ${id} AND k.id_cliente = ${id_cliente} AND k.id_cierre IS NULL`

/** Charges that were taken back are none. */
const sumsOf = (db: Db, rows: SQL): Promise<Sums> =>
  query<Sums[number]>(
    db,
    sql`SELECT m.medio, (count(*) FILTER (WHERE m.tipo = 'cobro') - count(*) FILTER (WHERE m.tipo = 'ajuste' AND m.id_corregido = m.id_cobro))::int AS cobros,
      sum(m.centimos)::int AS centimos FROM ${rows} GROUP BY m.medio ORDER BY min(m.id)`,
  )

const cashIn = (sums: Sums): number => sums.find(({ medio }) => medio === 'efectivo')?.centimos ?? 0

const inSoles = (sums: Sums) => sums.map(({ centimos, ...rest }) => ({ ...rest, monto: centimos / 100 }))

const lastOf = ({ id, id_cliente }: Identity): SQL =>
  sql`SELECT c.id, c.hasta FROM cierres_de_caja c WHERE c.id_personal = ${id} AND c.id_cliente = ${id_cliente} ORDER BY c.hasta DESC LIMIT 1`

/** What the caller registered since their last closing. */
export async function readTill(db: Db, identity: Identity): Promise<Till> {
  const sums = await sumsOf(db, open(identity))
  const [last] = await query<{ hasta: string }>(db, lastOf(identity))
  const movimientos = await query<Till['movimientos'][number] & { todos: number }>(
    db,
    sql`SELECT m.id, o.numero, trim(u.nombres || ' ' || u.apellidos) AS comprador, m.tipo, m.medio, round(m.centimos / 100.0, 2)::float AS monto,
      m.creado_en AS hora, (count(*) OVER ())::int AS todos
    FROM (SELECT m.* FROM ${open(identity)}) m JOIN ordenes o ON o.id = m.id_orden JOIN usuarios u ON u.id = o.id_usuario
    ORDER BY m.id DESC LIMIT ${MAX_TILL_ROWS}`,
  )
  return {
    ...{ desde: last?.hasta ?? null, medios: inSoles(sums), efectivo: cashIn(sums) / 100 },
    ...{ movimientos: movimientos.map(({ todos: _, ...row }) => row), total: movimientos[0]?.todos ?? 0 },
  }
}

const CLOSING = sql`c.id, trim(p.nombres || ' ' || p.apellidos) AS persona, c.desde, c.hasta,
  (SELECT coalesce(json_agg(json_build_object('medio', x ->> 'medio', 'cobros', (x ->> 'cobros')::int, 'monto', round((x ->> 'centimos')::int / 100.0, 2))), '[]')
    FROM jsonb_array_elements(c.medios) x) AS medios,
  round(c.esperado_centimos / 100.0, 2)::float AS esperado, round(c.contado_centimos / 100.0, 2)::float AS contado,
  round(c.diferencia_centimos / 100.0, 2)::float AS diferencia, c.nota`
const CLOSINGS = sql`cierres_de_caja c JOIN usuarios p ON p.id = c.id_personal`

const findClosing = async (db: Db, { id }: Identity, envio: string): Promise<TillClosing | undefined> =>
  (
    await query<TillClosing>(
      db,
      sql`SELECT ${CLOSING} FROM ${CLOSINGS} WHERE c.id_personal = ${id} AND c.envio = ${envio}`,
    )
  )[0]

/** The movements are read once: one that comes meanwhile is of the next closing. */
async function close(tx: Db, identity: Identity, { esperado, contado, nota, envio }: CloseTillBody): Promise<void> {
  const rows = await query<{ id: number }>(tx, sql`SELECT m.id FROM ${open(identity)} ORDER BY m.id`)
  const ids = sql.param(rows.map(({ id }) => id))
  const sums = await sumsOf(tx, sql`movimientos m WHERE m.id = ANY (${ids}::bigint[])`)
  const cash = cashIn(sums)
  if (rows.length === 0) throw invalid('contado', 'No registraste nada desde tu último cierre.')
  if (cash !== Math.round(esperado * 100))
    throw invalid('esperado', `Cambió mientras contabas: ahora se esperan ${soles(cash)} en efectivo.`)
  const { id, id_cliente } = identity
  const { rows: made } = await tx.execute<{ id: number }>(
    sql`INSERT INTO cierres_de_caja (id_cliente, id_personal, id_anterior, desde, hasta, medios, esperado_centimos, contado_centimos, nota, envio)
      SELECT ${id_cliente}, ${id}, last.id, last.hasta, clock_timestamp(), ${JSON.stringify(sums)}::text::jsonb, ${cash},
        ${Math.round(contado * 100)}, ${nota || null}, ${envio} FROM (SELECT) one LEFT JOIN (${lastOf(identity)}) last ON true RETURNING id`,
  )
  const closing = Number(made[0]?.id)
  await tx.execute(sql`UPDATE caja_movimientos SET id_cierre = ${closing} WHERE id_movimiento = ANY (${ids}::bigint[])`)
  await audit(tx, 'gestion', {
    objeto: `caja:${closing}`,
    detalle: {
      hecho: 'caja cerrada',
      esperado: cash,
      contado: Math.round(contado * 100),
      ...(nota && { motivo: nota }),
    },
  })
}

/**
 * Closes the caller's drawer with what they counted. A retry with the same `envio` gets what the first one made.
 * @throws DATOS_INVALIDOS under `contado` or `esperado`
 */
export async function closeTill(db: Db, identity: Identity, body: CloseTillBody): Promise<TillClosing> {
  return db.transaction(async (tx) => {
    // As a sale of the same person.
    await lock(tx, 'venta', identity.id)
    const before = await findClosing(tx, identity, body.envio)
    if (before) return before
    await close(tx, identity, body)
    const made = await findClosing(tx, identity, body.envio)
    if (!made) throw fail('NO_ENCONTRADO')
    return made
  })
}

const LIST: List<object> = {
  ...{ from: CLOSINGS, id: sql.raw('c.id'), columns: CLOSING, filters: {} },
  ...{ sorts: { hasta: { by: sql.raw('c.hasta'), type: 'timestamptz' } }, defaultSort: '-hasta' },
}

/** The closings of everybody of the brand. */
export const listClosings = (db: Db, { id_cliente }: Identity, asked: z.output<typeof TillClosingsQuery>) =>
  listRows<TillClosing, object>(db, LIST, asked, sql`c.id_cliente = ${id_cliente}`)
