import { daysAfter } from '@campus/contract/instalment-rules'
import { ORDER_DAYS } from '@campus/contract/order-rules'
import { and, eq, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Shop } from './checkout.ts'
import { type Charge, GatewayUnavailable } from './gateway.ts'
import { requireNext } from './instalments.ts'
import { cuotas } from './movements.tables.ts'
import { limaDay } from './movements.ts'
import { ordenes } from './orders.tables.ts'

type Begun = { init_point: string } | { charge: Charge; id_orden: number }

type Line = { id_curso: number; nombre: string; imagen: string | null; correo: string; marca: string; cuotas: number }

async function chargeOf(tx: Db, idOrden: number, cuota: number): Promise<Omit<Charge, 'numero' | 'vence'>> {
  const [line] = await query<Line & { centimos: number; referencia: string }>(
    tx,
    sql`SELECT l.id_curso, l.nombre, l.imagen, u.correo, b.nombre AS marca, q.centimos, q.referencia,
        (SELECT count(*)::int FROM cuotas k WHERE k.id_orden = o.id) AS cuotas
      FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id JOIN usuarios u ON u.id = o.id_usuario
        JOIN clientes b ON b.id = o.id_cliente JOIN cuotas q ON q.id_orden = o.id AND q.numero = ${cuota}
      WHERE o.id = ${idOrden} ORDER BY l.id_curso LIMIT 1`,
  )
  if (!line) throw new Error('the instalment has no course')
  const { id_curso, imagen, nombre, correo, marca, centimos, referencia } = line
  const named = `Cuota ${cuota} de ${line.cuotas}: ${nombre}`
  return { correo, marca, referencia, lineas: [{ id_curso, imagen, nombre: named, precio_centimos: centimos }] }
}

/** From now on the gateway is asked about the order, although staff sold it. */
async function begin(tx: Db, { gateway }: Shop, usuario: number, numero: string, cuota: number): Promise<Begun> {
  const own = and(eq(ordenes.numero, numero), eq(ordenes.id_usuario, usuario))
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  const next = await requireNext(tx, order, cuota)
  if (next.init_point && next.reciente) return { init_point: next.init_point }
  if (!gateway) throw fail('SIN_PAGOS')
  if (order.pasarela !== gateway.name)
    await tx.update(ordenes).set({ pasarela: gateway.name }).where(eq(ordenes.id, order.id))
  // The same all day, so that a double click is one preference.
  const vence = `${daysAfter(limaDay(), ORDER_DAYS)}T23:59:59-05:00`
  return { id_orden: order.id, charge: { numero, vence, ...(await chargeOf(tx, order.id, cuota)) } }
}

/**
 * Where the buyer pays an instalment of their own, the first that is owed.
 * @throws NO_ENCONTRADO, CUOTA_NO_COBRABLE, SIN_PAGOS, PAGO_NO_DISPONIBLE
 */
export async function payInstalment(shop: Shop, usuario: number, numero: string, cuota: number) {
  const { db, gateway } = shop
  const begun = await db.transaction((tx) => begin(tx, shop, usuario, numero, cuota))
  if ('init_point' in begun) return { init_point: begun.init_point }
  if (!gateway) throw fail('SIN_PAGOS')
  const { init_point } = await gateway.createPreference(begun.charge).catch((error) => {
    if (error instanceof GatewayUnavailable) throw fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 })
    throw error
  })
  await db
    .update(cuotas)
    .set({ init_point, preferencia_en: sql`now()` })
    .where(and(eq(cuotas.id_orden, begun.id_orden), eq(cuotas.numero, cuota)))
  return { init_point }
}
