import { RESET_MINUTES } from '@campus/contract/rules'
import { eq } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { usuarios } from './accounts.tables.ts'

/** The mail with the link that sets a new password. */
export function recoveryLetter(to: { correo: string; nombres: string }, link: string): Letter {
  return {
    to: to.correo,
    subject: 'Restablece tu contraseña',
    text: [
      `Hola, ${to.nombres}:`,
      '',
      'Recibimos un pedido para restablecer la contraseña de tu cuenta. Abre este enlace para elegir una nueva:',
      '',
      link,
      '',
      `El enlace sirve una sola vez y vence en ${RESET_MINUTES} minutos. Si no lo pediste tú, ignora este correo: tu contraseña no cambia.`,
    ].join('\n'),
  }
}

/** The mail that tells somebody of their new password; null when the account is gone. */
export async function passwordLetter(db: Db, id: number, publicUrl: string): Promise<Letter | null> {
  const [to] = await db
    .select({ correo: usuarios.correo, nombres: usuarios.nombres })
    .from(usuarios)
    .where(eq(usuarios.id, id))
  if (!to) return null
  return {
    to: to.correo,
    subject: 'Tu contraseña cambió',
    text: [
      `Hola, ${to.nombres}:`,
      '',
      'La contraseña de tu cuenta acaba de cambiar y cerramos tus otras sesiones.',
      'Si ves tu calendario del campus en otra aplicación, suscríbete otra vez: su enlace también cambió.',
      '',
      `Si no fuiste tú, pide un enlace para elegir otra ahora mismo: ${publicUrl}/login?vista=recuperar`,
    ].join('\n'),
  }
}
