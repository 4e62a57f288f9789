import { sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import type { MovementKind } from './movements.tables.ts'

/** Of a movement `c`: what came in and did not go back. */
export const STANDS = sql.raw(`(c.tipo = 'cobro' AND c.anulado_en IS NULL
  AND c.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = c.id), 0) > 0)`)

/** Each instalment is paid by a charge of its own, or by one of the whole order. */
export const markPaid = (tx: Db, idOrden: number) =>
  tx.execute(sql`UPDATE cuotas q SET pagada_el = p.dia FROM (
      SELECT k.numero, (SELECT min(c.dia) FROM movimientos c WHERE c.id_orden = k.id_orden AND coalesce(c.cuota, k.numero) = k.numero
        AND c.salda AND ${STANDS}) AS dia FROM cuotas k WHERE k.id_orden = ${idOrden}) p
    WHERE q.id_orden = ${idOrden} AND q.numero = p.numero AND q.pagada_el IS DISTINCT FROM p.dia`)

/** No other charge pays the same as one `b` of an order with instalments `q`. */
const PAYS_ALONE = sql`NOT EXISTS (SELECT FROM movimientos c WHERE c.id_orden = q.id_orden AND c.id <> b.id AND c.salda AND ${STANDS}
  AND (c.cuota IS NULL OR b.cuota IS NULL OR c.cuota = b.cuota))`

/** What is left of a refund once what was recorded by mistake is taken off. */
const leftOf = (refund: 'm' | 'r') =>
  sql.raw(
    `(${refund}.centimos + coalesce((SELECT sum(a.centimos) FROM movimientos a WHERE a.id_corregido = ${refund}.id), 0))`,
  )

/** A refund ends what is owed, but not where it gives back a charge of too much: another one still pays the same. */
const closeOwed = (tx: Db, idOrden: number, refund: number) =>
  tx.execute(sql`UPDATE cuotas q SET id_cierre = ${refund} FROM movimientos m JOIN movimientos b ON b.id = m.id_cobro AND b.salda
    WHERE m.id = ${refund} AND q.id_orden = ${idOrden} AND q.pagada_el IS NULL AND q.id_cierre IS NULL AND ${PAYS_ALONE}`)

/** A refund that was recorded by mistake ended nothing; another one of the order may have. */
const reopenOwed = (tx: Db, refund: number) =>
  tx.execute(sql`UPDATE cuotas q SET id_cierre = (SELECT min(r.id) FROM movimientos r JOIN movimientos b ON b.id = r.id_cobro AND b.salda
      WHERE r.id_orden = q.id_orden AND r.tipo = 'devolucion' AND ${leftOf('r')} < 0 AND ${PAYS_ALONE})
    FROM movimientos m WHERE m.id = ${refund} AND q.id_cierre = m.id AND ${leftOf('m')} = 0`)

type Written = { id: number; tipo: MovementKind; id_corregido?: number | undefined }

/** Brings the instalments of an order up to date with a movement of it that was just written. */
export async function updatePlan(tx: Db, { id: idOrden }: { id: number }, { id, tipo, id_corregido }: Written) {
  const [plan] = await query<{ n: number }>(tx, sql`SELECT count(*)::int AS n FROM cuotas WHERE id_orden = ${idOrden}`)
  if (!plan?.n) return
  await markPaid(tx, idOrden)
  if (tipo === 'devolucion') await closeOwed(tx, idOrden, id)
  else if (tipo === 'ajuste' && id_corregido) await reopenOwed(tx, id_corregido)
}
