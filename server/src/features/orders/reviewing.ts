import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { openCourses } from './course-access.ts'
import { acceptCharges } from './movements.ts'
import { ordenes } from './orders.tables.ts'
import { auditOrders } from './settlement.ts'

/**
 * Accepts the amount paid as the full price; to reject it, it is given back.
 * @throws NO_ENCONTRADO, ORDEN_SIN_REVISION
 */
export async function acceptOrder(db: Db, jobs: Jobs, identity: Identity, numero: string, motivo: string) {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente)))
      .for('update')
    if (!order) throw fail('NO_ENCONTRADO')
    if (order.estado !== 'en_revision') throw fail('ORDEN_SIN_REVISION')
    await acceptCharges(tx, order)
    await auditOrders(tx, [order], 'pagada', motivo)
    await openCourses(tx, jobs, order)
  })
}
