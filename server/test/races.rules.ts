import { findWrongProgress } from '../src/features/progress/progress.ts'
import type { TestApp } from './harness.ts'

/** Of an order `o`, what came in and did not go back all. */
const STANDING = `SELECT FROM movimientos c WHERE c.id_orden = o.id AND c.tipo = 'cobro' AND c.anulado_en IS NULL
  AND (c.centimos = 0 OR c.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = c.id), 0) > 0)`

/** Invariants: each query returns the rows that violate it. */
const VIOLATIONS: Record<string, string> = {
  'attempts beyond what the exam allows, or miscounted': `SELECT d.id FROM detalle_evaluacion d JOIN evaluaciones e ON e.id = d.id_evaluacion
    WHERE d.intentos > e.intentos + d.intentos_extra OR d.intentos <> (SELECT count(*) FROM intentos_evaluacion i WHERE i.id_detalle = d.id)`,
  'two open attempts': `SELECT id_detalle FROM intentos_evaluacion WHERE estado = 'abierto' GROUP BY 1 HAVING count(*) > 1`,
  'a grade that is not the sum of its points': `SELECT i.id FROM intentos_evaluacion i WHERE i.estado = 'calificado'
    AND i.nota <> (SELECT coalesce(sum(r.puntos), 0) FROM respuestas r WHERE r.id_intento = i.id)`,
  'an attempt that was graded twice': `SELECT objeto FROM auditoria WHERE accion = 'intento_enviado' GROUP BY 1 HAVING count(*) > 1`,
  'likes of a post that are not its rows': `SELECT p.id FROM posts_foro p
    WHERE p.likes <> (SELECT count(*) FROM likes_post_foro l WHERE l.id_post = p.id) OR p.likes < 0`,
  'likes of a comment that are not its rows': `SELECT c.id FROM comentarios c
    WHERE c.likes <> (SELECT count(*) FROM comentario_likes l WHERE l.id_comentario = c.id)`,
  'posts that their forum does not count': `SELECT f.id FROM foros f
    WHERE f.total_posts <> (SELECT count(*) FROM posts_foro p WHERE p.id_foro = f.id AND p.eliminado_en IS NULL)`,
  'a reply without its tree': `SELECT p.id FROM posts_foro p LEFT JOIN posts_foro r ON r.id = p.raiz_id
    WHERE p.parent_id IS NOT NULL AND r.id IS NULL`,
  'replies that their post does not count': `SELECT p.id FROM posts_foro p
    WHERE p.parent_id IS NULL AND p.respuestas <> (SELECT count(*) FROM posts_foro r WHERE r.raiz_id = p.id)`,
  'an order paid whose places are not open': `SELECT o.id FROM ordenes o JOIN orden_lineas l ON l.id_orden = o.id
    WHERE o.estado = 'pagada' AND l.cerrada_en IS NULL AND NOT EXISTS (SELECT 1 FROM matriculas m WHERE m.id_usuario = o.id_usuario AND m.id_curso = l.id_curso
      AND m.estado = 'activa' AND coalesce(m.fecha_vencimiento >= (now() AT TIME ZONE 'America/Lima')::date, true))`,
  'a movement whose lines are not its sum': `SELECT m.id FROM movimientos m
    WHERE m.centimos <> (SELECT coalesce(sum(l.centimos), 0) FROM movimiento_lineas l WHERE l.id_movimiento = m.id)`,
  'an order whose state is not what its money says': `SELECT o.id FROM ordenes o WHERE o.total_centimos > 0 AND CASE o.estado
    WHEN 'pagada' THEN NOT EXISTS (${STANDING} AND c.salda)
      AND NOT (EXISTS (SELECT FROM movimientos c WHERE c.id_orden = o.id AND c.salda AND c.anulado_en IS NULL)
        AND EXISTS (SELECT FROM orden_lineas l WHERE l.id_orden = o.id AND l.cerrada_en IS NULL AND l.precio_centimos > 0))
    WHEN 'reembolsada' THEN EXISTS (${STANDING}) WHEN 'cancelada' THEN EXISTS (${STANDING}) ELSE false END`,
  'an instalment that is paid where its charges do not say so, or is not where they do': `SELECT q.id_orden FROM cuotas q JOIN ordenes o ON o.id = q.id_orden
    WHERE (q.pagada_el IS NOT NULL) <> EXISTS (${STANDING} AND c.salda AND coalesce(c.cuota, q.numero) = q.numero)`,
  'money told twice': `SELECT a.id_orden FROM orden_avisos a
    WHERE a.tipo IN ('devolucion_hecha', 'devolucion_parcial', 'cobro_devuelto', 'reembolsada', 'devolucion_anulada') GROUP BY 1
    HAVING sum(CASE a.tipo WHEN 'devolucion_anulada' THEN -a.monto_centimos ELSE a.monto_centimos END) >
      (SELECT coalesce(-sum(m.centimos), 0) FROM movimientos m
        WHERE m.id_orden = a.id_orden AND (m.tipo = 'devolucion' OR (m.tipo = 'ajuste' AND m.id_corregido <> m.id_cobro)))`,
  'more or less taken back than was registered': `SELECT m.id FROM movimientos m WHERE m.anulado_en IS NOT NULL
    AND m.centimos + (SELECT coalesce(sum(a.centimos), 0) FROM movimientos a WHERE a.id_corregido = m.id) <> 0`,
  'a day whose sums are not its movements': `SELECT d.dia FROM dias_de_dinero d WHERE d.sumado AND (
    (SELECT coalesce(sum(m.centimos), 0) FROM movimientos m WHERE m.id_cliente = d.id_cliente AND m.dia = d.dia) <>
      (SELECT coalesce(sum(x.cobrado_centimos - x.devuelto_centimos), 0) FROM dinero_del_dia x
        WHERE x.id_cliente = d.id_cliente AND x.dia = d.dia AND x.id_curso = 0)
    OR (SELECT coalesce(sum(l.centimos), 0) FROM movimientos m JOIN movimiento_lineas l ON l.id_movimiento = m.id
        WHERE m.id_cliente = d.id_cliente AND m.dia = d.dia) <>
      (SELECT coalesce(sum(x.cobrado_centimos - x.devuelto_centimos), 0) FROM dinero_del_dia x
        WHERE x.id_cliente = d.id_cliente AND x.dia = d.dia AND x.id_curso <> 0))`,
  'an order whose discount is not that of its courses': `SELECT o.id FROM ordenes o
    WHERE o.descuento_centimos <> (SELECT coalesce(sum(l.descuento_centimos), 0) FROM orden_lineas l WHERE l.id_orden = o.id)`,
  'a coupon whose uses are not its paid orders': `SELECT u.id_orden FROM cupon_usos u JOIN ordenes o ON o.id = u.id_orden
    WHERE (u.usado_en IS NOT NULL) <> (o.pagada_en IS NOT NULL) OR u.id_usuario <> o.id_usuario`,
  'more of a coupon than it has that no one is told of': `SELECT c.id FROM cupones c JOIN cupon_usos u ON u.id_cupon = c.id AND u.usado_en IS NOT NULL
    WHERE c.usos IS NOT NULL GROUP BY c.id HAVING count(*) - c.usos > count(*) FILTER (WHERE u.de_mas)`,
  'a code of one use that was used twice': `SELECT u.id_codigo FROM cupon_usos u JOIN cupones c ON c.id = u.id_cupon AND c.de_un_uso
    WHERE u.usado_en IS NOT NULL AND NOT u.de_mas GROUP BY 1 HAVING count(*) > 1`,
  'a number of two sales': `SELECT m.operacion FROM movimientos m WHERE m.tipo = 'cobro' AND m.anulado_en IS NULL
    AND m.operacion IS NOT NULL GROUP BY m.id_cliente, m.medio, m.operacion HAVING count(*) > 1`,
  'a notification that was stored twice': 'SELECT pasarela, clave FROM eventos_pago GROUP BY 1, 2 HAVING count(*) > 1',
  'a purchase notified twice': `SELECT id_usuario, mensaje, ruta FROM notificaciones WHERE tipo = 'Bienvenida' GROUP BY 1, 2, 3 HAVING count(*) > 1`,
  'an event notified twice': 'SELECT id_usuario, clave FROM notificaciones GROUP BY 1, 2 HAVING count(*) > 1',
  'a place that was given twice': 'SELECT id_usuario, id_curso FROM matriculas GROUP BY 1, 2 HAVING count(*) > 1',
  'two orders to pay for one cart': `SELECT id_usuario, huella FROM ordenes WHERE estado IN ('pendiente', 'en_espera', 'rechazada') GROUP BY 1, 2 HAVING count(*) > 1`,
  'two certificates of one thing':
    'SELECT id_usuario, id_curso, id_modulo FROM certificados GROUP BY 1, 2, 3 HAVING count(*) > 1',
  'a valid certificate with another grade than the best that passed': `SELECT c.id FROM certificados c
    WHERE c.id_modulo IS NOT NULL AND c.estado = 'vigente' AND c.nota IS DISTINCT FROM
    (SELECT round(max(i.nota * 100 / i.nota_maxima), 2) FROM intentos_evaluacion i JOIN detalle_evaluacion d ON d.id = i.id_detalle
     JOIN evaluaciones e ON e.id = d.id_evaluacion WHERE d.id_alumno = c.id_usuario AND e.id_modulo = c.id_modulo AND i.aprobado)`,
  'points that were given twice': 'SELECT id_usuario, motivo, clave FROM puntos GROUP BY 1, 2, 3 HAVING count(*) > 1',
  'points whose sum is another': `SELECT m.id_usuario FROM puntos_mes m
    WHERE m.puntos <> (SELECT sum(p.puntos) FROM puntos p WHERE p.id_usuario = m.id_usuario AND p.mes = m.mes)`,
  'a third code, or one of two students': `SELECT id_usuario::text FROM referidos GROUP BY 1 HAVING count(*) > 2
    UNION ALL SELECT codigo FROM referidos GROUP BY 1 HAVING count(*) > 1`,
  'a mail of two people': 'SELECT lower(correo) FROM usuarios GROUP BY 1 HAVING count(*) > 1',
  'a link that was used and opens still':
    'SELECT id_usuario FROM restablecimientos WHERE usado_en IS NULL AND id_usuario IN (SELECT id_usuario FROM restablecimientos WHERE usado_en IS NOT NULL)',
  'a number of the book that is missing or double': `SELECT id_cliente, anio FROM reclamos GROUP BY 1, 2
    HAVING count(*) <> max(numero) OR count(DISTINCT numero) <> count(*)
      OR max(numero) <> (SELECT ultimo FROM libros_reclamaciones l WHERE l.id_cliente = reclamos.id_cliente AND l.anio = reclamos.anio)`,
  'two attendances of one lesson': 'SELECT usuario_id, leccion_id FROM asistencias GROUP BY 1, 2 HAVING count(*) > 1',
}

/** The violated invariants, with their number of rows. */
export async function violations(t: TestApp): Promise<string[]> {
  const found: string[] = []
  for (const [rule, query] of Object.entries(VIOLATIONS)) {
    const rows = await t.database.sql.unsafe(query)
    if (rows.length > 0) found.push(`${rule}: ${rows.length}`)
  }
  const wrong = await findWrongProgress(t.deps.db)
  if (wrong.length > 0) found.push(`stored progress that differs from its rule: ${wrong.length}`)
  return found
}
