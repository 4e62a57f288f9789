import { VERIFY_HOURS } from '@campus/contract/rules'
import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { mailJob } from '../../kit/mail-jobs/mail-jobs.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { restablecimientos, usuarios, verificaciones_correo } from './accounts.tables.ts'
import { lockActive } from './invitations.ts'
import { hashToken, newToken, type Origin } from './sessions.ts'

export const LINK_TRIES = limit('restablecer_direccion', 40, 60 * 60)
const VERIFICATION_MAILS = limit('correo_verificacion_usuario', 3, 60 * 60)

export const VERIFICATION_MAIL = 'correo-verificacion'

type Unverified = { id: number; id_cliente: number; correo: string; nombres: string }

/** Creates a single-use link and ends older ones; null when the mail is verified already. */
export async function createVerificationLink(db: Db, id: number): Promise<{ user: Unverified; token: string } | null> {
  const [user] = await db
    .select({ id: usuarios.id, id_cliente: usuarios.id_cliente, correo: usuarios.correo, nombres: usuarios.nombres })
    .from(usuarios)
    .where(and(eq(usuarios.id, id), eq(usuarios.estado, 1), isNull(usuarios.correo_verificado_en)))
  if (!user) return null
  const { token, hash } = newToken()
  return db.transaction(async (tx) => {
    if (!(await lockActive(tx, id))) return null
    await tx.delete(verificaciones_correo).where(eq(verificaciones_correo.id_usuario, id))
    const expira_en = sql`now() + make_interval(hours => ${VERIFY_HOURS})`
    await tx.insert(verificaciones_correo).values({ hash, id_usuario: id, expira_en })
    return { user, token }
  })
}

export const sendVerification = (db: Db, jobs: Jobs, { id, id_cliente }: Pick<Identity, 'id' | 'id_cliente'>) =>
  jobs.send(
    db,
    VERIFICATION_MAIL,
    mailJob({ id }, { marca: id_cliente, usuario: id, asunto: 'Confirmación del correo' }),
  )

/** @returns false when the mail is verified already. @throws DEMASIADOS_INTENTOS */
export async function requestVerification(db: Db, jobs: Jobs, { id, id_cliente }: Identity): Promise<boolean> {
  const [row] = await db.select({ desde: usuarios.correo_verificado_en }).from(usuarios).where(eq(usuarios.id, id))
  if (!row || row.desde !== null) return false
  await throttle(db, VERIFICATION_MAILS, String(id))
  await sendVerification(db, jobs, { id, id_cliente })
  return true
}

/** Uses up the link of the mail. @throws ENLACE_INVALIDO, DEMASIADOS_INTENTOS */
export async function verifyMail(db: Db, id: number, token: string, { ip }: Origin): Promise<void> {
  await throttle(db, LINK_TRIES, ip)
  await db.transaction(async (tx) => {
    if (!(await lockActive(tx, id))) throw fail('ENLACE_INVALIDO')
    const used = await tx
      .delete(verificaciones_correo)
      .where(
        and(
          eq(verificaciones_correo.hash, hashToken(token)),
          eq(verificaciones_correo.id_usuario, id),
          gt(verificaciones_correo.expira_en, sql`now()`),
        ),
      )
      .returning({ id: verificaciones_correo.id_usuario })
    if (used.length === 0) throw fail('ENLACE_INVALIDO')
    const [user] = await tx
      .update(usuarios)
      .set({ correo_verificado_en: sql`now()` })
      .where(eq(usuarios.id, id))
      .returning({ id_cliente: usuarios.id_cliente })
    const detalle = { campos: ['correo_verificado_en'] }
    await audit(tx, 'perfil_cambiado', { id_usuario: id, sobre: id, id_cliente: user?.id_cliente, detalle })
  })
}

/** Tells a dead reset link before anything is typed, without using it up. @throws ENLACE_INVALIDO, DEMASIADOS_INTENTOS */
export async function checkResetLink(db: Db, id: number, token: string, { ip }: Origin): Promise<void> {
  await throttle(db, LINK_TRIES, ip)
  const { hash, id_usuario, usado_en, expira_en } = restablecimientos
  const live = and(eq(hash, hashToken(token)), eq(id_usuario, id), isNull(usado_en), gt(expira_en, sql`now()`))
  const [row] = await db
    .select({ id: id_usuario })
    .from(restablecimientos)
    .innerJoin(usuarios, and(eq(usuarios.id, id_usuario), eq(usuarios.estado, 1)))
    .where(live)
  if (!row) throw fail('ENLACE_INVALIDO')
}
