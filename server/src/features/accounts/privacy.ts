import { eq, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail, invalid } from '../../platform/http/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import { throttle } from '../../platform/http/throttle.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { forgetPoints } from '../awards/awards.ts'
import { forgetSurveys } from '../exams/exams.ts'
import { forgetForums } from '../forums/forums.ts'
import { forgetGoal } from '../learning/learning.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { forgetPrompts } from '../prompts/prompts.ts'
import { blankTickets } from '../support/support.ts'
import { restablecimientos, usuarios } from './accounts.tables.ts'
import { checkPassword, hashPassword, PASSWORD_TRIES } from './passwords.ts'
import { schedulePhotoRemoval } from './photos.ts'
import { lockUser } from './profile.ts'
import { endAccess } from './roles.ts'
import { newToken } from './sessions.ts'

/** Erases what a closed account must not leave; repeatable. */
async function forgetPerson(tx: Db, id: number): Promise<void> {
  await forgetNotifications(tx, id)
  await forgetPoints(tx, id)
  await forgetGoal(tx, id)
  await forgetForums(tx, id)
  await forgetSurveys(tx, id)
  await forgetPrompts(tx, id)
  await blankTickets(tx, id)
  await endAccess(tx, [id])
  await tx.delete(restablecimientos).where(eq(restablecimientos.id_usuario, id))
}

/** Erases what requests under way wrote for accounts closed in the last two days; run by a job. */
export async function sweepClosedAccounts(db: Db): Promise<void> {
  const closed = await query<{ id: number }>(
    db,
    sql`SELECT DISTINCT a.sobre AS id FROM auditoria a JOIN usuarios u ON u.id = a.sobre AND u.estado = 0
      WHERE a.accion = 'cuenta_eliminada' AND a.fecha > now() - interval '2 days'`,
  )
  for (const { id } of closed) await db.transaction((tx) => forgetPerson(tx, id))
}

/**
 * Deletes a student's account and personal data. What others rely on stays without a name: grades, attendance, posts,
 * comments, and orders, by tax law; certificates keep theirs.
 * @throws DATOS_INVALIDOS when the password is wrong, SIN_PERMISO for staff
 */
export async function deleteAccount(db: Db, jobs: Jobs, identity: Identity, password: string): Promise<void> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  await throttle(db, PASSWORD_TRIES, `cambio ${identity.id}`)
  const [row] = await db.select({ hash: usuarios.password_hash }).from(usuarios).where(eq(usuarios.id, identity.id))
  if (!(await checkPassword(row?.hash, password))) throw invalid('password', 'La contraseña no es correcta.')
  // The hash of a random secret matches no password.
  const unusable = await hashPassword(newToken().token)
  await db.transaction(async (tx) => {
    const { foto_perfil } = await lockUser(tx, identity.id)
    await schedulePhotoRemoval(tx, jobs, identity.id, foto_perfil)
    await forgetPerson(tx, identity.id)
    await tx
      .update(usuarios)
      .set({
        nombres: 'Cuenta',
        apellidos: 'eliminada',
        correo: `eliminada-${identity.id}@eliminada.invalid`,
        password_hash: unusable,
        tipo_documento: 'Eliminado',
        numero_documento: null,
        codigo_alumno: null,
        telefono: null,
        direccion: null,
        ciudad: null,
        profesion: null,
        fecha_nacimiento: null,
        foto_perfil: null,
        biography: null,
        ranking_iniciales: false,
        estado: 0,
      })
      .where(eq(usuarios.id, identity.id))
    await audit(tx, 'cuenta_eliminada', { sobre: identity.id })
  })
}
