import { and, eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter, Mail } from '../../platform/mail.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { brandOfMail } from '../brands/brands.ts'
import { brandedLetter, greetingTo, type MailBrand } from '../letters/letters.ts'
import { notify } from '../notifications/notifications.ts'
import type { ordenes } from './orders.tables.ts'

export const STAFF_MAIL = 'correo-orden-personal'

type OrderRow = typeof ordenes.$inferSelect

/** `ruta`: where it is decided. */
export type Warning = { asunto: string; mensaje: string; ruta?: string }

/** Without `id_usuario` (jobs of an earlier version) the mail goes to all administrators. */
export type StaffMail = Warning & { id_cliente: number; id_usuario?: number; clave: string }

type Administrator = { id: number; correo: string; nombres: string }

const administrators = (db: Db, idCliente: number): Promise<Administrator[]> =>
  db
    .select({ id: usuarios.id, correo: usuarios.correo, nombres: usuarios.nombres })
    .from(usuarios)
    .where(and(eq(usuarios.id_cliente, idCliente), eq(usuarios.tipo_cliente, 'Administrador'), eq(usuarios.estado, 1)))
    .orderBy(usuarios.id)

/** Notifies and mails the brand's administrators, in the caller's transaction. */
export async function warnStaff(tx: Db, jobs: Jobs, order: OrderRow, clave: string, warning: Warning): Promise<void> {
  const staff = await administrators(tx, order.id_cliente)
  if (staff.length === 0) return
  // Silent: the mail below is sent whatever their preferences.
  await notify(tx, {
    evento: 'aviso',
    tipo: 'Otro',
    mensaje: warning.mensaje,
    ...(warning.ruta && { ruta: warning.ruta }),
    clave,
    usuarios: staff.map(({ id }) => id),
    silent: true,
  })
  // A job each, so that a refused address does not repeat or delay other mails.
  const mails = staff.map(({ id }): StaffMail => ({ ...warning, clave, id_cliente: order.id_cliente, id_usuario: id }))
  await jobs.sendAll(tx, STAFF_MAIL, mails, ({ asunto, id_cliente, id_usuario }) => {
    return { marca: id_cliente, usuario: id_usuario ?? null, asunto: `${asunto} necesita tu atención` }
  })
}

const staffLetter = (
  brand: MailBrand,
  to: Administrator,
  { asunto, mensaje, ruta, clave }: StaffMail,
  host: string,
): Letter =>
  brandedLetter({
    brand,
    to: to.correo,
    subject: `${asunto} necesita tu atención`,
    greeting: greetingTo(to.nombres),
    lines: [mensaje],
    button: ruta
      ? { label: 'Ver el pago', url: brand.link(ruta) }
      : { label: 'Entrar al campus', url: brand.link('/inicio') },
    messageId: `<${clave.replaceAll(':', '-')}-${to.id}@${host}>`,
  })

/** A repetition carries the same Message-ID. */
export async function mailStaff(db: Db, mail: Mail, publicUrl: string, warning: StaffMail): Promise<void> {
  const brand = await brandOfMail(db, warning.id_cliente, publicUrl)
  for (const person of await administrators(db, warning.id_cliente))
    if (warning.id_usuario === undefined || warning.id_usuario === person.id)
      await mail.send(staffLetter(brand, person, warning, new URL(publicUrl).hostname))
}
