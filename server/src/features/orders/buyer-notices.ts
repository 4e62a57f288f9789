import { shortNumber } from '@campus/contract/order-rules'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { soles } from './money.ts'
import type { BuyerEvent } from './order-state.ts'
import { orden_avisos, type ordenes } from './orders.tables.ts'

/** A mail about an order; without `aviso` its confirmation. */
export const ORDER_MAIL = 'correo-orden'
export type OrderMail = { id: number; aviso?: number }

type OrderRow = typeof ordenes.$inferSelect

export const MESSAGES: Record<BuyerEvent, (monto: string) => string> = {
  en_espera: (monto) => `Tu pago está por confirmarse\nEs de ${monto}. No pagues otra vez: te avisaremos.`,
  rechazada: () => 'Tu pago fue rechazado\nNo se te cobró nada y puedes intentarlo de nuevo.',
  en_revision: () => 'Estamos revisando tu pago\nEl acceso a sus cursos espera hasta que lo resolvamos contigo.',
  reembolsada: (monto) => `Te devolvimos ${monto}\nEl acceso a los cursos de la orden terminó.`,
  contracargo: () => 'Tu banco retiró el pago\nEl acceso a los cursos de la orden está suspendido.',
  devolucion_pedida: (monto) => `Pediste una devolución\nEs de ${monto}: te respondemos en 3 días hábiles.`,
  devolucion_hecha: (monto) => `Te devolvimos ${monto}\nEl acceso a lo que devolvimos terminó.`,
  devolucion_negada: () => 'Tu devolución no corresponde\nEntra a leer por qué.',
  cobro_doble: (monto) => `Tu orden se cobró dos veces\nLa academia ya fue avisada y te devolverá ${monto}.`,
  cobro_devuelto: (monto) => `Te devolvimos ${monto}\nEs el cobro doble de tu orden.`,
  devolucion_parcial: (monto) => `Te devolvimos ${monto}\nEs una parte de lo que pagaste.`,
  compra_repetida: (monto) => `Pagaste cursos que ya tenías\nLa academia ya fue avisada y te devolverá ${monto}.`,
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
    mensaje: MESSAGES[tipo](soles(monto_centimos)),
    asunto: `Orden ${shortNumber(order.numero)}`,
    ruta: `/pago?orden=${order.numero}`,
    clave: `orden:${order.numero}:${clave}`,
    usuarios: [order.id_usuario],
    // Mails about money do not depend on the preferences.
    silent: true,
  })
  await sendOrderMail(tx, jobs, order, recorded.id)
}
