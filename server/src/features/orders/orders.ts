import { MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { ORDER_DAYS, ORDER_STATE_TEXTS, UNPAID_STATES } from '@campus/contract/order-rules'
import type { Order } from '@campus/contract/orders'
import { detailText } from '@campus/contract/payment-details'
import { nameOfMean } from '@campus/contract/payment-means'
import { isReturned as isPaidBack } from '@campus/contract/returned'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { pageOfRows } from '../../platform/http/http.ts'
import { couponOfOrder } from '../coupons/coupons.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { isReturned, standsOf } from './course-access.ts'
import { instalmentsOf, owedOf } from './instalments.ts'
import { sumsOfMoney } from './money-sums.ts'
import { CHARGED, ordenes } from './orders.tables.ts'
import { receiptOf } from './receipts.ts'
import { readRefunds } from './refund-requests.ts'

const lines = sql<
  Order['lineas']
>`(SELECT coalesce(jsonb_agg(jsonb_build_object('id_curso', l.id_curso, 'nombre', l.nombre, 'imagen', l.imagen,
  'precio', round(l.precio_centimos / 100.0, 2), 'grupo', (SELECT g.nombre FROM grupos g WHERE g.id = l.id_grupo)) ORDER BY ${alphabetical(sql`l.nombre`)}), '[]') FROM orden_lineas l WHERE l.id_orden = ordenes.id)`

const soles = (centimos: AnyPgColumn) => sql<number>`round(${centimos} / 100.0, 2)`.mapWith(Number)

/** What the gateway last said: how often it was tried, by what, and why not. */
const payments = sql`(SELECT count(*) AS intentos,
    (array_agg(p.medio ORDER BY p.id) FILTER (WHERE p.estado NOT IN ('pending', 'rejected', 'cancelled')))[1] AS medio,
    (array_agg(p.detalle ORDER BY p.actualizado_en DESC, p.id DESC)
      FILTER (WHERE p.estado IN ('pending', 'rejected', 'cancelled')))[1] AS detalle
  FROM pagos p WHERE p.id_orden = ordenes.id) payments`

/**
 * `de_mas`: whole charges beyond the first of the order or of each instalment, and all of an instalment that a refund ended or a
 * charge of the whole order pays, less what went back of the same; `en_parte`: what went back of an order that is paid at once.
 */
const money = sql`(SELECT coalesce(sum(greatest(s.sobran * s.precio - CASE WHEN s.cuota IS NULL THEN 0 ELSE s.en_parte END, 0)), 0) AS de_mas,
    coalesce(sum(s.en_parte) FILTER (WHERE s.cuota IS NULL), 0) AS en_parte, coalesce(sum(s.devuelto), 0) AS devuelto, min(s.medio) AS medio
  FROM (SELECT g.*, greatest(g.enteros - CASE WHEN g.terminada OR (g.cuota IS NOT NULL AND bool_or(g.cuota IS NULL AND g.enteros > 0) OVER ())
      THEN 0 ELSE 1 END, 0) AS sobran
    FROM (SELECT c.cuota, coalesce(q.centimos, ordenes.total_centimos) AS precio, q.id_cierre IS NOT NULL AS terminada,
        count(*) FILTER (WHERE c.queda > 0 AND c.centimos = coalesce(q.centimos, ordenes.total_centimos)) AS enteros,
        coalesce(sum(c.devuelto) FILTER (WHERE c.queda > 0), 0) AS en_parte, sum(c.devuelto) AS devuelto, min(c.medio) AS medio
      FROM (SELECT m.cuota, m.centimos, m.medio, m.centimos + coalesce(sum(r.centimos), 0) AS queda,
          -coalesce(sum(r.centimos) FILTER (WHERE r.tipo <> 'contracargo'), 0) AS devuelto
        FROM movimientos m LEFT JOIN movimientos r ON r.id_cobro = m.id WHERE m.id_orden = ordenes.id AND ${CHARGED} GROUP BY m.id) c
      LEFT JOIN cuotas q ON q.id_orden = ordenes.id AND q.numero = c.cuota GROUP BY c.cuota, q.centimos, q.id_cierre) g) s) money`

/** For courses that another order had paid, until one of the two gives the money back. */
const paidElsewhere = sql`coalesce((SELECT a.monto_centimos FROM orden_avisos a
  WHERE a.id_orden = ordenes.id AND a.clave = 'compra_repetida' AND ordenes.estado = 'pagada'
    AND EXISTS (SELECT FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
      JOIN orden_lineas m ON m.id_curso = l.id_curso AND m.id_orden = ordenes.id
      WHERE o.id_usuario = ordenes.id_usuario AND o.id <> ordenes.id AND o.estado = 'pagada'
        AND NOT ${isReturned(sql.raw('l'))} AND NOT ${isReturned(sql.raw('m'))}
        AND ${standsOf(sql.raw('l'))} AND ${standsOf(sql.raw('m'))})), 0)`

const columns = {
  id: ordenes.id,
  numero: ordenes.numero,
  estado: ordenes.estado,
  subtotal: soles(ordenes.subtotal_centimos),
  descuento: soles(ordenes.descuento_centimos),
  total: soles(ordenes.total_centimos),
  codigo_referido: sql<string | null>`(SELECT r.codigo FROM referidos r WHERE r.id = ordenes.id_referido)`,
  codigo_cupon: sql<string | null>`${couponOfOrder(sql.raw('ordenes.id'))}`,
  detalle: sql<string | null>`payments.detalle`,
  intentos: sql<number>`payments.intentos`.mapWith(Number),
  medio: sql<string | null>`payments.medio`,
  cobrado_por: sql<Medium | null>`money.medio`,
  por_devolver: sql<number>`round(greatest(money.de_mas + ${paidElsewhere} - money.en_parte, 0) / 100.0, 2)`.mapWith(
    Number,
  ),
  devuelto: sql<number>`round(money.devuelto / 100.0, 2)`.mapWith(Number),
  vigente: sql<boolean>`ordenes.creada_en > now() - make_interval(days => ${ORDER_DAYS})`,
  creada_en: ordenes.creada_en,
  pagada_en: ordenes.pagada_en,
  init_point: ordenes.init_point,
  comprobante: receiptOf(sql`${ordenes.id}`),
  cuotas: sql<Order['cuotas']>`${instalmentsOf('ordenes')}`,
  debe: sql<number>`round(${owedOf('ordenes')} / 100.0, 2)`.mapWith(Number),
  lineas: lines,
}

type Row = Omit<Order, 'estado_texto' | 'motivo' | 'cobro_doble' | 'devolucion'> & {
  id: number
  cobrado_por: Medium | null
  detalle: string | null
  vigente: boolean
}

/** The gateway's card or wallet, or how staff took the money. */
const mediumName = (mean: string | null, medium: Medium | null): string | null =>
  nameOfMean(mean) ?? (medium === null || medium === 'mercadopago' ? null : MEDIUM_NAMES[medium])

function stateText(
  { estado, debe, cuotas }: Pick<Row, 'estado' | 'debe' | 'cuotas'>,
  devolucion: Order['devolucion'],
): string {
  if (isPaidBack({ devolucion })) return ORDER_STATE_TEXTS.reembolsada
  if (debe === 0) return ORDER_STATE_TEXTS[estado]
  return cuotas.some((one) => one.estado === 'vencida') ? 'Tienes una cuota vencida' : 'En cuotas, ya puedes estudiar'
}

function toOrder({ id: _, detalle, vigente, cobrado_por, ...row }: Row, devolucion: Order['devolucion']): Order {
  const payable = UNPAID_STATES.includes(row.estado)
  return {
    ...row,
    estado_texto: stateText(row, devolucion),
    medio: mediumName(row.medio, cobrado_por),
    cobro_doble: row.por_devolver > 0,
    devolucion,
    motivo: payable ? detailText(detalle) : null,
    init_point: payable && vigente ? row.init_point : null,
  }
}

async function withRefunds(db: Db, rows: Row[]): Promise<Order[]> {
  const paid = rows.filter(({ pagada_en, total }) => pagada_en !== null && total > 0)
  const refunds = await readRefunds(
    db,
    paid.map(({ id }) => id),
  )
  return rows.map((row) => toOrder(row, refunds.get(row.id) ?? null))
}

export async function listOrders(db: Db, usuario: number, page: number, perPage: number) {
  const mine = eq(ordenes.id_usuario, usuario)
  const total = await db.$count(ordenes, mine)
  const rows = await db
    .select(columns)
    .from(ordenes)
    .crossJoinLateral(payments)
    .crossJoinLateral(money)
    .where(mine)
    .orderBy(desc(ordenes.creada_en), desc(ordenes.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
  return pageOfRows(await withRefunds(db, rows), total, page, perPage)
}

const isOwn = (usuario: number, numero: string) => and(eq(ordenes.numero, numero), eq(ordenes.id_usuario, usuario))

/** Returns the database's time. @throws NO_ENCONTRADO for another's */
export async function requireOrder(db: Db, usuario: number, numero: string): Promise<string> {
  const now = sql`SELECT clock_timestamp() AS ahora FROM ${ordenes} WHERE ${isOwn(usuario, numero)}`
  const [row] = await query<{ ahora: string }>(db, now)
  if (!row) throw fail('NO_ENCONTRADO')
  return row.ahora
}

/** @throws NO_ENCONTRADO */
export async function findOrder(db: Db, usuario: number, numero: string): Promise<Order> {
  const rows = await db
    .select(columns)
    .from(ordenes)
    .crossJoinLateral(payments)
    .crossJoinLateral(money)
    .where(isOwn(usuario, numero))
  const [order] = await withRefunds(db, rows)
  if (!order) throw fail('NO_ENCONTRADO')
  return order
}

/** The money of a brand's days of Lima, as the list of *Ventas* sums it. */
export const moneyOfDays = (id_cliente: number, from: SQL, to: SQL): SQL => sumsOfMoney(id_cliente, { from, to }, {})

/** What a person paid in the last 30 days, less what went back, and what they owe in instalments; in soles. */
export async function moneyAtStake(db: Db, usuario: number): Promise<{ pagado_30_dias: number; por_pagar: number }> {
  const [row] = await query<{ pagado_30_dias: number; por_pagar: number }>(
    db,
    sql`SELECT coalesce(round(sum(${owedOf('o')}) / 100.0, 2), 0)::float8 AS por_pagar,
        coalesce(round(sum((SELECT sum(m.centimos) FROM movimientos m WHERE m.id_orden = o.id AND m.dia > ${LIMA_TODAY} - 30)) / 100.0, 2), 0)::float8 AS pagado_30_dias
      FROM ordenes o WHERE o.id_usuario = ${usuario}`,
  )
  return row ?? { pagado_30_dias: 0, por_pagar: 0 }
}
