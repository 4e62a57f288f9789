import { formatInstant } from '@campus/contract/formats'
import { shortNumber } from '@campus/contract/order-rules'
import { detailText } from '@campus/contract/payment-details'
import { nameOfMean } from '@campus/contract/payment-means'
import { sql } from 'drizzle-orm'
import { brandedLetter, greetingTo, type MailBrand, type Message } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import type { OrderMail } from './buyer-notices.ts'
import { soles } from './money.ts'
import type { BuyerEvent } from './order-state.ts'
import { type EventWords, isOutdated, wordsOf } from './order-words.ts'

export type MailedOrder = {
  numero: string
  estado: string
  correo: string
  nombres: string
  subtotal: number
  descuento: number
  total: number
  id_cliente: number
  creada_en: string
  pagada_en: string | null
  medio: string | null
  detalle: string | null
  cursos: { id: number; nombre: string; precio: number }[]
  aviso: { id: number; tipo: BuyerEvent; monto: number } | null
  /** What the notice is about, when the buyer requested a refund. */
  devoluciones: { id: number; nombre: string; monto: number; respuesta: string | null }[] | null
}

async function findMailed(db: Db, { id, aviso }: OrderMail): Promise<MailedOrder | undefined> {
  const [row] = await query<MailedOrder>(
    db,
    sql`SELECT o.numero, o.estado, u.correo, u.nombres, o.subtotal_centimos AS subtotal, o.descuento_centimos AS descuento,
      o.total_centimos AS total, o.id_cliente, o.creada_en, o.pagada_en, last_paid.medio, last_failed.detalle,
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', l.nombre, 'precio', l.precio_centimos) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_lineas l WHERE l.id_orden = o.id) AS cursos,
      (SELECT jsonb_build_object('id', a.id, 'tipo', a.tipo, 'monto', a.monto_centimos)
       FROM orden_avisos a WHERE a.id = ${aviso ?? null}::int AND a.id_orden = o.id) AS aviso,
      -- A request, its answer and their notice are written in one transaction, at its moment.
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', l.nombre, 'monto', d.monto_centimos, 'respuesta', d.respuesta) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_avisos a JOIN orden_devoluciones d ON d.id_orden = a.id_orden
         AND CASE a.tipo WHEN 'devolucion_pedida' THEN d.pedida_en ELSE d.resuelta_en END = a.creado_en
       JOIN orden_lineas l ON l.id_orden = d.id_orden AND l.id_curso = d.id_curso
       WHERE a.id = ${aviso ?? null}::int AND a.id_orden = o.id AND a.tipo LIKE 'devolucion!_%' ESCAPE '!') AS devoluciones
    FROM ordenes o JOIN usuarios u ON u.id = o.id_usuario
    LEFT JOIN LATERAL (SELECT medio FROM pagos p WHERE p.id_orden = o.id
      AND p.estado NOT IN ('pending', 'rejected', 'cancelled') ORDER BY p.id LIMIT 1) last_paid ON true
    LEFT JOIN LATERAL (SELECT detalle FROM pagos p WHERE p.id_orden = o.id
      AND p.estado IN ('pending', 'rejected', 'cancelled') ORDER BY p.actualizado_en DESC, p.id DESC LIMIT 1) last_failed ON true
    WHERE o.id = ${id}`,
  )
  return row
}

/** What the mail lists: the order, or the courses whose money was asked back. */
function rowsOf({ devoluciones, cursos, estado }: MailedOrder, brand: MailBrand) {
  if (devoluciones) return devoluciones.map(({ nombre, monto }) => ({ label: nombre, value: soles(monto) }))
  return cursos.map(({ id, nombre, precio }) => ({
    label: nombre,
    value: soles(precio),
    ...(estado === 'pagada' && { url: brand.link(`/miscursos/${id}/modulos`) }),
  }))
}

function totalsOf({ subtotal, descuento, total, devoluciones, aviso }: MailedOrder) {
  if (devoluciones) {
    const before = devoluciones.reduce((sum, { monto }) => sum + monto, 0) - (aviso?.monto ?? total)
    // The gateway gave it back, and the buyer was told then.
    const told = { label: 'Ya te habíamos devuelto', value: `-${soles(before)}` }
    return [...(before > 0 ? [told] : []), { label: 'Total', value: soles(aviso?.monto ?? total) }]
  }
  const discount = [
    { label: 'Subtotal', value: soles(subtotal) },
    { label: 'Descuento', value: `-${soles(descuento)}` },
  ]
  return [...(descuento > 0 ? discount : []), { label: 'Total', value: soles(total) }]
}

function factsOf({ numero, pagada_en, creada_en, medio }: MailedOrder) {
  const means = nameOfMean(medio)
  return [
    { label: 'Orden', value: shortNumber(numero) },
    { label: 'Fecha', value: formatInstant(pagada_en ?? creada_en) },
    ...(means ? [{ label: 'Medio de pago', value: means }] : []),
  ]
}

/** Where the buyer begins: the only course, or all of theirs. */
function startOf({ cursos }: MailedOrder): string {
  const [only, ...others] = cursos
  return only && others.length === 0 ? `/miscursos/${only.id}/modulos` : '/miscursos'
}

function confirmation(row: MailedOrder, brand: MailBrand) {
  const paid = row.total > 0
  return {
    subject: `Tu compra en ${brand.nombre}: orden ${shortNumber(row.numero)}`,
    title: paid ? '¡Gracias por tu compra!' : 'Tu inscripción está lista',
    lines: [
      paid
        ? `Recibimos tu pago de ${soles(row.total)}. ¡Gracias! Ya puedes empezar.`
        : 'Tu inscripción está lista y no tiene costo.',
    ],
    button: { label: 'Empezar ahora', url: brand.link(startOf(row)) },
  }
}

function eventOf(row: MailedOrder, brand: MailBrand, { tipo, monto }: NonNullable<MailedOrder['aviso']>) {
  const words: EventWords = wordsOf(tipo, soles(monto), row.devoluciones?.[0]?.respuesta ?? undefined)
  const reason = row.estado === tipo ? detailText(row.detalle) : null
  return {
    subject: `${words.title}: orden ${shortNumber(row.numero)}`,
    title: words.title,
    lines: [...words.lines, ...(reason ? [reason] : [])],
    button: { label: words.button, url: brand.link(`/pago?orden=${row.numero}`) },
  }
}

/**
 * Confirmation of a paid order, or what happened to its payment (docs/product/shop.md 5.7, 6.11); null when that is no
 * longer so.
 */
export async function orderLetter(db: Db, mail: OrderMail, publicUrl: string): Promise<Letter | null> {
  const row = await findMailed(db, mail)
  if (!row || (mail.aviso !== undefined && (!row.aviso || isOutdated(row.aviso.tipo, row.estado)))) return null
  const brand = await brandOfMail(db, row.id_cliente, publicUrl)
  const content = row.aviso ? eventOf(row, brand, row.aviso) : confirmation(row, brand)
  const host = new URL(publicUrl).hostname
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
    messageId: `<orden-${row.numero}${row.aviso ? `-${row.aviso.id}` : ''}@${host}>`,
  }
  return brandedLetter(message)
}
