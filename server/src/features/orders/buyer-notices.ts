import { MEDIUM_NAMES, type Medium } from '@campus/contract/media'
import { shortNumber } from '@campus/contract/order-rules'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { notify } from '../notifications/notifications.ts'
import { type EventText, findTold, instalmentText, type ToldInstalment } from './instalment-texts.ts'
import { soles } from './money.ts'
import type { BuyerEvent, InstalmentEvent } from './order-state.ts'
import { orden_avisos, type ordenes } from './orders.tables.ts'

/** A mail about an order; without `aviso` its confirmation, which staff may send again: each `reenvio` is a mail of its own. */
export const ORDER_MAIL = 'correo-orden'
export type OrderMail = { id: number; aviso?: number; reenvio?: string }

type OrderRow = typeof ordenes.$inferSelect

/** `respuesta`: what the academy wrote; `cierra`: the access to a course ended with it; `medio`: how money went back. */
type Details = { respuesta?: string; cierra?: boolean; medio?: Medium | null; cuota?: ToldInstalment | null }

const HOW: Partial<Record<Medium, string>> = {
  efectivo: 'en efectivo',
  pos: 'por el POS',
  transferencia: 'por transferencia',
  deposito: 'por depósito',
}

/** The gateway gives back by the way that the money came. */
function givenBack(monto: string, medio: Medium | null | undefined): string {
  if (medio && medio !== 'mercadopago') return `Devolvimos ${monto} ${HOW[medio] ?? `por ${MEDIUM_NAMES[medio]}`}.`
  return `Devolvimos ${monto} al medio con el que pagaste; tu banco puede tardar unos días en mostrarlo.`
}

const ofInstalment =
  (tipo: InstalmentEvent) =>
  (monto: string, { cuota }: Details = {}) =>
    instalmentText(tipo, monto, cuota ?? null)

/** In the campus (`notice`) and by mail. */
export const EVENTS: Record<BuyerEvent, (monto: string, details?: Details) => EventText> = {
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
    lines: [givenBack(monto, null), 'Ya no puedes entrar a esos cursos.'],
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
  devolucion_hecha: (monto, { cierra, medio } = {}) => ({
    notice: `Te devolvimos ${monto}\n${cierra ? 'El acceso a lo que devolvimos terminó.' : 'Tu acceso sigue igual.'}`,
    title: 'Te devolvimos el dinero',
    lines: [
      givenBack(monto, medio),
      cierra ? 'El acceso a lo que devolvimos terminó. Cuando quieras volver, aquí estamos.' : 'Tu acceso sigue igual.',
    ],
  }),
  devolucion_negada: (_, { respuesta = '' } = {}) => ({
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
  compra_anulada: () => ({
    notice: 'Anulamos tu compra\nSe registró por error: ya no puedes entrar a esos cursos.',
    title: 'Anulamos tu compra',
    lines: [
      'Anulamos tu compra: se registró por error.',
      'Ya no puedes entrar a esos cursos. Si crees que no es así, escríbenos.',
    ],
  }),
  cobro_anulado: (monto) => ({
    notice: `Anulamos un cobro de tu compra\nEra de ${monto} y se registró por error: lo demás sigue igual.`,
    title: 'Anulamos un cobro de tu compra',
    lines: [`Anulamos un cobro de ${monto}: se registró por error.`, 'Tus cursos siguen abiertos.'],
  }),
  devolucion_anulada: (monto) => ({
    notice: `Tu devolución no se hizo\nLa de ${monto} se registró por error. Si cerró un curso, está abierto otra vez.`,
    title: 'Tu devolución no se hizo',
    lines: [
      `La devolución de ${monto} se registró por error: no se hizo.`,
      'Si con ella se cerró un curso, está abierto otra vez.',
    ],
  }),
  cuota_pronto: ofInstalment('cuota_pronto'),
  cuota_hoy: ofInstalment('cuota_hoy'),
  cuota_suspendida: ofInstalment('cuota_suspendida'),
  cuota_pagada: ofInstalment('cuota_pagada'),
  cuota_reabierta: ofInstalment('cuota_reabierta'),
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

/** `cuota`: the instalment that it is about. */
type BuyerNotice = { tipo: BuyerEvent; centimos?: number; clave?: string; cierra?: boolean; cuota?: number }

/** Tells the buyer in the campus and by mail, once per event, in the caller's transaction. */
export async function notifyBuyer(tx: Db, jobs: Jobs, order: OrderRow, told: BuyerNotice) {
  const { tipo, centimos, clave = tipo, cierra = false, cuota = null } = told
  const monto_centimos = centimos ?? order.total_centimos
  const [recorded] = await tx
    .insert(orden_avisos)
    .values({ id_orden: order.id, tipo, clave, monto_centimos, cuota })
    .onConflictDoNothing()
    .returning({ id: orden_avisos.id })
  if (!recorded) return
  const instalment = cuota === null ? null : await findTold(tx, order.id, cuota)
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: EVENTS[tipo](soles(monto_centimos), { cierra, cuota: instalment }).notice,
    asunto: `Orden ${shortNumber(order.numero)}`,
    ruta: `/pago?orden=${order.numero}`,
    clave: `orden:${order.numero}:${clave}`,
    usuarios: [order.id_usuario],
    // Mails about money do not depend on the preferences.
    silent: true,
  })
  await sendOrderMail(tx, jobs, order, { aviso: recorded.id })
}
