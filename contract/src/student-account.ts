import { z } from 'zod'
import { Email, Id, oneOf } from './common.ts'
import { OwnPassword } from './team.ts'
import { writtenProse } from './text-fields.ts'

export const SAME_MAIL_TEXT = 'Es el correo que ya tiene.'
export const UNSENT_LINK_TEXT = 'Todavía no salen correos: el enlace no llegaría al correo nuevo.'
export const MAIL_TAKEN_SINCE_TEXT = 'Ese correo ya es de otra cuenta. El tuyo sigue siendo el de antes.'
export const NOT_PENDING_TEXT = 'Ese cambio de correo ya no está pendiente.'

/** `name` is for staff of the same academy alone. */
export const mailTakenText = (name?: string): string =>
  name ? `Ese correo ya tiene una cuenta: la de ${name}.` : 'Ese correo ya tiene una cuenta.'

const reason = (empty: string) => writtenProse(empty, 500, 'El motivo puede tener hasta 500 caracteres.').min(3, empty)

export const ChangeMailBody = z.object({ correo: Email, motivo: reason('Escribe por qué se cambia el correo.') })
export type ChangeMailBody = z.infer<typeof ChangeMailBody>

/** `cambiado`: no one had proved the old one. `pendiente`: until the link in the new mailbox is used. */
export const ChangedMail = oneOf(z.object({ estado: z.enum(['cambiado', 'pendiente']), correo: z.string() }))
export type ChangedMail = z.infer<typeof ChangedMail>['data']

/** What a student's account lacks. */
export const SentAccess = oneOf(z.object({ enviado: z.enum(['invitacion', 'confirmacion', 'recuperacion']) }))
export type SentAccess = z.infer<typeof SentAccess>['data']

export const EndSessionsBody = z.object({ motivo: reason('Escribe por qué se cierran sus sesiones.') })
export const EndedSessions = oneOf(z.object({ sesiones: z.int() }))

export const StudentDataBody = z.object({ password: OwnPassword })

export const CloseStudentBody = z.object({ motivo: reason('Escribe por qué se cierra la cuenta.') })

/** What closing a student's account touches; money in soles. */
export const ClosingEffects = oneOf(
  z.object({
    cursos: z.array(z.object({ id: Id, nombre: z.string() })),
    /** Stay valid, with the name. */
    certificados: z.int(),
    pagado_30_dias: z.number(),
    por_pagar: z.number(),
  }),
)
export type ClosingEffects = z.infer<typeof ClosingEffects>['data']

/** What the link of a mail does: `correo` is the new one of a change, null where it confirms the one that stands. */
export const MailLink = oneOf(z.object({ correo: z.string().nullable() }))
