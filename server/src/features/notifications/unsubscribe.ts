import type { NotificationEvent } from '@campus/contract/notifications'
import { NOTIFICATION_EVENTS } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import { letterPage, type MailBrand } from '../../kit/mail-layout/mail-layout.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Signer } from '../../platform/files/signing.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { brandOfMail } from '../brands/brands.ts'
import { notificaciones } from './notifications.tables.ts'

/** A mail may be opened months later; the link turns off one kind of mail of one person and no more. */
const URL_SECONDS = 365 * 24 * 60 * 60

const pathOf = (usuario: number, evento: NotificationEvent) => `/api/notificaciones/baja/${usuario}/${evento}`

export const unsubscribeUrl = (signer: Signer, publicUrl: string, usuario: number, evento: NotificationEvent): string =>
  publicUrl + signer.sign(pathOf(usuario, evento), URL_SECONDS)

type Target = { id: number; evento: NotificationEvent; query: { vence?: string; firma?: string } }

/** Checks the signature before any query. @throws NO_ENCONTRADO */
export async function brandOfLink(
  db: Db,
  signer: Signer,
  publicUrl: string,
  { id, evento, query }: Target,
): Promise<MailBrand> {
  if (!signer.check(pathOf(id, evento), query)) throw fail('NO_ENCONTRADO')
  const [person] = await db.select({ id_cliente: usuarios.id_cliente }).from(usuarios).where(eq(usuarios.id, id))
  if (!person) throw fail('NO_ENCONTRADO')
  return brandOfMail(db, person.id_cliente, publicUrl)
}

/** Turns off the mails of an event, also those not sent yet; idempotent, and nothing for a closed account. */
export async function stopMails(db: Db, usuario: number, evento: NotificationEvent): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`INSERT INTO preferencias_notificacion (id_usuario, evento, campus, correo)
      SELECT id, ${evento}, true, false FROM usuarios WHERE id = ${usuario} AND estado = 1
      ON CONFLICT (id_usuario, evento) DO UPDATE SET correo = false`)
    const { id_usuario, correo } = notificaciones
    await tx
      .update(notificaciones)
      .set({ correo: 'no' })
      .where(and(eq(id_usuario, usuario), eq(notificaciones.evento, evento), eq(correo, 'pendiente')))
  })
}

/** The question, or after it the answer; a mail scanner that opens the link changes nothing. */
export async function unsubscribePage(brand: MailBrand, evento: NotificationEvent, done: boolean): Promise<string> {
  const { htmlPage, link, paragraph, quiet, strong, submitButton } = await letterPage()
  const kind = strong(NOTIFICATION_EVENTS[evento])
  const foot = [quiet(link(brand.link('/notificaciones/preferencias'), 'Cambiar qué correos recibo'))]
  if (done) {
    const answer = paragraph('No te enviaremos más correos de este tipo: ', kind, '. Tus avisos siguen en el campus.')
    return htmlPage(brand, { title: 'Listo, ya no los recibirás', body: [answer], foot })
  }
  const body = [
    paragraph('Son los correos de este tipo: ', kind, '. Los avisos seguirán en tu campus.'),
    submitButton('Dejar de recibirlos', brand.colours.main),
  ]
  return htmlPage(brand, { title: '¿Dejar de recibir estos correos?', body, foot })
}
