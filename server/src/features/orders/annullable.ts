import { sql } from 'drizzle-orm'
import { isClosedBy, isReturned, isStanding } from './course-access.ts'

const OTHER_CHARGE = sql`EXISTS (SELECT FROM movimientos c WHERE c.id_orden = m.id_orden AND c.id <> m.id AND ${isStanding(sql.raw('c'))})`

const OTHER_ORDER = sql`EXISTS (SELECT FROM ordenes x JOIN orden_lineas y ON y.id_orden = x.id WHERE x.id_usuario = o.id_usuario
  AND x.id <> o.id AND x.estado = 'pagada' AND y.id_curso = l.id_curso AND NOT ${isReturned(sql.raw('y'))})`

const names = (lines: ReturnType<typeof sql>) =>
  sql`ARRAY(SELECT l.nombre FROM orden_lineas l WHERE l.id_orden = m.id_orden AND ${lines} ORDER BY l.id_curso)`

/**
 * Of a movement `m` of an order `o`: null where it is not to be taken back; otherwise the courses that close with it, or open
 * again where it is a refund. Only what staff said is, and the gateway did not; a charge once nothing of it went back.
 */
export const ANNULLABLE = sql`CASE
  WHEN m.origen <> 'personal' OR m.id_pasarela IS NOT NULL OR m.anulado_en IS NOT NULL THEN NULL
  WHEN m.tipo = 'cobro' AND coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_cobro = m.id), 0) = 0
    THEN ${names(sql`NOT ${isReturned(sql.raw('l'))} AND NOT ${OTHER_CHARGE} AND NOT ${OTHER_ORDER}`)}
  WHEN m.tipo = 'devolucion' AND m.centimos + coalesce((SELECT sum(r.centimos) FROM movimientos r WHERE r.id_corregido = m.id), 0) < 0
    THEN ${names(isClosedBy(sql.raw('m.id')))} END`
