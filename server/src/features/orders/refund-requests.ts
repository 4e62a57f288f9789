import type { CourseRefund, Refundable, RefundBody } from '@campus/contract/refunds'
import { TIME_ZONE } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { argument } from '../../platform/db/prepared.ts'
import { fail, invalid } from '../../platform/failures.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { LIMA_TODAY } from '../learning/learning.ts'
import { begun, preparedWithProgress } from '../progress/progress.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { soles } from './money.ts'
import { orden_devoluciones, ordenes } from './orders.tables.ts'
import { warnStaff } from './staff-notices.ts'

type Line = {
  id_orden: number
  estado: string
  descuento: number
  dias: number
  limite_avance: number
  hasta: string
  vencida: boolean
  id_curso: number
  nombre: string
  /** After the discount. */
  precio: number
  /** What is left of its money; a second payment is in it too. */
  centimos: number
  cerrada: boolean
  lecciones: number | null
  completadas: number | null
  certificado: boolean
  pedida_en: string | null
  pedido: number | null
  motivo: string | null
  resultado: 'devuelta' | 'negada' | null
  respuesta: string | null
  /** Whether the last refund of it was taken back; null without one. */
  anulada: boolean | null
}

/** `7 días calendario` end with the seventh day after the payment's, in Lima. */
const LAST_DAY = sql`((o.pagada_en AT TIME ZONE ${sql.raw(`'${TIME_ZONE}'`)})::date + b.devolucion_dias)`

/** `lecciones` and `completadas` are null where nothing was ever done. */
const linesOf = <Orders extends Record<string, unknown>>(orders: SQL) =>
  preparedWithProgress<Line, Orders>(
    sql`SELECT o.id AS id_orden, o.estado, b.devolucion_dias AS dias,
      b.devolucion_avance AS limite_avance, ${LAST_DAY} AS hasta, ${LAST_DAY} < ${LIMA_TODAY} AS vencida, l.id_curso, l.nombre,
      l.precio_centimos - l.descuento_centimos AS precio, (SELECT coalesce(sum(x.centimos), 0)::int FROM movimiento_lineas x WHERE x.id_orden = l.id_orden AND x.id_curso = l.id_curso) AS centimos,
      l.cerrada_en IS NOT NULL AS cerrada, p.lecciones, p.completadas,
      EXISTS (SELECT FROM certificados z WHERE z.id_usuario = o.id_usuario AND z.id_curso = l.id_curso) AS certificado,
      d.pedida_en, d.monto_centimos AS pedido, d.motivo, d.resultado, d.respuesta,
      (SELECT m.anulado_en IS NOT NULL FROM devoluciones v JOIN movimientos m ON m.id = v.id_movimiento WHERE v.id_orden = l.id_orden
        AND (v.reparto ? l.id_curso::text OR v.cierra @> to_jsonb(l.id_curso)) ORDER BY v.id DESC LIMIT 1) AS anulada
    FROM ordenes o JOIN clientes b ON b.id = o.id_cliente JOIN orden_lineas l ON l.id_orden = o.id
    LEFT JOIN avances p ON p.id_usuario = o.id_usuario AND p.id_curso = l.id_curso
    LEFT JOIN orden_devoluciones d ON d.id_orden = l.id_orden AND d.id_curso = l.id_curso
    WHERE ${orders} ORDER BY o.id, l.id_curso`,
    begun(sql`SELECT o.id_usuario, l.id_curso FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id WHERE ${orders}`),
  )

// PostgreSQL keeps no plan for any number of orders (docs/decisions/0033), so one order has a text of its own.
const linesOfOne = linesOf<{ orden: number }>(sql`o.id = ${argument('orden')}`)
const linesOfMany = linesOf<{ ordenes: number[] }>(sql`o.id = ANY (${argument('ordenes')}::bigint[])`)

