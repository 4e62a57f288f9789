import { shortNumber } from '@campus/contract/order-rules'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { mailJob } from '../mail-jobs/mail-jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { soles } from './money.ts'
import type { BuyerEvent } from './order-state.ts'
import { orden_avisos, type ordenes } from './orders.tables.ts'

/** A mail about an order; without `aviso` its confirmation. */
export const ORDER_MAIL = 'correo-orden'
export type OrderMail = { id: number; aviso?: number }

type OrderRow = typeof ordenes.$inferSelect

const MESSAGES: Record<BuyerEvent, (orden: string, monto: string) => string> = {
  en_espera: (orden, monto) =>
    `Estamos esperando la confirmación de tu pago de ${monto} (orden ${orden}). No pagues otra vez: te avisaremos.`,
  rechazada: (orden) => `Pago rechazado: orden ${orden}. No se te cobró nada y puedes intentarlo de nuevo.`,
  en_revision: (orden) =>
    `Estamos revisando el pago de la orden ${orden}: el acceso a sus cursos espera hasta que lo resolvamos contigo.`,
  reembolsada: (orden, monto) =>
    `Te devolvimos el dinero de la orden ${orden} (${monto}): el acceso a sus cursos terminó.`,
  contracargo: (orden) => `Tu banco retiró el pago de la orden ${orden}: el acceso a sus cursos está suspendido.`,
  devolucion_pedida: (orden, monto) =>
    `Recibimos tu pedido de devolución de ${monto} (orden ${orden}): te respondemos en 3 días hábiles.`,
  devolucion_hecha: (orden, monto) =>
    `Te devolvimos ${monto} de tu orden ${orden}: el acceso a lo que devolvimos terminó.`,
  devolucion_negada: (orden) =>
    `Respondimos a tu pedido de devolución de la orden ${orden}: no corresponde. Entra a leer por qué.`,
  cobro_doble: (orden, monto) =>
    `Tu orden ${orden} se cobró dos veces: la academia ya fue avisada y te devolverá ${monto}.`,
  cobro_devuelto: (orden, monto) => `Te devolvimos ${monto} del cobro doble de tu orden ${orden}.`,
  devolucion_parcial: (orden, monto) => `Te devolvimos ${monto} de tu orden ${orden}.`,
  compra_repetida: (orden, monto) =>
    `Tu orden ${orden} pagó cursos que ya tenías pagados: la academia ya fue avisada y te devolverá ${monto}.`,
}

export const sendOrderMail = (tx: Db, jobs: Jobs, { id, id_cliente, id_usuario, numero }: OrderRow, aviso?: number) => {
  const data: OrderMail = aviso === undefined ? { id } : { id, aviso }
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
    mensaje: MESSAGES[tipo](shortNumber(order.numero), soles(monto_centimos)),
    ruta: `/pago?orden=${order.numero}`,
    clave: `orden:${order.numero}:${clave}`,
    usuarios: [order.id_usuario],
    // Mails about money do not depend on the preferences.
    silent: true,
  })
  await sendOrderMail(tx, jobs, order, recorded.id)
}
