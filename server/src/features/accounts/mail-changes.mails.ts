import { CHANGE_MAIL_HOURS } from '@campus/contract/rules'
import { and, eq } from 'drizzle-orm'
import { brandedLetter, greetingTo } from '../../kit/mail-layout/mail-layout.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Letter } from '../../platform/mail.ts'
import { brandOfMail } from '../brands/brands.ts'
import { usuarios } from './accounts.tables.ts'
import type { OldMail } from './mail-changes.ts'

type Changing = { person: { id: number; id_cliente: number; nombres: string }; token: string; to: string }

/** Proves that the new mailbox is read by whom it is for. */
export async function changeLetter(db: Db, { person, token, to }: Changing, publicUrl: string): Promise<Letter> {
  const brand = await brandOfMail(db, person.id_cliente, publicUrl)
  return brandedLetter({
    brand,
    to,
    subject: `Confirma tu correo nuevo en ${brand.nombre}`,
    greeting: greetingTo(person.nombres),
    lines: [
      `${brand.nombre} va a cambiar el correo de tu cuenta por este. Confírmalo con el botón: desde entonces entras con él y aquí te llegan tus comprobantes y avisos.`,
      'Tu contraseña sigue siendo la misma.',
    ],
    button: { label: 'Confirmar mi correo nuevo', url: brand.link(`/verificar-correo/${person.id}?token=${token}`) },
    notes: [
      `El enlace sirve una sola vez y vence en ${CHANGE_MAIL_HOURS} horas. Si no conoces ${brand.nombre}, ignora este correo.`,
    ],
  })
}

/** Null for an account that was closed meanwhile. */
export async function oldMailLetter(
  db: Db,
  { id, correo: to, hecho }: OldMail,
  publicUrl: string,
): Promise<Letter | null> {
  const { nombres, id_cliente, estado } = usuarios
  const [person] = await db
    .select({ nombres, id_cliente })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(estado, 1)))
  if (!person) return null
  const brand = await brandOfMail(db, person.id_cliente, publicUrl)
  const shared = { brand, to, greeting: greetingTo(person.nombres), ...(brand.correo && { replyTo: brand.correo }) }
  if (hecho === 'confirmado')
    return brandedLetter({
      ...shared,
      subject: `Tu correo en ${brand.nombre} cambió`,
      lines: [
        `El correo de tu cuenta en ${brand.nombre} ya es otro: con este no se entra más.`,
        'Si no fuiste tú, escríbenos ahora mismo.',
      ],
    })
  return brandedLetter({
    ...shared,
    subject: `Pidieron cambiar tu correo en ${brand.nombre}`,
    lines: [
      `${brand.nombre} pidió cambiar el correo de tu cuenta. Enviamos un enlace al correo nuevo; mientras nadie lo confirme, todo sigue como hasta ahora y entras con este.`,
      'Si lo pediste tú, confirma el cambio desde el correo nuevo.',
      'Si no lo pediste, escríbenos: lo cancelamos.',
    ],
  })
}
