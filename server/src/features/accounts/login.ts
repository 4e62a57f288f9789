import type { SessionUser } from '@campus/contract/accounts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/failures.ts'
import { networkOf } from '../../platform/http/network.ts'
import { countUse, refund, resetThrottle, throttle } from '../../platform/http/throttle.ts'
import { audit, wasEnteredFrom } from '../audit/audit.ts'
import { usuarios } from './accounts.tables.ts'
import { sessionUser } from './accounts.ts'
import { checkPassword } from './passwords.ts'
import { type Origin, openSession } from './sessions.ts'
import { hashToken } from './tokens.ts'

const addressKey = (account: string, ip: string) => `${account} ${ip}`

/**
 * Counts a try at an account. Beyond the limit only networks pass from which it was entered before: guessing from everywhere at
 * once stops, and its owner is not locked out. Unknown mails count alike, or the limit would tell which exist.
 * @throws DEMASIADOS_INTENTOS
 */
async function throttleAccount(db: Db, account: string, person: number | undefined, ip: string): Promise<void> {
  const refusal = await countUse(db, 'login_cuenta', account)
  if (refusal && !(await wasEnteredFrom(db, person ?? 0, networkOf(ip)))) throw refusal
}

/**
 * Login (campus.md section 7, contract section 4): one answer for an unknown mail and a wrong password, in like time.
 * @param perAddress logins that one IP address may try in 15 minutes, where the operator set it
 * @throws CREDENCIALES, DEMASIADOS_INTENTOS
 */
export async function login(
  db: Db,
  body: { email: string; password: string },
  origin: Origin,
  perAddress?: number,
): Promise<{ token: string; user: SessionUser }> {
  const account = body.email.toLowerCase()
  await throttle(db, 'login_direccion', origin.ip, perAddress)
  await throttle(db, 'login_cuenta_direccion', addressKey(account, origin.ip))
  const [person] = await db
    .select({ user: sessionUser, password_hash: usuarios.password_hash, estado: usuarios.estado })
    .from(usuarios)
    .where(eq(sql`lower(${usuarios.correo})`, account))
  await throttleAccount(db, account, person?.user.id, origin.ip)
  const right = await checkPassword(person?.password_hash, body.password)
  if (!person || !right || person.estado !== 1) {
    // The mail itself is not kept: it may be a mistyped password, or no one's.
    const detalle = { cuenta: hashToken(account).toString('hex').slice(0, 16) }
    await audit(db, 'acceso_fallido', { sobre: person?.user.id, id_cliente: person?.user.id_cliente, detalle })
    throw fail('CREDENCIALES')
  }
  const { user, password_hash } = person
  const token = await db.transaction(async (tx) => {
    // The password may have been changed, and all sessions ended, while it was being checked.
    const [current] = await tx
      .select({ id: usuarios.id })
      .from(usuarios)
      .where(and(eq(usuarios.id, user.id), eq(usuarios.password_hash, password_hash), eq(usuarios.estado, 1)))
      .for('share')
    if (!current) throw fail('CREDENCIALES')
    await resetThrottle(tx, 'login_cuenta_direccion', addressKey(account, origin.ip))
    await refund(tx, 'login_cuenta', account)
    await audit(tx, 'acceso_concedido', { sobre: user.id, id_usuario: user.id, id_cliente: user.id_cliente })
    return openSession(tx, user.id, origin)
  })
  return { token, user }
}
