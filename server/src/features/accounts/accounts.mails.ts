import { RESET_MINUTES, TIME_ZONE, VERIFY_HOURS } from '@campus/contract/rules'
import { quoted } from '@campus/contract/texts'
import { eq } from 'drizzle-orm'
import { brandedLetter, greetingTo } from '../../kit/mail-layout/mail-layout.ts'
import { type Db, isAnyOf } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { usuarios } from './accounts.tables.ts'
import { INVITATION_DAYS } from './invitations.ts'
import type { CopiedLinkMail } from './links.staff.ts'

type Recipient = { id: number; id_cliente: number; correo: string; nombres: string }

/** Its link names the brand, so that a browser that was never here shows the right academy. */
export async function recoveryLetter(db: Db, to: Recipient, token: string, publicUrl: string): Promise<Letter> {
  const brand = await brandOfMail(db, to.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to: to.correo,
    subject: 'Restablece tu contraseña',
    greeting: greetingTo(to.nombres),
    lines: [`Recibimos un pedido para restablecer la contraseña de tu cuenta en ${brand.nombre}.`],
    button: { label: 'Elegir una contraseña nueva', url: brand.link(`/restablecer/${to.id}?token=${token}`) },
    notes: [
      `El enlace sirve una sola vez y vence en ${RESET_MINUTES} minutos. Si no lo pediste tú, ignora este correo: tu contraseña no cambia.`,
    ],
  })
}

export async function verificationLetter(db: Db, to: Recipient, token: string, publicUrl: string): Promise<Letter> {
  const brand = await brandOfMail(db, to.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to: to.correo,
    subject: `Confirma tu correo en ${brand.nombre}`,
    greeting: greetingTo(to.nombres),
    lines: [
      `Tu cuenta en ${brand.nombre} ya funciona. Confirma que este correo es tuyo para que tus comprobantes, avisos y enlaces de acceso lleguen siempre a ti.`,
    ],
    button: { label: 'Confirmar mi correo', url: brand.link(`/verificar-correo/${to.id}?token=${token}`) },
    notes: [
      `El enlace sirve una sola vez y vence en ${VERIFY_HOURS} horas. Si no creaste esta cuenta, ignora este correo.`,
    ],
  })
}

/** To a member of the staff, or to a student who was enrolled in `curso`. */
export async function invitationLetter(
  db: Db,
  to: Recipient & { curso: string | null },
  token: string,
  publicUrl: string,
): Promise<Letter> {
  const brand = await brandOfMail(db, to.id_cliente, publicUrl)
  const link = `El enlace vale ${INVITATION_DAYS} días y se usa una sola vez.`
  return brandedLetter({
    brand,
    to: to.correo,
    subject: to.curso ? `Ya tienes un lugar en ${quoted(to.curso)}` : `${brand.nombre} te invita a su campus`,
    greeting: greetingTo(to.nombres),
    lines: to.curso
      ? [
          `${brand.nombre} te matriculó en ${quoted(to.curso)} y creó tu cuenta con este correo.`,
          `Crea tu contraseña para entrar y empezar. ${link}`,
        ]
      : [`Crea tu contraseña para entrar. ${link}`],
    button: { label: 'Crear mi contraseña', url: brand.link(`/restablecer/${to.id}?token=${token}`) },
    notes: [
      `Si el enlace venció, pide otro con «¿Olvidaste tu contraseña?». Si no conoces ${brand.nombre}, ignora este correo.`,
    ],
  })
}

export async function passwordLetter(db: Db, id: number, publicUrl: string): Promise<Letter | null> {
  const [to] = await db
    .select({ correo: usuarios.correo, nombres: usuarios.nombres, id_cliente: usuarios.id_cliente })
    .from(usuarios)
    .where(eq(usuarios.id, id))
  if (!to) return null
  const brand = await brandOfMail(db, to.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to: to.correo,
    subject: 'Tu contraseña cambió',
    greeting: greetingTo(to.nombres),
    lines: [
      `La contraseña de tu cuenta en ${brand.nombre} acaba de cambiar y cerramos tus otras sesiones.`,
      'Si no fuiste tú, pide un enlace para elegir otra ahora mismo.',
    ],
    button: { label: 'No fui yo: elegir otra', url: brand.link('/login?vista=recuperar') },
    notes: ['Si ves tu calendario del campus en otra aplicación, suscríbete otra vez: su enlace también cambió.'],
  })
}

const untilWhen = new Intl.DateTimeFormat('es-PE', {
  ...{ day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: TIME_ZONE },
})

/** Without the link: who has this mailbox alone must not be let in by it. Null for an account that was closed meanwhile. */
export async function copiedLinkLetter(db: Db, copied: CopiedLinkMail, publicUrl: string): Promise<Letter | null> {
  const { id, id_cliente, correo, nombres, apellidos, estado } = usuarios
  const people = await db
    .select({ id, id_cliente, correo, nombres, apellidos, estado })
    .from(usuarios)
    .where(isAnyOf(id, [copied.id, copied.por]))
  const [to, by] = [copied.id, copied.por].map((who) => people.find((person) => person.id === who))
  if (to?.estado !== 1 || !by) return null
  const brand = await brandOfMail(db, to.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to: to.correo,
    subject: 'Hicieron un enlace para cambiar tu contraseña',
    greeting: greetingTo(to.nombres),
    lines: [
      `${by.nombres} ${by.apellidos}, de ${brand.nombre}, hizo un enlace para que elijas otra contraseña. Sirve una sola vez, hasta el ${untilWhen.format(new Date(copied.vence))}.`,
      'Si lo pediste, ábrelo donde te lo enviaron. Tu contraseña de ahora sirve hasta que lo uses.',
      'Si no lo pediste, cambia tu contraseña, que también anula ese enlace, y escríbenos.',
    ],
    button: { label: 'Cambiar mi contraseña', url: brand.link('/login?vista=recuperar') },
  })
}
