import { nameOfMean } from '@campus/contract/payment-means'
import type { RefundDenial, RefundRequest } from '@campus/contract/refunds'
import { and, eq, sql } from 'drizzle-orm'
import { audit, lastEdit } from '../../kit/audit/audit.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, isAnyOf, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/failures.ts'
import { type Identity, pageOfRows } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { updateProgress } from '../progress/progress.ts'
import { notifyBuyer } from './buyer-notices.ts'
import { devoluciones } from './movements.tables.ts'
import { orden_devoluciones, orden_lineas, ordenes } from './orders.tables.ts'

/** With how far the buyer is in each course today. */
const COURSES = sql`(SELECT json_agg(json_build_object('id_curso', l.id_curso, 'nombre', l.nombre,
    'monto', round(d.monto_centimos / 100.0, 2), 'motivo', d.motivo, 'lecciones', p.lecciones,
    'completadas', p.completadas) ORDER BY ${alphabetical(sql`l.nombre`)})
  FROM orden_devoluciones d JOIN orden_lineas l ON l.id_orden = d.id_orden AND l.id_curso = d.id_curso
  JOIN avances p ON p.id_usuario = o.id_usuario AND p.id_curso = d.id_curso
  WHERE d.id_orden = o.id AND d.resuelta_en IS NULL)`

/** Orders of the brand whose buyer waits for an answer, oldest first. */
export async function listRequests(db: Db, { id_cliente }: Identity, page: number, perPage: number) {
  const waiting = sql`SELECT d.id_orden, min(d.pedida_en) AS pedida_en FROM orden_devoluciones d
    WHERE d.id_cliente = ${id_cliente} AND d.resuelta_en IS NULL GROUP BY d.id_orden`
  const [counted] = await query<{ total: number }>(db, sql`SELECT count(*)::int AS total FROM (${waiting}) w`)
  const shown = sql`(${waiting} ORDER BY 2, 1 LIMIT ${perPage} OFFSET ${(page - 1) * perPage})`
  const told = sql`SELECT o.id_usuario, d.id_curso FROM ${shown} w JOIN ordenes o ON o.id = w.id_orden
    JOIN orden_devoluciones d ON d.id_orden = o.id AND d.resuelta_en IS NULL`
  await updateProgress(db, told)
  const rows = await query<RefundRequest>(
    db,
    sql`SELECT o.numero, round(o.total_centimos / 100.0, 2) AS total, o.pagada_en, w.pedida_en,
        (SELECT p.medio FROM pagos p WHERE p.id_orden = o.id AND p.estado NOT IN ('pending', 'rejected', 'cancelled')
          ORDER BY p.id LIMIT 1) AS medio,
        round((SELECT coalesce(sum(-m.centimos), 0) FROM movimientos m WHERE m.id_orden = o.id AND m.tipo = 'devolucion'
          AND m.creado_en >= w.pedida_en) / 100.0, 2) AS ya_devuelto,
        (SELECT d.centimos / 100.0 FROM devoluciones d WHERE d.id_orden = o.id AND d.estado = 'enviada' ORDER BY d.id LIMIT 1) AS enviada,
        json_build_object('id', u.id, 'nombres', u.nombres, 'apellidos', u.apellidos, 'correo', u.correo) AS comprador,
        ${COURSES} AS cursos
      FROM ${shown} w
      JOIN ordenes o ON o.id = w.id_orden JOIN usuarios u ON u.id = o.id_usuario ORDER BY w.pedida_en, o.id`,
  )
  const named = rows.map((row) => ({ ...row, medio: nameOfMean(row.medio) }))
  return pageOfRows(named, counted?.total ?? 0, page, perPage)
}

/** @throws NO_ENCONTRADO, DATOS_INVALIDOS, YA_RESUELTO with what stands */
export async function checkWaiting(tx: Db, numero: string, idOrden: number, courses: number[]): Promise<number> {
  const { id_curso, monto_centimos, resultado, respuesta } = orden_devoluciones
  const asked = await tx
    .select({ id_curso, nombre: orden_lineas.nombre, monto_centimos, resultado, respuesta })
    .from(orden_devoluciones)
    .innerJoin(orden_lineas, and(eq(orden_lineas.id_orden, idOrden), eq(orden_lineas.id_curso, id_curso)))
    .where(eq(orden_devoluciones.id_orden, idOrden))
    .orderBy(alphabetical(orden_lineas.nombre))
  if (asked.length === 0) throw fail('NO_ENCONTRADO')
  const chosen = asked.filter((row) => courses.includes(row.id_curso))
  if (chosen.length < new Set(courses).size) throw invalid('cursos', 'De ese curso no se pidió la devolución.')
  if (chosen.some((row) => row.resultado !== null)) {
    const cursos = asked.flatMap(({ monto_centimos: _, ...row }) => (row.resultado === null ? [] : [row]))
    const edit = await lastEdit(tx, `devolucion:${numero}`)
    throw fail('YA_RESUELTO', { actual: { datos: { cursos }, version: 1, ...edit } })
  }
  return chosen.reduce((sum, row) => sum + row.monto_centimos, 0)
}

/**
 * Says why the academy does not pay courses back; the buyer is notified. What it does pay back is a refund (refunding.ts).
 * @throws NO_ENCONTRADO, DATOS_INVALIDOS, YA_RESUELTO
 */
export async function denyRefund(db: Db, jobs: Jobs, identity: Identity, numero: string, denial: RefundDenial) {
  const { cursos, respuesta } = denial
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select()
      .from(ordenes)
      .where(and(eq(ordenes.numero, numero), eq(ordenes.id_cliente, identity.id_cliente)))
      .for('update')
    if (!order) throw fail('NO_ENCONTRADO')
    const centimos = await checkWaiting(tx, numero, order.id, cursos)
    const sent = and(eq(devoluciones.id_orden, order.id), eq(devoluciones.estado, 'enviada'))
    if ((await tx.$count(devoluciones, sent)) > 0)
      throw fail('YA_RESUELTO', { message: 'Ya se pidió esta devolución a MercadoPago.' })
    const [row] = await tx
      .update(orden_devoluciones)
      .set({ resultado: 'negada', respuesta, resuelta_en: sql`now()`, id_personal: identity.id })
      .where(and(eq(orden_devoluciones.id_orden, order.id), isAnyOf(orden_devoluciones.id_curso, cursos)))
      .returning({ en: orden_devoluciones.resuelta_en })
    const detalle = { hecho: 'negada', cursos: cursos.map(String), centimos, respuesta }
    await audit(tx, 'gestion', { sobre: order.id_usuario, objeto: `devolucion:${numero}`, detalle })
    await notifyBuyer(tx, jobs, order, { tipo: 'devolucion_negada', centimos, clave: `devolucion_negada:${row?.en}` })
  })
}
