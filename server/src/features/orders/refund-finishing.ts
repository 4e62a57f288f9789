import type { Medium } from '@campus/contract/media'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { closeCourses, closeLines, returnCourses } from './course-access.ts'
import type { GatewayRefund } from './gateway.ts'
import { followPlan } from './instalments.ts'
import { devoluciones } from './movements.tables.ts'
import { stateNow, writeMovement } from './movements.ts'
import { orden_devoluciones, ordenes } from './orders.tables.ts'
import { closeRequests } from './refund-requests.ts'

type OrderRow = typeof ordenes.$inferSelect
export type RefundRow = typeof devoluciones.$inferSelect

/** The answers to requests that it settles: those of the courses that it closes or pays back. */
async function answerRequests(tx: Db, { id_orden, cierra, reparto, id_personal }: RefundRow): Promise<void> {
  const courses = [...new Set([...cierra, ...Object.keys(reparto).map(Number)])]
  await tx
    .update(orden_devoluciones)
    .set({ resultado: 'devuelta', resuelta_en: sql`now()`, id_personal })
    .where(
      and(
        eq(orden_devoluciones.id_orden, id_orden),
        isAnyOf(orden_devoluciones.id_curso, courses),
        sql`${orden_devoluciones.resuelta_en} IS NULL`,
      ),
    )
}

/** The money is back: its courses close, requests are answered, the order follows, the buyer is told. */
export async function conclude(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  row: RefundRow,
  movement: number,
  told: boolean,
): Promise<void> {
  await tx
    .update(devoluciones)
    .set({ estado: 'hecha', id_movimiento: movement, resuelta_en: sql`now()` })
    .where(eq(devoluciones.id, row.id))
  await closeLines(tx, order, row.cierra)
  await returnCourses(tx, order, row.cierra)
  await answerRequests(tx, row)
  const estado = await stateNow(tx, order.id)
  if (estado !== order.estado) {
    // What is left of the order is a payment that the bank took away.
    if (estado === 'contracargo') await closeCourses(tx, order, estado)
    await tx
      .update(ordenes)
      .set({ estado, pagada_en: sql`coalesce(${ordenes.pagada_en}, now())` })
      .where(eq(ordenes.id, order.id))
    await audit(tx, 'orden_cambiada', {
      ...{ sobre: order.id_usuario, id_cliente: order.id_cliente, objeto: `orden:${order.numero}` },
      detalle: { antes: order.estado, estado },
    })
  }
  if (estado === 'reembolsada') await closeRequests(tx, order.id)
  if (estado === 'pagada') await followPlan(tx, order)
  if (told) return
  const clave = `devolucion_hecha:${row.id}`
  const cierra = row.cierra.length > 0
  await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_hecha', centimos: row.centimos, clave, cierra })
}

type Way = { medio: Medium; operacion?: string | null; id_pasarela?: string; dia?: string }

/** Writes the movement of a refund of staff's and {@link conclude}s it. */
export async function complete(tx: Db, jobs: Jobs, order: OrderRow, row: RefundRow, way: Way): Promise<void> {
  const shares = new Map(Object.entries(row.reparto).map(([id, centimos]) => [Number(id), -centimos]))
  const movement = await writeMovement(tx, order, {
    ...way,
    tipo: 'devolucion',
    centimos: -row.centimos,
    personal: { id: row.id_personal },
    id_cobro: row.id_cobro,
    motivo: row.motivo,
    shares,
  })
  await conclude(tx, jobs, order, row, movement, false)
}

/** The gateway did what staff had asked of it. The caller holds the order. */
export async function finishRefund(
  tx: Db,
  jobs: Jobs,
  order: OrderRow,
  row: RefundRow,
  { id }: GatewayRefund,
): Promise<void> {
  await complete(tx, jobs, order, row, { medio: 'mercadopago', id_pasarela: id })
}
