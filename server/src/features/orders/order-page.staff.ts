import type { StaffOrder } from '@campus/contract/orders.staff'
import { detailText } from '@campus/contract/payment-details'
import { TIME_ZONE } from '@campus/contract/rules'
import { type SQL, sql } from 'drizzle-orm'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { readWithProgress } from '../progress/progress.ts'
import { ANNULLABLE } from './annullable.ts'
import { instalmentsOf } from './instalments.ts'
import { type Happened, timelineOf } from './order-timeline.ts'
import { HEAD, type HeadRow, soles, toHead } from './orders.staff.ts'
import { CAME_IN } from './orders.tables.ts'
import { receiptOf, shownReceipt } from './receipts.ts'

/** Buyers may try any number of times. */
const MOST = 50

const staffName = (id: string) =>
  sql.raw(`(SELECT trim(s.nombres || ' ' || s.apellidos) FROM usuarios s WHERE s.id = ${id})`)

const list = (columns: string, rest: string) =>
  sql.raw(`(SELECT coalesce(json_agg(to_json(x)), '[]') FROM (SELECT ${columns} ${rest} LIMIT ${MOST}) x)`)

const ofLine = (
  kind: SQL,
) => sql`(SELECT coalesce(sum(ml.centimos), 0) FROM movimiento_lineas ml JOIN movimientos m ON m.id = ml.id_movimiento
  WHERE ml.id_orden = l.id_orden AND ml.id_curso = l.id_curso AND ${kind})`

const LINES = sql`(SELECT json_agg(json_build_object('id_curso', l.id_curso, 'nombre', l.nombre, 'precio', round(l.precio_centimos / 100.0, 2),
    'descuento', round(l.descuento_centimos / 100.0, 2), 'pagado', round(${ofLine(CAME_IN)} / 100.0, 2), 'devuelto', round(-${ofLine(sql`NOT ${CAME_IN}`)} / 100.0, 2),
    'grupo', (SELECT g.nombre FROM grupos g WHERE g.id = l.id_grupo), 'cerrada_en', l.cerrada_en, 'avance', coalesce(a.porcentaje, 0), 'certificado',
    (SELECT c.codigo_certificado FROM certificados c WHERE c.id_usuario = o.id_usuario AND c.id_curso = l.id_curso
      AND c.id_modulo IS NULL AND c.estado = 'vigente')) ORDER BY l.id_curso)
  FROM orden_lineas l LEFT JOIN avances a ON a.id_usuario = o.id_usuario AND a.id_curso = l.id_curso WHERE l.id_orden = o.id)`

/** With what the gateway calls the card, and the refund that staff asked it for. */
const MOVEMENTS = sql`(SELECT coalesce(json_agg(to_json(x)), '[]') FROM (SELECT m.id, m.tipo, ${soles(sql`m.centimos`)} AS monto, m.medio,
    m.operacion, m.dia, m.cuota, ${ANNULLABLE} AS anulable, ${staffName('m.id_personal')} AS por, m.id_pasarela, m.motivo, m.creado_en, m.salda,
    (m.creado_en AT TIME ZONE ${TIME_ZONE})::date <> m.dia AS otro_dia,
    m.tipo = 'devolucion' AND m.medio = 'mercadopago' AND m.origen = 'personal' AND m.id_pasarela IS NULL
      AND m.centimos + coalesce((SELECT sum(c.centimos) FROM movimientos c WHERE c.id_corregido = m.id), 0) < 0 AS espera,
    (SELECT g.medio FROM pagos g WHERE g.id_orden = o.id AND g.id_pago = m.id_pasarela LIMIT 1) AS tarjeta,
    (SELECT json_build_object('por', ${staffName('d.id_personal')}, 'motivo', d.motivo)
      FROM devoluciones d WHERE d.id_movimiento = m.id) AS pedida
  FROM movimientos m WHERE m.id_orden = o.id ORDER BY m.id LIMIT ${MOST}) x)`

const REFUNDS = sql`(SELECT coalesce(json_agg(to_json(x)), '[]') FROM (SELECT d.id, ${soles(sql`d.centimos`)} AS monto, d.estado, d.motivo, d.error,
    ${staffName('d.id_personal')} AS por, d.creado_en, d.resuelta_en
  FROM devoluciones d WHERE d.id_orden = o.id ORDER BY d.id LIMIT ${MOST}) x)`

