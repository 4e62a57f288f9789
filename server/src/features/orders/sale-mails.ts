import { shortNumber } from '@campus/contract/order-rules'
import { rolesWith } from '@campus/contract/permissions'
import { TIME_ZONE } from '@campus/contract/rules'
import type { SaleMails } from '@campus/contract/sale-mails'
import { eq, type SQL, sql } from 'drizzle-orm'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { ordenes } from './orders.tables.ts'
import { correos_de_ventas } from './sale-mails.tables.ts'

/** A sale, or a day's sales, for one person. */
export const SALE_MAIL = 'correo-venta'
export const DAY_MAIL = 'correo-ventas-del-dia'
export type SaleMail = { id_orden: number; id_usuario: number }
export type DayMail = { dia: string; id_usuario: number }

type OrderRow = typeof ordenes.$inferSelect

const YESTERDAY = sql`((now() AT TIME ZONE ${TIME_ZONE})::date - 1)`

/** Whether `usuarios u` runs their academy. */
export const RUNS_ACADEMY: SQL = sql`u.estado = 1 AND EXISTS (SELECT FROM roles_personal r
  WHERE r.id_usuario = u.id AND r.rol = ANY (${sql.param(rolesWith('academia', 'marca'))}::text[]))`

/**
 * Mails the first payment of an order to who runs the academy, in the transaction that pays it; the caller calls once for
 * each order. What costs nothing is no sale.
 */
export async function tellOwners(tx: Db, jobs: Jobs, order: OrderRow): Promise<void> {
  if (order.total_centimos === 0) return
  const owners = await query<{ id: number }>(
    tx,
    sql`SELECT u.id FROM usuarios u LEFT JOIN correos_de_ventas p ON p.id_usuario = u.id
      WHERE u.id_cliente = ${order.id_cliente} AND u.tipo_cliente = 'Administrador' AND ${RUNS_ACADEMY}
        AND coalesce(p.cuando, 'cada_venta') = 'cada_venta' ORDER BY u.id`,
  )
  const asunto = `Venta ${shortNumber(order.numero)}`
  // A job each, so that a refused address does not repeat or delay other mails.
  const mails = owners.map(({ id }) => {
    const mail: SaleMail = { id_orden: order.id, id_usuario: id }
    return mailJob(mail, { marca: order.id_cliente, usuario: id, asunto })
  })
  await jobs.sendAll(tx, SALE_MAIL, mails)
}

/** Yesterday in Lima, for who wants one mail a day and whose academy wrote any money then; repeated, it sends nothing again. */
export async function tellOfYesterday(db: Db, jobs: Jobs): Promise<void> {
  await db.transaction(async (tx) => {
    const told = await query<{ id_usuario: number; marca: number; dia: string }>(
      tx,
      sql`UPDATE correos_de_ventas p SET ultimo_dia = ${YESTERDAY} FROM usuarios u
        WHERE u.id = p.id_usuario AND p.cuando = 'al_dia' AND p.ultimo_dia < ${YESTERDAY} AND ${RUNS_ACADEMY}
          AND EXISTS (SELECT FROM movimientos m WHERE m.id_cliente = u.id_cliente AND ${writtenOn(YESTERDAY)} AND m.centimos <> 0)
        RETURNING p.id_usuario, u.id_cliente AS marca, p.ultimo_dia::text AS dia`,
    )
    const mails = told.map(({ id_usuario, marca, dia }) => {
      const mail: DayMail = { id_usuario, dia }
      return mailJob(mail, { marca, usuario: id_usuario, asunto: 'Ventas de ayer' })
    })
    await jobs.sendAll(tx, DAY_MAIL, mails)
  })
}

/**
 * Movements `m` written on a day in Lima: each is in one day's mail, also a sale that staff registered with an earlier day.
 */
export const writtenOn = (dia: SQL): SQL =>
  sql`m.creado_en >= ${dia}::date::timestamp AT TIME ZONE ${TIME_ZONE} AND m.creado_en < (${dia}::date + 1)::timestamp AT TIME ZONE ${TIME_ZONE}`

export async function readSaleMails(db: Db, usuario: number): Promise<SaleMails> {
  const [row] = await db.select().from(correos_de_ventas).where(eq(correos_de_ventas.id_usuario, usuario))
  return row?.cuando ?? 'cada_venta'
}

/** Days before this one were told as it was chosen then. */
export async function setSaleMails(db: Db, usuario: number, cuando: SaleMails): Promise<void> {
  await db.execute(sql`INSERT INTO correos_de_ventas (id_usuario, cuando, ultimo_dia) VALUES (${usuario}, ${cuando}, ${YESTERDAY})
    ON CONFLICT (id_usuario) DO UPDATE SET cuando = excluded.cuando, ultimo_dia = excluded.ultimo_dia`)
}