const longDay = new Intl.DateTimeFormat('es-PE', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Why the academy's policy does not give the money of a course back; null when it does. */
function whyNot(line: Line, centimos: number): string | null {
  const { lecciones, completadas, limite_avance } = line
  if (line.estado !== 'pagada') return 'Esta compra ya no está pagada.'
  if (centimos === 0) return 'No pagaste nada por este curso.'
  if (line.dias === 0) return 'La academia no da devoluciones por cambio de opinión.'
  if (line.vencida) return `Podías pedirla hasta el ${longDay.format(new Date(line.hasta))}.`
  if (line.certificado) return 'Ya obtuviste un certificado de este curso.'
  const percent = lecciones ? Math.floor(((completadas ?? 0) * 100) / lecciones) : 0
  return percent < limite_avance
    ? null
    : `Ya completaste el ${percent} % de sus lecciones: se devuelve con menos del ${limite_avance} %.`
}

const UNDONE = 'La devolución se registró por error y no se hizo: escríbenos.'

function toCourse(line: Line): CourseRefund {
  const { id_curso, nombre, precio, pedida_en, resultado, respuesta, cerrada, pedido } = line
  const centimos = Math.min(line.centimos, precio)
  const course = { id_curso, nombre, monto: (pedido ?? (cerrada ? precio : centimos)) / 100, respuesta, pedida_en }
  if (cerrada) return { ...course, estado: 'devuelta', motivo: line.motivo }
  // Staff answered with a refund that they took back.
  if (resultado === 'devuelta' && line.anulada) return { ...course, estado: 'no_corresponde', motivo: UNDONE }
  if (pedida_en !== null) return { ...course, estado: resultado ?? 'pedida', motivo: line.motivo }
  const reason = whyNot(line, centimos)
  return { ...course, estado: reason === null ? 'disponible' : 'no_corresponde', motivo: reason }
}

function toRefundable(lines: Line[]): Refundable | null {
  const [first] = lines
  const asked = lines.some(({ pedida_en, cerrada }) => pedida_en !== null || cerrada)
  // What was requested before the academy changed its policy stays.
  if (!first || (!asked && (first.estado !== 'pagada' || first.dias === 0))) return null
  const cursos = lines.map(toCourse)
  return { hasta: first.hasta, cursos: cursos.toSorted((a, b) => a.nombre.localeCompare(b.nombre, 'es')) }
}

/** What the buyer may ask back of these paid orders of theirs, or has asked (docs/product/shop.md 7.6). */
export async function readRefunds(db: Db, orders: number[]): Promise<Map<number, Refundable | null>> {
  const [orden, ...others] = orders
  if (orden === undefined) return new Map()
  const lines = await (others.length === 0 ? linesOfOne(db, { orden }) : linesOfMany(db, { ordenes: orders }))
  const byOrder = [...Map.groupBy(lines, ({ id_orden }) => id_orden)]
  return new Map(byOrder.map(([id, ofOrder]) => [id, toRefundable(ofOrder)]))
}

const REFUSED = { devuelta: 'ya te devolvimos su dinero.', negada: 'la academia ya respondió que no corresponde.' }

/** @throws DATOS_INVALIDOS, DEVOLUCION_NO_CORRESPONDE with the reason */
function checkCourses(refund: Refundable, ids: number[]): CourseRefund[] {
  const chosen = refund.cursos.filter(({ id_curso }) => ids.includes(id_curso))
  if (chosen.length < new Set(ids).size) throw invalid('cursos', 'Ese curso no es de esta compra.')
  for (const { nombre, estado, motivo } of chosen)
    if (estado !== 'disponible' && estado !== 'pedida')
      throw fail('DEVOLUCION_NO_CORRESPONDE', {
        message: `${quoted(nombre)}: ${estado === 'no_corresponde' ? motivo : REFUSED[estado]}`,
      })
  return chosen.filter(({ estado }) => estado === 'disponible')
}

/**
 * Requests the refund of courses, once each; the academy and the buyer are notified.
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS, DEVOLUCION_NO_CORRESPONDE
 */
export async function requestRefund(db: Db, jobs: Jobs, usuario: number, numero: string, body: RefundBody) {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, numero), eq(ordenes.id_usuario, usuario)))
      .for('update')
    if (!order) throw fail('NO_ENCONTRADO')
    const paid = order.pagada_en !== null && order.total_centimos > 0
    const refund = paid ? (await readRefunds(tx, [order.id])).get(order.id) : null
    if (!refund) throw fail('DEVOLUCION_NO_CORRESPONDE')
    const asked = checkCourses(refund, body.cursos).map((course) => ({
      id_orden: order.id,
      id_curso: course.id_curso,
      id_cliente: order.id_cliente,
      monto_centimos: Math.round(course.monto * 100),
      motivo: body.motivo || null,
    }))
    if (asked.length === 0) return
    const [row] = await tx.insert(orden_devoluciones).values(asked).returning({ en: orden_devoluciones.pedida_en })
    const clave = `devolucion_pedida:${row?.en}`
    const centimos = asked.reduce((sum, { monto_centimos }) => sum + monto_centimos, 0)
    await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_pedida', centimos, clave })
    await warnStaff(tx, jobs, order, `${clave}:${numero}`, {
      asunto: 'Un pedido de devolución',
      mensaje: `Pide que le devuelvan ${soles(centimos)}: responde en 3 días hábiles.`,
      ruta: `/gestion/devoluciones/${numero}`,
    })
  })
}

/** The gateway gave all of the order back, which answers what waits. */
export async function closeRequests(tx: Db, idOrden: number): Promise<void> {
  await tx
    .update(orden_devoluciones)
    .set({ resultado: 'devuelta', resuelta_en: sql`now()` })
    .where(and(eq(orden_devoluciones.id_orden, idOrden), isNull(orden_devoluciones.resuelta_en)))
}
