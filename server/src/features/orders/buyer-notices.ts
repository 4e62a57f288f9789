import { formatInstant } from '@campus/contract/formats'
import { shortNumber } from '@campus/contract/order-rules'
import { detailText } from '@campus/contract/payment-details'
import { nameOfMean } from '@campus/contract/payment-means'
import { sql } from 'drizzle-orm'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { brandedLetter, greetingTo, type MailBrand, type Message } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { notify } from '../notifications/notifications.ts'
import { soles } from './money.ts'
import type { BuyerEvent } from './order-state.ts'
import { orden_avisos, type ordenes } from './orders.tables.ts'

/** A mail about an order; without `aviso` its confirmation, which staff may send again: each `reenvio` is a mail of its own. */
export const ORDER_MAIL = 'correo-orden'
export type OrderMail = { id: number; aviso?: number; reenvio?: string }

type OrderRow = typeof ordenes.$inferSelect

type EventText = { notice: string; title: string; lines: string[]; button?: string }

/** In the campus (`notice`) and by mail; `respuesta`: what the academy wrote. */
export const EVENTS: Record<BuyerEvent, (monto: string, respuesta?: string) => EventText> = {
  en_espera: (monto) => ({
    notice: `Tu pago está por confirmarse\nEs de ${monto}. No pagues otra vez: te avisaremos.`,
    title: 'Estamos esperando tu pago',
    lines: [
      `Tu pago de ${monto} está en camino. Apenas se confirme, tus cursos se abrirán solos y te escribiremos.`,
      'No pagues otra vez mientras tanto.',
    ],
  }),
  rechazada: (monto) => ({
    notice: 'Tu pago fue rechazado\nNo se te cobró nada y puedes intentarlo de nuevo.',
    title: 'Tu pago fue rechazado',
    lines: [`El pago de ${monto} no se aceptó: no se te cobró nada y tu compra sigue guardada.`],
    button: 'Intentar de nuevo',
  }),
  en_revision: () => ({
    notice: 'Estamos revisando tu pago\nTus cursos se abren cuando lo resolvamos contigo.',
    title: 'Estamos revisando tu pago',
    lines: [
      'Recibimos un pago que no coincide con el total de tu orden. La academia ya fue avisada y lo resolverá contigo.',
      'No pagues otra vez.',
    ],
  }),
  reembolsada: (monto) => ({
    notice: `Te devolvimos ${monto}\nYa no puedes entrar a esos cursos.`,
    title: 'Te devolvimos el dinero',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'Ya no puedes entrar a esos cursos.',
    ],
  }),
  contracargo: (monto) => ({
    notice: 'Tu banco retiró el pago\nPor ahora no puedes entrar a esos cursos.',
    title: 'Tu banco retiró el pago',
    lines: [
      `Tu banco nos quitó el pago de ${monto}, por eso no puedes entrar a esos cursos.`,
      'Si fue un error, escríbenos y lo resolvemos.',
    ],
  }),
  devolucion_pedida: (monto) => ({
    notice: `Pediste una devolución\nEs de ${monto}: te respondemos en 3 días hábiles.`,
    title: 'Recibimos tu pedido de devolución',
    lines: [
      `Nos pediste que te devolvamos ${monto}: te respondemos en 3 días hábiles como máximo.`,
      'Por ahora no cambia nada: tu acceso se cierra solo si te devolvemos el dinero.',
    ],
  }),
  devolucion_hecha: (monto) => ({
    notice: `Te devolvimos ${monto}\nEl acceso a lo que devolvimos terminó.`,
    title: 'Te devolvimos el dinero',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'El acceso a lo que devolvimos terminó. Cuando quieras volver, aquí estamos.',
    ],
  }),
  devolucion_negada: (_, respuesta = '') => ({
    notice: 'No habrá devolución\nEntra a leer por qué.',
    title: 'Respondimos tu pedido de devolución',
    lines: [
      'Esta vez no corresponde devolverte el dinero. La academia lo explica así:',
      respuesta,
      'Tu acceso sigue igual. Si no estás de acuerdo, escríbenos.',
    ],
  }),
  cobro_doble: (monto) => ({
    notice: `Tu orden se cobró dos veces\nLa academia ya fue avisada y te devolverá ${monto}.`,
    title: 'Tu compra se cobró dos veces',
    lines: [
      `Recibimos un segundo pago de la misma orden. La academia ya fue avisada y te devolverá ${monto}: no tienes que hacer nada.`,
      'Tus cursos están abiertos. Te escribiremos cuando el dinero esté en camino.',
    ],
  }),
  cobro_devuelto: (monto) => ({
    notice: `Te devolvimos ${monto}\nEs el cobro doble de tu orden.`,
    title: 'Te devolvimos el cobro doble',
    lines: [
      `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo. Tus cursos siguen abiertos.`,
    ],
  }),
  devolucion_parcial: (monto) => ({
    notice: `Te devolvimos ${monto}\nEs una parte de lo que pagaste.`,
    title: 'Te devolvimos una parte de tu pago',
    lines: [
      `Devolvimos ${monto} de tu orden al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`,
      'Si fue por uno de tus cursos, su acceso termina; los demás siguen abiertos.',
    ],
  }),
  compra_repetida: (monto) => ({
    notice: `Pagaste cursos que ya tenías\nLa academia ya fue avisada y te devolverá ${monto}.`,
    title: 'Pagaste un curso que ya tenías',
    lines: [
      `Esta orden incluye cursos que otra orden tuya ya había pagado. La academia ya fue avisada y te devolverá ${monto}: no tienes que hacer nada.`,
    ],
  }),
}

