import type { SessionUser } from '@campus/contract/accounts'
import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { jsonStatement, statement } from '../../platform/db/statements.ts'
import { fail } from '../../platform/http/failures.ts'
import { type Counted, refuseAbove, THROTTLES, type Throttle, throttlePart } from '../../platform/http/throttle.ts'
import { audit, auditPart, auditValues, networkOf } from '../audit/audit.ts'
import { newSession, type Origin, sessionPart, sessionUser } from './accounts.ts'
import { checkPassword } from './passwords.ts'
import { hashToken } from './tokens.ts'

const ADDRESS = sql`${sql.placeholder('direccion')}::text`
const ACCOUNT = sql`${sql.placeholder('cuenta')}::text`
const PAIR = sql`${ACCOUNT} || ' ' || ${ADDRESS}`
const most = (rule: Throttle) => sql.raw(String(THROTTLES[rule][0]))

/** So long a network is known from which somebody came in. */
const KNOWN_DAYS = sql.raw('90')

/** Whether this account was entered from this network before. */
const KNOWN = sql`EXISTS (SELECT 1 FROM auditoria a JOIN usuarios u ON u.id = a.sobre
  WHERE lower(u.correo) = ${ACCOUNT} AND a.accion IN ('acceso_concedido', 'cuenta_creada')
    AND a.direccion = ${sql.placeholder('red')}::text AND a.fecha > now() - make_interval(days => ${KNOWN_DAYS}))`

type Tried = {
  por_direccion: Counted
  por_par: Counted | null
  por_cuenta: Counted | null
  conocida: boolean | null
  persona: (SessionUser & { password_hash: string; estado: number }) | null
}

/**
 * Counts a try by address, by account and address and by account, each only where the one before let it pass, and finds whose
 * account it is. Counters are held in this order, as {@link enter} does.
 */
const tryAt = jsonStatement<Tried>(sql`
  WITH por_direccion AS (${throttlePart('login_direccion', sql`SELECT ${ADDRESS}`)}),
  por_par AS (${throttlePart('login_cuenta_direccion', sql`SELECT ${PAIR} FROM por_direccion WHERE cuenta <= ${most('login_direccion')}`)}),
  por_cuenta AS (${throttlePart('login_cuenta', sql`SELECT ${ACCOUNT} FROM por_par WHERE cuenta <= ${most('login_cuenta_direccion')}`)})
  SELECT json_build_object(
    'por_direccion', (SELECT to_json(l) FROM por_direccion l), 'por_par', (SELECT to_json(l) FROM por_par l),
    'por_cuenta', (SELECT to_json(l) FROM por_cuenta l),
    'conocida', (SELECT ${KNOWN} FROM por_cuenta WHERE cuenta > ${most('login_cuenta')}),
    'persona', (SELECT to_json(u) FROM (SELECT ${sql.raw(Object.keys(sessionUser).join(', '))}, password_hash, estado
      FROM usuarios WHERE lower(correo) = ${ACCOUNT}) u)) AS fila`)

/**
 * Opens the session, if the password that was checked is still theirs: it may have been changed, and all sessions ended,
 * meanwhile. Forgets the wrong tries of this account from this address, and takes this one back from the account's.
 */
const enter = statement<{ id_usuario: number }>(sql`
  WITH vigente AS MATERIALIZED (
    SELECT id FROM usuarios WHERE id = ${sql.placeholder('persona')}::int AND password_hash = ${sql.placeholder('clave')}::text AND estado = 1
    FOR SHARE
  ), par AS (
    DELETE FROM limites WHERE regla = 'login_cuenta_direccion' AND clave = ${PAIR} AND EXISTS (SELECT 1 FROM vigente) RETURNING 1
  ), cuenta AS (
    UPDATE limites SET cuenta = cuenta - 1 WHERE regla = 'login_cuenta' AND clave = ${ACCOUNT} AND cuenta > 0
      AND EXISTS (SELECT 1 FROM vigente) AND (SELECT count(*) FROM par) >= 0
  ), traza AS (${auditPart('acceso_concedido', sql`SELECT id, NULL::text, '{}'::jsonb FROM vigente`)}
  ), acceso AS (${sessionPart(sql`SELECT id FROM vigente`)})
  SELECT id_usuario FROM acceso`)

/**
 * Stops guessing at one account from everywhere at once, without locking its owner out: beyond the limit only networks pass from
 * which the account was entered before. Mails that nobody has are counted alike, or the limit would tell which exist.
 * @throws DEMASIADOS_INTENTOS
 */
function refuseGuesses({ por_direccion, por_par, por_cuenta, conocida }: Tried): void {
  refuseAbove('login_direccion', por_direccion)
  refuseAbove('login_cuenta_direccion', por_par)
  if (!conocida) refuseAbove('login_cuenta', por_cuenta)
}

/**
 * Login (campus.md section 7, contract section 4): one answer for an unknown mail and a wrong password, in like time.
 * Wrong tries are counted per address, per account and address, and per account; nobody can lock the owner out from elsewhere.
 * @throws CREDENCIALES, DEMASIADOS_INTENTOS
 */
export async function login(
  db: Db,
  body: { email: string; password: string },
  origin: Origin,
): Promise<{ token: string; user: SessionUser }> {
  const account = body.email.toLowerCase()
  const values = { cuenta: account, direccion: origin.ip }
  const [tried] = await tryAt(db, { ...values, red: networkOf(origin.ip) })
  if (!tried) throw new Error('the try was not counted')
  refuseGuesses(tried)
  const { persona } = tried
  const right = await checkPassword(persona?.password_hash, body.password)
  if (!persona || !right || persona.estado !== 1) {
    // The mail itself is not kept: it may be a mistyped password, or nobody's.
    const detalle = { cuenta: hashToken(account).toString('hex').slice(0, 16) }
    await audit(db, 'acceso_fallido', { sobre: persona?.id, id_cliente: persona?.id_cliente, detalle })
    throw fail('CREDENCIALES')
  }
  const { password_hash, estado: _, ...user } = persona
  const session = newSession(origin)
  const trail = { ...auditValues(), traza_autor: user.id, traza_marca: user.id_cliente }
  const checked = { persona: user.id, clave: password_hash }
  const [opened] = await enter(db, { ...values, ...session.values, ...trail, ...checked })
  if (!opened) throw fail('CREDENCIALES')
  return { token: session.token, user }
}
