import type { SessionUser } from '@campus/contract/accounts'
import { and, eq, sql } from 'drizzle-orm'
import { audit, hasLoggedInFrom } from '../../kit/audit/audit.ts'
import type { Db } from '../../platform/db/database.ts'
import { fail } from '../../platform/failures.ts'
import { networkOf } from '../../platform/http/network.ts'
import { countUses, limit, refund, resetThrottle } from '../../platform/http/throttle.ts'
import { usuarios } from './accounts.tables.ts'
import { sessionUser } from './accounts.ts'
import { checkPassword, PASSWORD_TRIES } from './passwords.ts'
import { hashToken, type Origin, openSession } from './sessions.ts'

const LOGINS_FROM_ONE_PLACE = limit('login_cuenta_direccion', 8, 15 * 60)
const LOGINS_OF_ADDRESS = limit('login_direccion', 300, 15 * 60)

const addressKey = (account: string, ip: string) => `${account} ${ip}`

/**
 * Same error and duration for an unknown email and a wrong password (docs/product/accounts.md 3.1).
 * @param perAddress logins that one IP address may try in 15 minutes, where the operator set it
 * @throws CREDENCIALES, DEMASIADOS_INTENTOS, NO_DISPONIBLE
 */
export async function login(
  db: Db,
  body: { email: string; password: string },
  origin: Origin,
  perAddress?: number,
): Promise<{ token: string; user: SessionUser }> {
  const account = body.email.toLowerCase()
  const place = addressKey(account, origin.ip)
  // What its address refuses does not count against the account.
  const usedUp = await countUses(db, [
    [{ ...LOGINS_OF_ADDRESS, ...(perAddress && { times: perAddress }) }, origin.ip],
    [LOGINS_FROM_ONE_PLACE, place],
    [PASSWORD_TRIES, account],
  ])
  if (usedUp && usedUp.regla !== PASSWORD_TRIES.regla) throw usedUp.refusal
  const [person] = await db
    .select({ user: sessionUser, password_hash: usuarios.password_hash, estado: usuarios.estado })
    .from(usuarios)
    .where(eq(sql`lower(${usuarios.correo})`, account))
  // Networks that logged in before may continue, so that an attack does not lock the owner out.
  if (usedUp && !(await hasLoggedInFrom(db, person?.user.id ?? 0, networkOf(origin.ip)))) throw usedUp.refusal
  const valid = await checkPassword(person?.password_hash, body.password)
  if (!person || !valid || person.estado !== 1) {
    // Store a hash: the text may be a mistyped password or a stranger's email.
    const detalle = { cuenta: hashToken(account).toString('hex').slice(0, 16) }
    await audit(db, 'acceso_fallido', { sobre: person?.user.id, id_cliente: person?.user.id_cliente, detalle })
    throw fail('CREDENCIALES')
  }
  const { user, password_hash } = person
  const token = await db.transaction(async (tx) => {
    // The password may have changed while it was being verified.
    const [current] = await tx
      .select({ id: usuarios.id })
      .from(usuarios)
      .where(and(eq(usuarios.id, user.id), eq(usuarios.password_hash, password_hash), eq(usuarios.estado, 1)))
      .for('share')
    if (!current) throw fail('CREDENCIALES')
    await resetThrottle(tx, LOGINS_FROM_ONE_PLACE, place)
    await refund(tx, PASSWORD_TRIES, account)
    await audit(tx, 'acceso_concedido', { sobre: user.id, id_usuario: user.id, id_cliente: user.id_cliente })
    return openSession(tx, user.id, origin)
  })
  return { token, user }
}