export const sendOrderMail = (tx: Db, jobs: Jobs, order: OrderRow, which: Omit<OrderMail, 'id'> = {}) => {
  const { id, id_cliente, id_usuario, numero } = order
  const data: OrderMail = { id, ...which }
  const asunto = `Orden ${shortNumber(numero)}`
  return jobs.send(tx, ORDER_MAIL, mailJob(data, { marca: id_cliente, usuario: id_usuario, asunto }))
}

type BuyerNotice = { tipo: BuyerEvent; centimos?: number; clave?: string }

/** Tells the buyer in the campus and by mail, once per event, in the caller's transaction. */
export async function notifyBuyer(tx: Db, jobs: Jobs, order: OrderRow, { tipo, centimos, clave = tipo }: BuyerNotice) {
  const monto_centimos = centimos ?? order.total_centimos
  const [recorded] = await tx
    .insert(orden_avisos)
    .values({ id_orden: order.id, tipo, clave, monto_centimos })
    .onConflictDoNothing()
    .returning({ id: orden_avisos.id })
  if (!recorded) return
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: EVENTS[tipo](soles(monto_centimos)).notice,
    asunto: `Orden ${shortNumber(order.numero)}`,
    ruta: `/pago?orden=${order.numero}`,
    clave: `orden:${order.numero}:${clave}`,
    usuarios: [order.id_usuario],
    // Mails about money do not depend on the preferences.
    silent: true,
  })
  await sendOrderMail(tx, jobs, order, { aviso: recorded.id })
}

const PASSING: readonly BuyerEvent[] = ['en_espera', 'rechazada', 'en_revision']

/** A wait, a refusal or a review that is over is not worth a mail. */
export const isOutdated = (tipo: BuyerEvent, estado: string): boolean => PASSING.includes(tipo) && estado !== tipo

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
       FROM orden_avisos a WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id) AS aviso,
      -- A request, its answer and their notice are written in one transaction, at its moment.
      (SELECT jsonb_agg(jsonb_build_object('id', l.id_curso, 'nombre', l.nombre, 'monto', d.monto_centimos, 'respuesta', d.respuesta) ORDER BY ${alphabetical(sql`l.nombre`)})
       FROM orden_avisos a JOIN orden_devoluciones d ON d.id_orden = a.id_orden
         AND CASE a.tipo WHEN 'devolucion_pedida' THEN d.pedida_en ELSE d.resuelta_en END = a.creado_en
       JOIN orden_lineas l ON l.id_orden = d.id_orden AND l.id_curso = d.id_curso
       WHERE a.id = ${aviso ?? null}::bigint AND a.id_orden = o.id AND a.tipo LIKE 'devolucion!_%' ESCAPE '!') AS devoluciones
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
    title: paid ? '¡Gracias por tu compra!' : 'Tu matrícula está lista',
    lines: [
      paid
        ? `Recibimos tu pago de ${soles(row.total)}. ¡Gracias! Ya puedes empezar.`
        : 'Tu matrícula está lista y no tiene costo.',
    ],
    button: { label: 'Empezar ahora', url: brand.link(startOf(row)) },
  }
}

function eventOf(row: MailedOrder, brand: MailBrand, { tipo, monto }: NonNullable<MailedOrder['aviso']>) {
  const {
    title,
    lines,
    button = 'Ver mi compra',
  } = EVENTS[tipo](soles(monto), row.devoluciones?.[0]?.respuesta ?? undefined)
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
  if (!row || (mail.aviso !== undefined && (!row.aviso || isOutdated(row.aviso.tipo, row.estado)))) return null
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
