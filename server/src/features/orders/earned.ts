import { EXAM_MODEL, TIME_ZONE } from '@campus/contract/rules'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { query } from '../../platform/db/query.ts'
import { award, type Deed, withdrawPoints } from '../awards/awards.ts'
import { restoreCertificatesOf, revokeCertificatesOf } from '../certificates/certificates.ts'
import type { ordenes } from './orders.tables.ts'

type OrderRow = typeof ordenes.$inferSelect

/** What the invitation of an order earned its referrer; a free order earns nothing (decision 0012). */
async function referralOf(tx: Db, order: OrderRow): Promise<Deed[]> {
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

/** What a student did in these courses that earned points, from the records themselves. */
async function deedsIn(tx: Db, usuario: number, courses: number[]): Promise<Deed[]> {
  if (courses.length === 0) return []
  const ids = sql`${sql.param(courses)}::int[]`
  return query<Deed>(
    tx,
    sql`SELECT a.usuario_id AS usuario, 'asistencia' AS motivo, a.leccion_id::text AS clave, l.titulo AS detalle,
        NULL::int AS puntos, a.fecha_cierre AS cuando
      FROM asistencias a JOIN lecciones l ON l.id = a.leccion_id JOIN modulos m ON m.id = l.id_modulo
      WHERE a.usuario_id = ${usuario} AND a.fecha_cierre IS NOT NULL AND m.id_curso = ANY(${ids})
    UNION ALL
      SELECT d.id_alumno, 'examen', e.id::text, e.nombre, round(round(i.nota * 100 / i.nota_maxima, 2))::int, i.enviado_en
      FROM evaluaciones e JOIN detalle_evaluacion d ON d.id_evaluacion = e.id AND d.id_alumno = ${usuario}
      JOIN intentos_evaluacion i ON i.id_detalle = d.id AND i.numero = 1 AND i.aprobado AND i.nota_maxima > 0
      WHERE e.id_curso = ANY(${ids}) AND e.modelo = ${EXAM_MODEL}
    UNION ALL
      SELECT c.id_usuario, 'certificado', coalesce('modulo:' || c.id_modulo, 'curso:' || c.id_curso),
        coalesce(c.modulo, c.curso), NULL, c.fecha_emision
      FROM certificados c WHERE c.id_usuario = ${usuario} AND c.id_curso = ANY(${ids}) AND c.estado = 'vigente'`,
  )
}

async function withdraw(tx: Db, deeds: Deed[]): Promise<void> {
  // One order of people for everyone: two that invited each other may be refunded at the same moment.
  const sorted = deeds.toSorted((a, b) => a.usuario - b.usuario || a.motivo.localeCompare(b.motivo))
  const groups = Map.groupBy(sorted, ({ usuario, motivo }) => `${usuario}:${motivo}`)
  for (const group of groups.values()) if (group[0]) await withdrawPoints(tx, group[0].motivo, group)
}

/**
 * Takes back the points that an order brought its referrer, and its buyer in the courses that closed. What the buyer did before
 * the order was paid came from another right to the course, and stays.
 */
export async function withdrawEarned(tx: Db, order: OrderRow, closed: number[]): Promise<void> {
  const done = await deedsIn(tx, order.id_usuario, closed)
  const since = Date.parse(order.pagada_en ?? '')
  const bought = done.filter(({ cuando }) => Date.parse(cuando ?? '') >= since)
  await withdraw(tx, [...(await referralOf(tx, order)), ...bought])
}

const REFUNDED = { reembolsada: 'Se devolvió el pago del curso', contracargo: 'El banco retiró el pago del curso' }

/** States in which the money of an order went back: certificates of its courses are revoked, not only paused. */
export const isGivenBack = (estado: string): estado is keyof typeof REFUNDED => estado in REFUNDED

/** Revokes the certificates of courses whose payment went back; a course that had one before it was bought keeps them. */
export async function revokeEarned(
  tx: Db,
  { id_usuario, pagada_en }: OrderRow,
  closed: number[],
  estado: keyof typeof REFUNDED,
): Promise<void> {
  const older = await query<{ id_curso: number }>(
    tx,
    sql`SELECT DISTINCT id_curso FROM certificados WHERE id_usuario = ${id_usuario}
      AND fecha_fin < (${pagada_en}::timestamptz AT TIME ZONE ${TIME_ZONE})::date`,
  )
  const kept = new Set(older.map((row) => row.id_curso))
  for (const id_curso of closed.filter((id) => !kept.has(id)))
    await revokeCertificatesOf(tx, { id_usuario, id_curso, motivo: REFUNDED[estado] })
}

/** Gives the referrer's points for a paid order, and back what was taken from its buyer in the courses that open again. */
export async function giveEarned(tx: Db, order: OrderRow, reopened: number[]): Promise<void> {
  const { id_usuario } = order
  for (const id_curso of reopened)
    await restoreCertificatesOf(tx, { id_usuario, id_curso, motivo: 'El curso está pagado' })
  await award(tx, ...(await referralOf(tx, order)), ...(await deedsIn(tx, id_usuario, reopened)))
}
