import type { OrderState } from '@campus/contract/order-rules'
import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter, Mail } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { notify } from '../notifications/notifications.ts'
import type { ordenes } from './orders.tables.ts'

/** Queue of the mails to a brand's administrators. */
export const STAFF_MAIL = 'correo-orden-personal'

type OrderRow = typeof ordenes.$inferSelect

/** What is wrong with an order, in the words that a person reads. */
export type Warning = { asunto: string; mensaje: string }

/** A mail to one administrator of a brand (to all in a job of an earlier version); `clave` names what happened. */
export type StaffMail = Warning & { id_cliente: number; id_usuario?: number; clave: string }

type Administrator = { id: number; correo: string; nombres: string }

const administrators = (db: Db, idCliente: number): Promise<Administrator[]> =>
  db
    .select({ id: usuarios.id, correo: usuarios.correo, nombres: usuarios.nombres })
    .from(usuarios)
    .where(and(eq(usuarios.id_cliente, idCliente), eq(usuarios.tipo_cliente, 'Administrador'), eq(usuarios.estado, 1)))
    .orderBy(usuarios.id)

/** Tells the brand's administrators by notification and by mail, in the caller's transaction. */
export async function warnStaff(tx: Db, jobs: Jobs, order: OrderRow, clave: string, warning: Warning): Promise<void> {
  const staff = await administrators(tx, order.id_cliente)
  if (staff.length === 0) return
  // Silent, because the mail below is sent whatever their preferences.
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: warning.mensaje,
    clave,
    usuarios: staff.map((person) => person.id),
    silent: true,
  })
  // A job each: an address that is refused must not repeat or hold up the mails of the others.
  const mails = staff.map(({ id }): StaffMail => ({ ...warning, clave, id_cliente: order.id_cliente, id_usuario: id }))
  await jobs.sendAll(tx, STAFF_MAIL, mails)
}

const staffLetter = (to: Administrator, { asunto, mensaje, clave }: StaffMail, publicUrl: string): Letter => ({
  to: to.correo,
  subject: `${asunto} necesita tu atención`,
  text: [`Hola, ${to.nombres.split(' ')[0]}:`, '', mensaje, '', `Entra al campus: ${publicUrl}/inicio`].join('\n'),
  messageId: `<${clave.replaceAll(':', '-')}-${to.id}@${new URL(publicUrl).hostname}>`,
})

/** Sends {@link warnStaff}'s mail; a repetition carries the same Message-ID. */
export async function mailStaff(db: Db, mail: Mail, publicUrl: string, told: StaffMail): Promise<void> {
  const staff = await administrators(db, told.id_cliente)
  for (const person of staff)
    if (told.id_usuario === undefined || told.id_usuario === person.id)
      await mail.send(staffLetter(person, told, publicUrl))
}

const LOST: Partial<Record<OrderState, (numero: string) => string>> = {
  reembolsada: (numero) => `Te devolvimos el dinero de la orden ${numero}: el acceso a sus cursos terminó.`,
  contracargo: (numero) => `Tu banco retiró el pago de la orden ${numero}: el acceso a sus cursos está suspendido.`,
  en_revision: (numero) => `Estamos revisando el pago de la orden ${numero}: el acceso a sus cursos está en pausa.`,
}

/** Tells who bought why their courses closed. */
export async function tellBuyer(tx: Db, order: OrderRow, estado: OrderState): Promise<void> {
  const mensaje = LOST[estado]?.(order.numero)
  if (!mensaje) return
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje,
    ruta: `/pago?orden=${order.numero}`,
    clave: `orden-cerrada:${order.numero}:${estado}`,
    usuarios: [order.id_usuario],
  })
}
