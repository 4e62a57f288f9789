import { MEDIUM_NAMES } from '@campus/contract/media'
import type { AnnulBody, StaffOrder } from '@campus/contract/orders.staff'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { freeUse } from '../coupons/coupons.ts'
import { ANNULLABLE } from './annullable.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { closeCourses, closeLines, enterCourses, openCourses, reopenLines } from './course-access.ts'
import { followPlan } from './instalments.ts'
import type { movimientos } from './movements.tables.ts'
import { chargesOf, stateNow, takeBack } from './movements.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { stands } from './order-state.ts'
import { ordenes } from './orders.tables.ts'
import { closeRequests } from './refund-requests.ts'

type OrderRow = typeof ordenes.$inferSelect

type Found = Pick<typeof movimientos.$inferSelect, 'id' | 'tipo' | 'id_cobro' | 'medio' | 'operacion' | 'dia'> & {
  origen: string
  centimos: number
  id_pasarela: string | null
  anulable: string[] | null
  /** Who took it back, and why. */
  anulado: { por: number; motivo: string } | null
  /** What is left of the order's money. */
  neto: number
}

async function find(tx: Db, order: OrderRow, id: number): Promise<Found> {
  const [found] = await query<Found>(
    tx,
    sql`SELECT m.id, m.tipo, m.id_cobro, m.medio, m.operacion, m.dia::text, m.origen, m.centimos, m.id_pasarela,
        ${ANNULLABLE} AS anulable, (SELECT sum(s.centimos)::int FROM movimientos s WHERE s.id_orden = m.id_orden) AS neto,
        (SELECT json_build_object('por', a.id_personal, 'motivo', a.motivo) FROM movimientos a
          WHERE m.anulado_en IS NOT NULL AND a.id_corregido = m.id AND a.origen = 'personal') AS anulado
      FROM movimientos m JOIN ordenes o ON o.id = m.id_orden
      WHERE m.id = ${id} AND m.id_orden = ${order.id} AND m.tipo IN ('cobro', 'devolucion')`,
  )
  if (!found) throw fail('NO_ENCONTRADO')
  return found
}

function whyNot({ tipo, origen, id_pasarela, anulado }: Found): string {
  const what = tipo === 'cobro' ? 'Este cobro' : 'Esta devolución'
  if (anulado) return `${what} ya se anuló.`
  if (origen !== 'personal' || id_pasarela !== null) return `${what} lo dijo ${MEDIUM_NAMES.mercadopago}: no se anula.`
  return 'De este cobro se devolvió dinero: si no fue así, anula primero la devolución.'
}

/** The charge is gone: without another its courses close as after a full refund, and the order never was paid. */
async function endSale(tx: Db, jobs: Jobs, order: OrderRow, { id }: Found, centimos: number): Promise<void> {
  const closing = !(await chargesOf(tx, order.id)).some(stands)
  const estado = await stateNow(tx, order.id, { closing })
  const clave = (tipo: string) => ({ clave: `${tipo}:${id}`, centimos: -centimos })
  if (estado === 'pagada') {
    await followPlan(tx, order)
    return notifyBuyer(tx, jobs, order, { tipo: 'cobro_anulado', ...clave('cobro_anulado') })
  }
  await closeCourses(tx, order, estado)
  if (estado === 'reembolsada') await closeLines(tx, order)
  if (estado !== 'en_revision') await closeRequests(tx, order.id)
  if (estado === 'cancelada') await freeUse(tx, order.id)
  const unpaid = estado === 'cancelada' && { pagada_en: null }
  await tx
    .update(ordenes)
    .set({ estado, ...unpaid })
    .where(eq(ordenes.id, order.id))
  const tipo = estado === 'en_revision' ? estado : 'compra_anulada'
  await notifyBuyer(tx, jobs, order, { tipo, ...clave(tipo) })
}

/** The money did not go back: what closed with it opens, and the order is as its money says. */
async function undoRefund(tx: Db, jobs: Jobs, order: OrderRow, { id }: Found, centimos: number): Promise<void> {
  const courses = await reopenLines(tx, order, id)
  const estado = await stateNow(tx, order.id)
  if (estado === 'pagada' && order.estado === 'pagada') await enterCourses(tx, order, courses)
  else if (estado === 'pagada') await openCourses(tx, jobs, order)
  else await tx.update(ordenes).set({ estado }).where(eq(ordenes.id, order.id))
  if (estado === 'pagada') await followPlan(tx, order)
  await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_anulada', centimos, clave: `devolucion_anulada:${id}` })
}

async function apply(tx: Db, jobs: Jobs, identity: Identity, numero: string, body: AnnulBody): Promise<void> {
  const own = and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente))
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  const { motivo } = body
  const found = await find(tx, order, body.id_movimiento)
  const { anulado, anulable, neto, tipo, medio, operacion, dia } = found
  if (anulado?.por === identity.id && anulado.motivo === motivo) return
  if (!anulable) throw fail('MOVIMIENTO_NO_ANULABLE', { message: whyNot(found) })
  const registered = { id: found.id, id_cobro: found.id_cobro, medio, operacion, dia }
  const centimos = await takeBack(tx, order, registered, { personal: identity, motivo })
  await (tipo === 'cobro' ? endSale : undoRefund)(tx, jobs, order, found, centimos)
  const [now] = await tx.select({ estado: ordenes.estado }).from(ordenes).where(eq(ordenes.id, order.id))
  await audit(tx, 'gestion', {
    sobre: order.id_usuario,
    objeto: `orden:${order.numero}`,
    detalle: {
      ...{ hecho: `${tipo} anulado`, medio, operacion, dia, centimos, antes: neto, neto: neto + centimos },
      ...{ orden_antes: order.estado, orden: now?.estado ?? null, cursos: anulable, motivo },
    },
  })
}

/**
 * Takes back what staff registered by mistake: a charge, whose number is free again, or the record of a refund. Asking again
 * with the same reason is asking once.
 * @throws NO_ENCONTRADO, MOVIMIENTO_NO_ANULABLE
 */
export async function annulMovement(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  numero: string,
  body: AnnulBody,
): Promise<StaffOrder> {
  await db.transaction((tx) => apply(tx, jobs, identity, numero, body))
  return findStaffOrder(db, identity, numero)
}
