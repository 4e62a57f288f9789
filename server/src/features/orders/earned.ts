import { EXAM_MODEL, POINTS, TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { award, type PointEvent, withdrawPoints } from '../awards/awards.ts'
import { restoreCertificatesOf, revokeCertificatesOf } from '../certificates/certificates.ts'
import { notify } from '../notifications/notifications.ts'
import type { ordenes } from './orders.tables.ts'

type OrderRow = typeof ordenes.$inferSelect

/** The award of an invitation; free orders give none (docs/decisions/0012). */
async function referralAwards(tx: Db, order: OrderRow): Promise<PointEvent[]> {
  if (order.id_referido === null || order.total_centimos === 0) return []
  const rows = await query<{ id_usuario: number; codigo: string }>(
    tx,
    sql`SELECT id_usuario, codigo FROM referidos WHERE id = ${order.id_referido}`,
  )
  return rows.map(({ id_usuario, codigo }) => ({
    usuario: id_usuario,
    motivo: 'referido',
    clave: order.numero,
    detalle: codigo,
  }))
}

/** When the student first paid for a course. No paid order of a closed one is left, so all that came after goes back. */
const firstPaid = (usuario: number, course: SQL): SQL => sql`(SELECT min(o.pagada_en) FROM orden_lineas ol
  JOIN ordenes o ON o.id = ol.id_orden WHERE ol.id_curso = ${course} AND o.id_usuario = ${usuario})`

/** Everything in these courses that earned the student points, from the records themselves: all of it, or since it was paid. */
async function awardsIn(tx: Db, usuario: number, courses: number[], since: 'ever' | 'paid'): Promise<PointEvent[]> {
  if (courses.length === 0) return []
  const ids = sql`${sql.param(courses)}::bigint[]`
  const paid = since === 'paid' ? sql`WHERE d.cuando >= ${firstPaid(usuario, sql.raw('d.id_curso'))}` : sql``
  return query<PointEvent>(
    tx,
    sql`SELECT d.usuario, d.motivo, d.clave, d.detalle, d.puntos, d.cuando FROM (
      SELECT a.usuario_id AS usuario, 'asistencia' AS motivo, a.leccion_id::text AS clave, l.titulo AS detalle,
        NULL::int AS puntos, a.fecha_cierre AS cuando, m.id_curso
      FROM asistencias a JOIN lecciones l ON l.id = a.leccion_id JOIN modulos m ON m.id = l.id_modulo
      WHERE a.usuario_id = ${usuario} AND a.fecha_cierre IS NOT NULL AND m.id_curso = ANY(${ids})
    UNION ALL
      SELECT d.id_alumno, 'examen', e.id::text, e.nombre, round(round(i.nota * 100 / i.nota_maxima, 2))::int, i.enviado_en,
        e.id_curso
      FROM evaluaciones e JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario}
      JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = 1 AND i.aprobado AND i.nota_maxima > 0
      WHERE e.id_curso = ANY(${ids}) AND e.modelo = ${EXAM_MODEL}
    UNION ALL
      SELECT c.id_usuario, 'certificado', coalesce('modulo:' || c.id_modulo, 'curso:' || c.id_curso),
        coalesce(c.modulo, c.curso), NULL, c.fecha_emision, c.id_curso
      FROM certificados c WHERE c.id_usuario = ${usuario} AND c.id_curso = ANY(${ids}) AND c.estado = 'vigente') d ${paid}`,
  )
}

async function withdraw(tx: Db, events: PointEvent[]): Promise<void> {
  // Sorted, so that concurrent refunds of users who invited each other cannot deadlock.
  const sorted = events.toSorted((a, b) => a.usuario - b.usuario || a.motivo.localeCompare(b.motivo))
  const groups = Map.groupBy(sorted, ({ usuario, motivo }) => `${usuario}:${motivo}`)
  for (const group of groups.values()) if (group[0]) await withdrawPoints(tx, group[0].motivo, group)
}

/** Withdraws what the buyer earned in closed courses since first paying for them, and the points of the `referral`. */
export async function withdrawEarned(tx: Db, order: OrderRow, closed: number[], referral: boolean): Promise<void> {
  const sincePaid = await awardsIn(tx, order.id_usuario, closed, 'paid')
  await withdraw(tx, [...(referral ? await referralAwards(tx, order) : []), ...sincePaid])
}

const REFUNDED = {
  reembolsada: 'Se devolvió el pago del curso',
  contracargo: 'El banco retiró el pago del curso',
  cancelada: 'La compra del curso se registró por error',
}

/** Refunded states, and that of a sale taken back: certificates are revoked, not only paused. */
export const isRefunded = (estado: string): estado is keyof typeof REFUNDED => estado in REFUNDED

/** Revokes certificates of refunded courses, except where the student already had one before the first purchase. */
export async function revokeEarned(
  tx: Db,
  { id_usuario }: OrderRow,
  closed: number[],
  estado: keyof typeof REFUNDED,
): Promise<void> {
  const older = await query<{ id_curso: number }>(
    tx,
    sql`SELECT DISTINCT c.id_curso FROM certificados c WHERE c.id_usuario = ${id_usuario}
      AND c.fecha_fin < (${firstPaid(id_usuario, sql.raw('c.id_curso'))} AT TIME ZONE ${TIME_ZONE})::date`,
  )
  const earlier = new Set(older.map((row) => row.id_curso))
  for (const id_curso of closed.filter((id) => !earlier.has(id)))
    await revokeCertificatesOf(tx, { id_usuario, id_curso, motivo: REFUNDED[estado] })
}

/** Restores what the buyer had earned in reopened courses. */
export async function restoreEarned(tx: Db, { id_usuario }: OrderRow, reopened: number[]): Promise<void> {
  for (const id_curso of reopened)
    await restoreCertificatesOf(tx, { id_usuario, id_curso, motivo: 'El curso está pagado' })
  await award(tx, ...(await awardsIn(tx, id_usuario, reopened, 'ever')))
}

/** Of an order that is not wholly paid any more. */
export const withdrawReferral = async (tx: Db, order: OrderRow): Promise<void> =>
  withdraw(tx, await referralAwards(tx, order))

/** Once however often it is paid. */
export async function awardReferral(tx: Db, order: OrderRow): Promise<void> {
  const invitations = await referralAwards(tx, order)
  await award(tx, ...invitations)
  for (const { usuario, clave, detalle } of invitations)
    await notify(tx, {
      evento: 'referido',
      tipo: 'Otro',
      mensaje: `¡Compraron con tu código!\nGanaste ${POINTS.referido} puntos.`,
      asunto: detalle,
      ruta: '/referidos',
      clave: `referido:${clave}`,
      usuarios: [usuario],
    })
}
