import { randomUUID } from 'node:crypto'
import { UNPAID_STATES } from '@campus/contract/order-rules'
import type { StaffOrder } from '@campus/contract/orders.staff'
import { and, eq } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { sendOrderMail } from './buyer-notices.ts'
import { type Gateway, GatewayUnavailable } from './gateway.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { ordenes } from './orders.tables.ts'
import { reconcile } from './reconciliation.ts'
import { auditOrders, clockOf } from './settlement.ts'

const CHECKS = limit('verificar_orden_personal', 60, 5 * 60)
/** Of one order. */
const MAILS = limit('reenviar_confirmacion_orden', 3, 60 * 60)

const ofBrand = ({ id_cliente }: Identity, numero: string) =>
  and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, id_cliente))

/** @throws NO_ENCONTRADO */
async function lockOrder(tx: Db, identity: Identity, numero: string) {
  const [order] = await tx.select().from(ordenes).where(ofBrand(identity, numero)).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  return order
}

const auditAct = (tx: Db, { id_usuario, numero }: typeof ordenes.$inferSelect, hecho: string) =>
  audit(tx, 'gestion', { sobre: id_usuario, objeto: `orden:${numero}`, detalle: { hecho } })

/** Asks the gateway for the order's payments now. @throws NO_ENCONTRADO, PAGO_NO_DISPONIBLE, DEMASIADOS_INTENTOS */
export async function checkOrder(
  db: Db,
  jobs: Jobs,
  gateway: Gateway | null,
  identity: Identity,
  numero: string,
): Promise<StaffOrder> {
  const [order] = await db.select().from(ordenes).where(ofBrand(identity, numero))
  if (!order) throw fail('NO_ENCONTRADO')
  if (gateway?.name !== order.pasarela) throw fail('PAGO_NO_DISPONIBLE')
  await throttle(db, CHECKS, String(identity.id))
  const asked = await clockOf(db)
  await reconcile(db, jobs, gateway, numero, asked).catch((error) => {
    throw error instanceof GatewayUnavailable ? fail('PAGO_NO_DISPONIBLE', { retryAfter: 10 }) : error
  })
  await auditAct(db, order, 'verificada')
  return findStaffOrder(db, identity, numero)
}

/** Sends the confirmation of a paid order again. @throws NO_ENCONTRADO, ORDEN_NO_PAGADA, DEMASIADOS_INTENTOS */
export async function resendOrder(db: Db, jobs: Jobs, identity: Identity, numero: string): Promise<StaffOrder> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, identity, numero)
    if (order.estado !== 'pagada') throw fail('ORDEN_NO_PAGADA')
    await throttle(db, MAILS, numero)
    await sendOrderMail(tx, jobs, order, { reenvio: randomUUID() })
    await auditAct(tx, order, 'reenviada')
  })
  return findStaffOrder(db, identity, numero)
}

/** Ends an unpaid order; a payment that comes later opens it again. @throws NO_ENCONTRADO, ORDEN_NO_CANCELABLE */
export async function cancelOrder(db: Db, identity: Identity, numero: string): Promise<StaffOrder> {
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, identity, numero)
    if (!UNPAID_STATES.includes(order.estado)) throw fail('ORDEN_NO_CANCELABLE')
    await tx.update(ordenes).set({ estado: 'cancelada' }).where(eq(ordenes.id, order.id))
    await auditOrders(tx, [order], 'cancelada')
  })
  return findStaffOrder(db, identity, numero)
}
