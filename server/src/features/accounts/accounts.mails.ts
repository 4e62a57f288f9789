import { RESET_MINUTES } from '@campus/contract/rules'
import type { Letter } from '../../platform/mail.ts'

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
