import { formatInstant } from '@campus/contract/formats'
import type { Medium } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { detailText } from '@campus/contract/payment-details'
import { nameOfMean } from '@campus/contract/payment-means'
import { sql } from 'drizzle-orm'
import { brandedLetter, greetingTo, type MailBrand, type Message } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { couponOfOrder } from '../coupons/coupons.ts'
import { EVENTS, type OrderMail } from './buyer-notices.ts'
import { dayText, TOLD_INSTALMENT, type ToldInstalment } from './instalment-texts.ts'
import { soles } from './money.ts'
import type { BuyerEvent } from './order-state.ts'

const PASSING: readonly BuyerEvent[] = ['en_espera', 'rechazada', 'en_revision']

const ASKING: readonly BuyerEvent[] = ['cuota_pronto', 'cuota_hoy', 'cuota_suspendida']

/** A wait, a refusal or a review that is over is not worth a mail, nor an instalment that was paid meanwhile. */
const isOutdated = (tipo: BuyerEvent, { estado, cuota }: MailedOrder): boolean =>
  (PASSING.includes(tipo) && estado !== tipo) || (ASKING.includes(tipo) && cuota?.pagada === true)

type MailedOrder = {
  numero: string
  estado: string
  correo: string
  nombres: string
  subtotal: number
  descuento: number
  total: number
  id_cliente: number
  creada_en: string
  /** Its coupon's code. */
  cupon: string | null
  pagada_en: string | null
  medio: string | null
  detalle: string | null
  cursos: { id: number; nombre: string; precio: number }[]
  aviso: { id: number; tipo: BuyerEvent; monto: number } | null
  /** The courses of a request for money, or of its denial. */
  pedidos: { nombre: string; monto: number; respuesta: string | null }[] | null
  /** What went back, by course. */
  vuelto: { nombre: string; monto: number }[] | null
  /** Those of the order that are not paid, of one that is paid in parts. */
  cuotas: { numero: number; centimos: number; vence: string }[] | null
  /** What came in until now. */
  cobrado: number
  /** The instalment that the notice is about. */
  cuota: ToldInstalment | null
  /** Of staff's refund: that it ended the access to a course, and how the money went. */
  devuelta: { cierra: boolean; medio: Medium | null } | null
}

/** What went back with a notice: the movement of a refund of staff's, else those that the gateway told of at its moment. */
const WENT_BACK = sql`SELECT x.id_curso, sum(x.centimos)::int AS centimos
  FROM movimientos m JOIN movimiento_lineas x ON x.id_movimiento = m.id LEFT JOIN devoluciones r ON r.id_movimiento = m.id
  WHERE m.id_orden = a.id_orden AND CASE a.tipo
    WHEN 'devolucion_hecha' THEN a.clave = 'devolucion_hecha:' || r.id
    ELSE m.creado_en = a.creado_en AND m.tipo IN ('devolucion', 'ajuste') AND r.id IS NULL END
  GROUP BY 1 HAVING sum(x.centimos) < 0`

async function findMailed(db: Db, { id, aviso }: OrderMail): Promise<MailedOrder | undefined> {
  const [row] = await query<MailedOrder>(
    db,
    sql`SELECT o.numero, o.estado, u.correo, u.nombres, o.subtotal_centimos AS subtotal, o.descuento_centimos AS descuento,
      o.total_centimos AS total, ${couponOfOrder(sql.raw('o.id'))} AS cupon, o.id_cliente, o.creada_en, o.pagada_en, last_paid.medio, last_failed.detalle,
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', concat_ws(' · ', l.nombre, g.nombre), 'precio', l.precio_centimos) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_lineas l LEFT JOIN grupos g ON g.id = l.id_grupo WHERE l.id_orden = o.id) AS cursos,
      (SELECT jsonb_build_object('id', a.id, 'tipo', a.tipo, 'monto', a.monto_centimos)
       FROM orden_avisos a WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id) AS aviso,
      (SELECT jsonb_agg(jsonb_build_object('numero', q.numero, 'centimos', q.centimos, 'vence', q.vence) ORDER BY q.numero)
       FROM cuotas q WHERE q.id_orden = o.id AND q.pagada_el IS NULL AND q.id_cierre IS NULL) AS cuotas,
      (SELECT coalesce(sum(m.centimos), 0)::int FROM movimientos m WHERE m.id_orden = o.id) AS cobrado,
      (SELECT ${TOLD_INSTALMENT} FROM orden_avisos a JOIN cuotas q ON q.id_orden = a.id_orden AND q.numero = a.cuota
       WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id) AS cuota,
      -- A request, its answer and their notice are written in one transaction, at its moment.
      (SELECT jsonb_agg(jsonb_build_object('nombre', l.nombre, 'monto', d.monto_centimos, 'respuesta', d.respuesta) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_avisos a JOIN orden_devoluciones d ON d.id_orden = a.id_orden
         AND CASE a.tipo WHEN 'devolucion_pedida' THEN d.pedida_en ELSE d.resuelta_en END = a.creado_en
       JOIN orden_lineas l ON l.id_orden = d.id_orden AND l.id_curso = d.id_curso
       WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id AND a.tipo IN ('devolucion_pedida', 'devolucion_negada')) AS pedidos,
      (SELECT jsonb_agg(jsonb_build_object('nombre', l.nombre, 'monto', -w.centimos) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_avisos a CROSS JOIN LATERAL (${WENT_BACK}) w JOIN orden_lineas l ON l.id_orden = a.id_orden AND l.id_curso = w.id_curso
       WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id
         AND a.tipo IN ('devolucion_hecha', 'devolucion_parcial', 'cobro_devuelto', 'reembolsada')) AS vuelto,
      (SELECT jsonb_build_object('cierra', r.cierra <> '[]', 'medio', m.medio)
       FROM orden_avisos a JOIN devoluciones r ON r.id_orden = a.id_orden AND a.clave = 'devolucion_hecha:' || r.id
         LEFT JOIN movimientos m ON m.id = r.id_movimiento
       WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id) AS devuelta
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario
    LEFT JOIN LATERAL (SELECT medio FROM pagos p WHERE p.id_orden = o.id
      AND p.estado NOT IN ('pending', 'rejected', 'cancelled') ORDER BY p.id LIMIT 1) last_paid ON true
    LEFT JOIN LATERAL (SELECT detalle FROM pagos p WHERE p.id_orden = o.id
      AND p.estado IN ('pending', 'rejected', 'cancelled') ORDER BY p.actualizado_en DESC, p.id DESC LIMIT 1) last_failed ON true
    WHERE o.id = ${id}`,
  )
  return row
}

