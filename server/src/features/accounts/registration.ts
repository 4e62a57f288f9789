import type { SessionUser } from '@campus/contract/accounts'
import { DNI_TAKEN_TEXT, type RegisterBody } from '@campus/contract/registration'
import { EMAIL_TAKEN_TEXT, MARKETING_CONSENT } from '@campus/contract/rules'
import { and, eq, or, sql } from 'drizzle-orm'
import { audit } from '../../kit/audit/audit.ts'
import { type Db, query } from '../../platform/db/database.ts'
import { invalid, invalidFields } from '../../platform/failures.ts'
import type { Deps } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'
import { requireBrand } from '../brands/brands.ts'
import { consentimientos, usuarios } from './accounts.tables.ts'
import { sessionUser } from './accounts.ts'
import { COMMON_PASSWORD_TEXT, isCommon } from './common-passwords.ts'
import { hashPassword } from './passwords.ts'
import { uploadPhoto } from './photos.ts'
import { type Origin, openSession } from './sessions.ts'
import { sendVerification } from './verification.ts'

const REGISTRATIONS = limit('registro_direccion', 60, 60 * 60)
const GUEST_PHOTOS = limit('foto_registro_direccion', 20, 60 * 60)

type Writing = Pick<Deps, 'db' | 'jobs' | 'storage'>

/** PostgreSQL's error is nested under Drizzle's. */
function violatedConstraint(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ('constraint' in cause) return String(cause.constraint)
  }
  return undefined
}

type Photo = { id: number; foto_perfil: string }

/** Stores the photo under the id that the account will have, so that it is removed when there will be no account. */
async function storeFirst({ db, jobs, storage }: Writing, bytes: Buffer, { ip }: Origin): Promise<Photo> {
  await throttle(db, GUEST_PHOTOS, ip)
  const [row] = await query<{ id: number }>(db, sql`SELECT nextval(pg_get_serial_sequence('usuarios', 'id')) AS id`)
  if (!row) throw new Error('no id was drawn')
  return { id: row.id, foto_perfil: await uploadPhoto(db, jobs, storage, row.id, bytes) }
}

async function insertStudent(
  tx: Db,
  body: RegisterBody,
  brand: number,
  hash: string,
  photo: Photo | null,
): Promise<SessionUser> {
  const [user] = await tx
    .insert(usuarios)
    .overridingSystemValue()
    .values({
      ...photo,
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

/** Everything that the schema cannot know, at once. @throws DATOS_INVALIDOS */
async function checkFree(db: Db, body: RegisterBody, brand: number): Promise<void> {
  const { correo, numero_documento, password } = body
  const sameMail = eq(sql`lower(${usuarios.correo})`, correo.toLowerCase())
  const sameDocument = and(
    eq(usuarios.id_cliente, brand),
    eq(usuarios.tipo_documento, 'DNI'),
    eq(usuarios.numero_documento, numero_documento),
  )
  const taken = await db
    .select({ mail: sql<boolean>`${sameMail}`, document: sql<boolean>`coalesce(${sameDocument}, false)` })
    .from(usuarios)
    .where(or(sameMail, sameDocument))
  const errors = {
    ...(taken.some((row) => row.document) && { numero_documento: [DNI_TAKEN_TEXT] }),
    ...(taken.some((row) => row.mail) && { correo: [EMAIL_TAKEN_TEXT] }),
    ...(isCommon(password, [correo, numero_documento]) && { password: [COMMON_PASSWORD_TEXT] }),
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

/**
 * Registers a student and logs them in; role, state and brand are the server's (docs/product/accounts.md 2).
 * @throws DATOS_INVALIDOS under correo or numero_documento, DEMASIADOS_INTENTOS, IMAGEN_INVALIDA, NO_DISPONIBLE without a brand
 */
export async function register(
  deps: Writing,
  body: RegisterBody,
  bytes: Buffer | null,
  brand: number,
  origin: Origin,
): Promise<{ user: SessionUser; token: string }> {
  const { db, jobs } = deps
  await throttle(db, REGISTRATIONS, origin.ip)
  await checkFree(db, body, brand)
  await requireBrand(db, brand)
  // Hash outside the transaction, which would hold a connection meanwhile.
  const hash = await hashPassword(body.password)
  const photo = bytes && (await storeFirst(deps, bytes, origin))
  try {
    return await db.transaction(async (tx) => {
      const user = await insertStudent(tx, body, brand, hash, photo)
      await tx
        .insert(consentimientos)
        .values({ id_usuario: user.id, tipo: 'promociones', aceptado: body.acepta_promociones, ...MARKETING_CONSENT })
      await sendVerification(tx, jobs, user)
      await audit(tx, 'cuenta_creada', { id_usuario: user.id, sobre: user.id, id_cliente: user.id_cliente })
      return { user, token: await openSession(tx, user.id, origin) }
    })
  } catch (error) {
    const constraint = violatedConstraint(error)
    if (constraint === 'usuarios_correo') throw invalid('correo', EMAIL_TAKEN_TEXT)
    if (constraint === 'usuarios_documento') throw invalid('numero_documento', DNI_TAKEN_TEXT)
    throw error
  }
}
