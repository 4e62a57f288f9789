import type { StaffOrder } from '@campus/contract/orders.staff'
import type { InstalmentBody } from '@campus/contract/sales'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { instalmentPaid, requireNext } from './instalments.ts'
import { soles } from './money.ts'
import { writeMovement } from './movements.ts'
import { findStaffOrder } from './order-page.staff.ts'
import { ordenes } from './orders.tables.ts'
import { STANDS } from './plan.ts'
import { checkDay } from './sales.staff.ts'

type OrderRow = typeof ordenes.$inferSelect

/** Whether the caller has registered the very same before: its answer was lost. What went back since is not registered. */
async function isRegistered(tx: Db, order: OrderRow, { id }: Identity, body: InstalmentBody): Promise<boolean> {
  const [same] = await query(
    tx,
    sql`SELECT FROM movimientos c WHERE c.id_orden = ${order.id} AND c.cuota = ${body.cuota} AND ${STANDS}
      AND c.id_personal = ${id} AND c.medio = ${body.medio} AND c.dia = ${body.dia}::date
      AND c.operacion IS NOT DISTINCT FROM ${body.operacion || null}`,
  )
  return same !== undefined
}

async function register(tx: Db, jobs: Jobs, identity: Identity, numero: string, body: InstalmentBody): Promise<void> {
  const own = and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente))
  const [order] = await tx.select().from(ordenes).where(own).for('update')
  if (!order) throw fail('NO_ENCONTRADO')
  if (await isRegistered(tx, order, identity, body)) return
  const { cuota, medio, dia } = body
  const operacion = body.operacion || null
  const { centimos } = await requireNext(tx, order, cuota)
  checkDay(dia)
  if (Math.round(body.monto * 100) !== centimos) throw invalid('monto', `La cuota ${cuota} es de ${soles(centimos)}.`)
  const cobro = { tipo: 'cobro', centimos, medio, operacion, dia, personal: identity, salda: true, cuota } as const
  const charge = await writeMovement(tx, order, cobro)
  await audit(tx, 'gestion', {
    sobre: order.id_usuario,
    objeto: `orden:${order.numero}`,
    detalle: { hecho: 'cuota', cuota, medio, operacion, dia, centimos },
  })
  await instalmentPaid(tx, jobs, order, cuota, charge)
}

/**
 * Registers that an instalment was paid, the first that is owed. Sent again by the same person, it is the same.
 * @throws NO_ENCONTRADO, CUOTA_NO_COBRABLE, OPERACION_REPETIDA, DATOS_INVALIDOS
 */
export async function registerInstalment(
  db: Db,
  jobs: Jobs,
  identity: Identity,
  numero: string,
  body: InstalmentBody,
): Promise<StaffOrder> {
  await db.transaction((tx) => register(tx, jobs, identity, numero, body))
  return findStaffOrder(db, identity, numero)
}