/** What the mail lists: the order, or the courses whose money was asked back or went back. */
function rowsOf({ pedidos, vuelto, cursos, estado }: MailedOrder, brand: MailBrand) {
  const some = pedidos ?? vuelto
  if (some) return some.map(({ nombre, monto }) => ({ label: nombre, value: soles(monto) }))
  return cursos.map(({ id, nombre, precio }) => ({
    label: nombre,
    value: soles(precio),
    ...(estado === 'pagada' && { url: brand.link(`/miscursos/${id}/modulos`) }),
  }))
}

function totalsOf({ subtotal, descuento, cupon, total, pedidos, vuelto, aviso }: MailedOrder) {
  if (pedidos) return [{ label: 'Total', value: soles(aviso?.monto ?? total) }]
  if (vuelto) return [{ label: 'Total devuelto', value: soles(aviso?.monto ?? total) }]
  const discount = [
    { label: 'Subtotal', value: soles(subtotal) },
    { label: cupon === null ? 'Descuento' : `Cupón ${cupon}`, value: `-${soles(descuento)}` },
  ]
  return [...(descuento > 0 ? discount : []), { label: 'Total', value: soles(total) }]
}

const owedOf = ({ cuotas, estado }: MailedOrder) =>
  estado === 'pagada' && cuotas
    ? cuotas.map(({ numero, centimos, vence }) => ({
        label: `Cuota ${numero}`,
        value: `${soles(centimos)}, hasta el ${dayText(vence)}`,
      }))
    : []

function factsOf(row: MailedOrder) {
  const { numero, pagada_en, creada_en, medio } = row
  const means = nameOfMean(medio)
  return [
    { label: 'Orden', value: shortNumber(numero) },
    { label: 'Fecha', value: formatInstant(pagada_en ?? creada_en) },
    ...(means ? [{ label: 'Medio de pago', value: means }] : []),
    ...owedOf(row),
  ]
}

/** Where the buyer begins: the only course, or all of theirs. */
function startOf({ cursos }: MailedOrder): string {
  const [only, ...others] = cursos
  return only && others.length === 0 ? `/miscursos/${only.id}/modulos` : '/miscursos'
}

function confirmation(row: MailedOrder, brand: MailBrand) {
  const paid = row.total > 0
  const amount = soles(row.total)
  const received = row.cuotas
    ? `Recibimos ${soles(row.cobrado)} de los ${amount} de tu compra. ¡Gracias! Ya puedes empezar.`
    : `Recibimos tu pago de ${amount}. ¡Gracias! Ya puedes empezar.`
  return {
    subject: `Tu compra en ${brand.nombre}: orden ${shortNumber(row.numero)}`,
    title: paid ? '¡Gracias por tu compra!' : 'Tu matrícula está lista',
    lines: [paid ? received : 'Tu matrícula está lista y no tiene costo.'],
    button: { label: 'Empezar ahora', url: brand.link(startOf(row)) },
  }
}

function eventOf(row: MailedOrder, brand: MailBrand, { tipo, monto }: NonNullable<MailedOrder['aviso']>) {
  const {
    title,
    lines,
    button = 'Ver mi compra',
  } = EVENTS[tipo](soles(monto), { respuesta: row.pedidos?.[0]?.respuesta ?? '', ...row.devuelta, cuota: row.cuota })
  const reason = row.estado === tipo ? detailText(row.detalle) : null
  return {
    subject: `${title}: orden ${shortNumber(row.numero)}`,
    title,
    lines: [...lines, ...(reason ? [reason] : [])],
    button: { label: button, url: brand.link(`/pago?orden=${row.numero}`) },
  }
}

/**
 * Confirmation of a paid order, or what happened to its payment (docs/product/shop.md 5.7, 6.11); null when that is no
 * longer so.
 */
export async function orderLetter(db: Db, mail: OrderMail, publicUrl: string): Promise<Letter | null> {
  const row = await findMailed(db, mail)
  if (!row || (mail.aviso !== undefined && (!row.aviso || isOutdated(row.aviso.tipo, row)))) return null
  const brand = await brandOfMail(db, row.id_cliente, publicUrl)
  const content = row.aviso ? eventOf(row, brand, row.aviso) : confirmation(row, brand)
  const host = new URL(publicUrl).hostname
  const part = row.aviso?.id ?? mail.reenvio
  const message: Message = {
    brand,
    to: row.correo,
    greeting: greetingTo(row.nombres),
    ...content,
    facts: factsOf(row),
    rows: rowsOf(row, brand),
    totals: totalsOf(row),
    links: [
      { label: 'El detalle de tu compra', url: brand.link(`/pago?orden=${row.numero}`) },
      { label: 'Todas tus compras', url: brand.link('/compras') },
    ],
    messageId: `<orden-${row.numero}${part === undefined ? '' : `-${part}`}@${host}>`,
  }
  return brandedLetter(message)
}
