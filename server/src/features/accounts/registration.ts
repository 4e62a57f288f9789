import type { SessionUser } from '@campus/contract/accounts'
import { DNI_TAKEN_TEXT, EMAIL_TAKEN_TEXT, type RegisterBody } from '@campus/contract/registration'
import { MARKETING_CONSENT } from '@campus/contract/rules'
import type { Db } from '../../platform/db/database.ts'
import { invalid } from '../../platform/http/failures.ts'
import { throttle } from '../../platform/http/throttle.ts'
import { audit } from '../audit/audit.ts'
import { requireBrand } from '../brands/brands.ts'
import { consentimientos, usuarios } from './accounts.tables.ts'
import { sessionUser } from './accounts.ts'
import { refuseCommon } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { type Origin, openSession } from './sessions.ts'

/** Which constraint refused a row, of PostgreSQL's error under Drizzle's. */
function refusedBy(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause) return String(cause.constraint)
  }
  return undefined
}

async function insertStudent(tx: Db, body: RegisterBody, brand: number, hash: string): Promise<SessionUser> {
  const [user] = await tx
    .insert(usuarios)
    .values({
      id_cliente: brand,
      nombres: body.nombres,
      apellidos: body.apellidos,
      correo: body.correo,
      numero_documento: body.numero_documento,
      codigo_alumno: body.numero_documento,
      password_hash: hash,
    })
    .returning(sessionUser)
  if (!user) throw new Error('the student was not written')
  return user
}

/**
 * Registers a student of the page's brand and logs them in. Role, state and brand are the server's whatever is sent; of
 * many parallel registrations with one mail the database lets one through (contract section 4).
 * @throws DATOS_INVALIDOS under correo or numero_documento, DEMASIADOS_INTENTOS, NO_DISPONIBLE without an academy
 */
export async function register(
  db: Db,
  body: RegisterBody,
  brand: number,
  origin: Origin,
): Promise<{ user: SessionUser; token: string }> {
  await throttle(db, 'registro_direccion', origin.ip)
  refuseCommon(body.password, [body.correo, body.numero_documento])
  await requireBrand(db, brand)
  // Before the transaction, which would hold a connection meanwhile.
  const hash = await hashPassword(body.password)
  try {
    return await db.transaction(async (tx) => {
      const user = await insertStudent(tx, body, brand, hash)
      await tx
        .insert(consentimientos)
        .values({ id_usuario: user.id, tipo: 'promociones', aceptado: body.acepta_promociones, ...MARKETING_CONSENT })
      await audit(tx, 'cuenta_creada', { id_usuario: user.id, sobre: user.id, id_cliente: user.id_cliente })
      return { user, token: await openSession(tx, user.id, origin) }
    })
  } catch (error) {
    const constraint = refusedBy(error)
    if (constraint === 'usuarios_correo') throw invalid('correo', EMAIL_TAKEN_TEXT)
    if (constraint === 'usuarios_documento') throw invalid('numero_documento', DNI_TAKEN_TEXT)
    throw error
  }
}