const PAYMENTS = list(
  `p.id_pago, p.estado, round(p.monto_centimos / 100.0, 2) AS monto, round(p.devuelto_centimos / 100.0, 2) AS devuelto, p.moneda, p.detalle`,
  'FROM pagos p WHERE p.id_orden = o.id ORDER BY p.id DESC',
)

const NOTICES = list(
  'n.tipo, round(n.monto_centimos / 100.0, 2) AS monto, n.creado_en',
  'FROM orden_avisos n WHERE n.id_orden = o.id ORDER BY n.id',
)

const DENIED = sql`(SELECT coalesce(json_agg(to_json(x)), '[]') FROM (SELECT DISTINCT ${staffName('d.id_personal')} AS por, d.respuesta, d.resuelta_en AS creado_en
  FROM orden_devoluciones d WHERE d.id_orden = o.id AND d.resultado = 'negada' ORDER BY 3 LIMIT ${MOST}) x)`

const ACTS = list(
  `coalesce(x.detalle ->> 'hecho', x.detalle ->> 'estado') AS hecho, x.detalle ->> 'motivo' AS motivo, x.detalle ->> 'numero' AS numero,
    (SELECT trim(s.nombres || ' ' || s.apellidos) FROM usuarios s WHERE s.id = x.id_usuario AND s.id <> o.id_usuario) AS por, x.fecha AS creado_en`,
  `FROM auditoria x WHERE x.objeto = 'orden:' || o.numero AND x.accion IN ('orden_cambiada', 'gestion') ORDER BY x.id`,
)

type Money = Pick<StaffOrder, 'cobrado' | 'devuelto' | 'neto'>

type Row = Omit<
  StaffOrder,
  keyof Happened | 'historia' | 'estado_texto' | 'registrada_por' | 'comprobante' | keyof Money
> &
  HeadRow &
  Omit<Happened, 'lineas'> & {
    id_usuario: number
    id_personal: number | null
    comprobante: Parameters<typeof shownReceipt>[2]
    lineas: StaffOrder['lineas']
  }

const read = async (db: Db, { id_cliente }: Identity, numero: string): Promise<Row> => {
  const [row] = await query<Row>(
    db,
    sql`SELECT ${HEAD}, o.id_usuario, o.id_personal, ${receiptOf(sql.raw('o.id'))} AS comprobante, ${soles(sql`o.subtotal_centimos`)} AS subtotal,
        ${soles(sql`o.descuento_centimos`)} AS descuento, o.motivo, ${staffName('o.id_personal')} AS vendida_por, o.confirmada_en,
        o.pasarela IN ('mercadopago', 'sandbox') AS en_pasarela,
        ${LINES} AS lineas, ${instalmentsOf('o')} AS cuotas, ${MOVEMENTS} AS movimientos, ${REFUNDS} AS devoluciones, ${PAYMENTS} AS pagos,
        ${NOTICES} AS avisos, ${DENIED} AS negadas, ${ACTS} AS actos
      FROM ordenes o WHERE o.numero = ${numero} AND o.id_cliente = ${id_cliente}`,
  )
  if (!row) throw fail('NO_ENCONTRADO')
  return row
}

/** An order of the brand with its money and all that happened to it (docs/product/shop.md 7). @throws NO_ENCONTRADO */
export async function findStaffOrder(db: Db, identity: Identity, numero: string): Promise<StaffOrder> {
  const told = ({ id_usuario, lineas }: Row) =>
    sql`SELECT ${id_usuario}::bigint AS id_usuario, c.id AS id_curso FROM unnest(${sql.param(lineas.map(({ id_curso }) => id_curso))}::bigint[]) c(id)`
  const row = await readWithProgress(db, () => read(db, identity, numero), told)
  const {
    id_usuario: _,
    id_personal: ________,
    vendida_por: __,
    confirmada_en: ___,
    avisos: ____,
    negadas: _____,
    actos: ______,
    ...order
  } = row
  return {
    ...toHead(order),
    comprobante: shownReceipt(identity, row, row.comprobante),
    pagos: row.pagos.map((payment) => ({ ...payment, detalle: detailText(payment.detalle) })),
    historia: timelineOf(row),
  }
}
