import type { ClosingEffects } from '@campus/contract/student-account'
import { WRONG_PASSWORD_TEXT } from '@campus/contract/team'
import { sql } from 'drizzle-orm'
import { audit, excerptOf } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import { brandedLetter, greetingTo } from '../../kit/mail-layout/mail-layout.ts'
import { alphabetical } from '../../kit/words/words.ts'
import { type Db, query } from '../../platform/db/database.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import type { Letter } from '../../platform/mail.ts'
import { checkCurrentPassword, findStudentAccount, unknownPassword } from '../accounts/accounts.ts'
import { brandOfMail } from '../brands/brands.ts'
import { followedCourses } from '../learning/learning.ts'
import { moneyAtStake } from '../orders/orders.ts'
import { closeAccount } from './privacy.ts'

const COPIES = limit('datos_de_alumno_usuario', 30, 60 * 60)
const CLOSINGS = limit('cerrar_cuenta_usuario', 30, 60 * 60)

/** To the address that is erased, which nothing else holds by then. */
export const CLOSED_MAIL = 'correo-cuenta-cerrada'
export type ClosedMail = { correo: string; nombres: string; marca: number }

/** Checks the caller's password before a copy; returns the name of its file. @throws NO_ENCONTRADO, DATOS_INVALIDOS, DEMASIADOS_INTENTOS */
export async function openCopy(db: Db, identity: Identity, id: number, password: string): Promise<string> {
  const { codigo_alumno } = await findStudentAccount(db, identity, id)
  await throttle(db, COPIES, String(identity.id))
  await checkCurrentPassword(db, identity.id, password, { campo: 'password', text: WRONG_PASSWORD_TEXT })
  await audit(db, 'gestion', { sobre: id, objeto: `usuario:${id}`, detalle: { hecho: 'datos descargados' } })
  return `datos-${codigo_alumno?.replaceAll(/[^\w-]/g, '') || id}.json`
}

/** @throws NO_ENCONTRADO */
export async function closingEffects(db: Db, identity: Identity, id: number): Promise<ClosingEffects> {
  await findStudentAccount(db, identity, id)
  const cursos = await query<ClosingEffects['cursos'][number]>(
    db,
    sql`SELECT c.id, c.nombre FROM cursos c WHERE c.id IN (${followedCourses(id)}) ORDER BY ${alphabetical(sql`c.nombre`)}, c.id`,
  )
  const [row] = await query<{ certificados: number }>(
    db,
    sql`SELECT count(*)::int AS certificados FROM certificados WHERE id_usuario = ${id} AND estado = 'vigente'`,
  )
  return { cursos, certificados: row?.certificados ?? 0, ...(await moneyAtStake(db, id)) }
}

/** At the student's request, who gets a last mail. @throws NO_ENCONTRADO, DEMASIADOS_INTENTOS */
export async function closeStudent(db: Db, jobs: Jobs, identity: Identity, id: number, motivo: string): Promise<void> {
  await findStudentAccount(db, identity, id)
  await throttle(db, CLOSINGS, String(identity.id))
  const unusable = await unknownPassword()
  await db.transaction(async (tx) => {
    const { correo, nombres } = await findStudentAccount(tx, identity, id, 'update')
    await closeAccount(tx, jobs, id, unusable, { motivo: excerptOf(motivo) })
    const { id_cliente: marca } = identity
    const mail: ClosedMail = { correo, nombres, marca }
    await jobs.send(tx, CLOSED_MAIL, mailJob(mail, { marca, usuario: null, asunto: 'Cuenta cerrada' }))
  })
}

export async function closedLetter(db: Db, { correo, nombres, marca }: ClosedMail, publicUrl: string): Promise<Letter> {
  const brand = await brandOfMail(db, marca, publicUrl)
  return brandedLetter({
    brand,
    to: correo,
    subject: `Cerramos tu cuenta en ${brand.nombre}`,
    greeting: greetingTo(nombres),
    ...(brand.correo && { replyTo: brand.correo }),
    lines: [
      `${brand.nombre} cerró tu cuenta, como pediste, y borró tus datos personales. No se puede deshacer.`,
      'Tus certificados siguen siendo válidos y conservan tu nombre. Lo que compraste queda sin tus datos de contacto, como pide la ley.',
      'Si no lo pediste, escríbenos.',
    ],
  })
}
