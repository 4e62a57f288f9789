import { sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Jobs } from '../../platform/jobs.ts'
import { checkCurrentPassword, eraseAccess, eraseAccount, unknownPassword } from '../accounts/accounts.ts'
import { forgetPoints } from '../awards/awards.ts'
import { forgetSurveys } from '../exams/exams.ts'
import { forgetForums } from '../forums/forums.ts'
import { forgetGoal } from '../learning/learning.ts'
import { forgetNotifications } from '../notifications/notifications.ts'
import { forgetPrompts } from '../prompts/prompts.ts'
import { forgetNotes } from '../students/students.ts'
import { blankTickets } from '../support/support.ts'

const WRONG_PASSWORD = { campo: 'password', text: 'La contraseña no es correcta.' }

/** Erases what a closed account must not leave; repeatable. */
async function forgetPerson(tx: Db, id: number): Promise<void> {
  await forgetNotifications(tx, id)
  await forgetPoints(tx, id)
  await forgetGoal(tx, id)
  await forgetForums(tx, id)
  await forgetSurveys(tx, id)
  await forgetPrompts(tx, id)
  await blankTickets(tx, id)
  await forgetNotes(tx, id)
  await eraseAccess(tx, id)
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
 * Erases a student's account and personal data. What others rely on stays without a name: grades, attendance, posts,
 * comments, and orders, by tax law; certificates keep theirs. `unusable` is the hash of a password that no one knows.
 */
export async function closeAccount(tx: Db, jobs: Jobs, id: number, unusable: string, detalle = {}): Promise<void> {
  await eraseAccount(tx, jobs, id, unusable)
  await forgetPerson(tx, id)
  await audit(tx, 'cuenta_eliminada', { sobre: id, objeto: `usuario:${id}`, detalle })
}

/**
 * Closes one's own account.
 * @throws DATOS_INVALIDOS when the password is wrong, SIN_PERMISO for staff
 */
export async function deleteAccount(db: Db, jobs: Jobs, identity: Identity, password: string): Promise<void> {
  if (identity.tipo_cliente !== 'Alumno') throw fail('SIN_PERMISO')
  await checkCurrentPassword(db, identity.id, password, WRONG_PASSWORD)
  const unusable = await unknownPassword()
  await db.transaction((tx) => closeAccount(tx, jobs, identity.id, unusable))
}
