import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/database.ts'
import { Failure } from '../../platform/failures.ts'
import { throttle } from '../../platform/throttle.ts'
import { networkOf } from '../audit/audit.ts'

/** So long a network is known from which somebody came in. */
const KNOWN_DAYS = 90

/** Whether this account was entered from this network before. */
async function isKnown(db: Db, account: string, ip: string): Promise<boolean> {
  const rows = await db.execute(sql`SELECT 1 FROM auditoria a JOIN usuarios u ON u.id = a.sobre
    WHERE lower(u.correo) = ${account} AND a.accion IN ('acceso_concedido', 'cuenta_creada')
      AND a.direccion = ${networkOf(ip)} AND a.fecha > now() - make_interval(days => ${KNOWN_DAYS}) LIMIT 1`)
  return rows.length > 0
}

/**
 * Stops guessing at one account from everywhere at once, without locking its owner out: beyond the limit only networks pass from
 * which the account was entered before. Mails that nobody has are counted alike, or the limit would tell which exist.
 * @throws DEMASIADOS_INTENTOS
 */
export async function guardAccount(db: Db, account: string, ip: string): Promise<void> {
  try {
    await throttle(db, 'login_cuenta', account)
  } catch (error) {
    if (!(error instanceof Failure) || !(await isKnown(db, account, ip))) throw error
  }
}
