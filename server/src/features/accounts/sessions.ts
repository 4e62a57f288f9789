import { hash as digest, randomBytes } from 'node:crypto'
import type { Role } from '@campus/contract/permissions'
import { TOKEN_IDLE_DAYS, TOKEN_MAX_DAYS } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { NAMED_BY_CLIENT } from '../../platform/db/prepared.ts'
import type { Sessions } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { findBrand } from '../brands/brands.ts'
import { accesos, usuarios } from './accounts.tables.ts'

export const hashToken = (token: string): Buffer => digest('sha256', token, 'buffer')

/** For a session or a mailed link; only the hash is stored. */
export function newToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashToken(token) }
}

export type Origin = { ip: string; agent: string }

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  agent: request.headers['user-agent'] ?? '',
})

/** Of a session that its dates let be used. */
export const IS_OPEN = sql<boolean>`(accesos.expira_en > now()
  AND accesos.usado_en > now() - make_interval(days => ${sql.raw(String(TOKEN_IDLE_DAYS))}))`

/** Needs `accesos` joined with `usuarios`; the only definition of a valid session. */
export const VALID_SESSION = sql`${IS_OPEN} AND usuarios.estado = 1`

export async function openSession(db: Db, idUsuario: number, { ip, agent }: Origin): Promise<string> {
  const { token, hash } = newToken()
  const expira_en = sql`now() + make_interval(days => ${TOKEN_MAX_DAYS})`
  await db.insert(accesos).values({ hash, id_usuario: idUsuario, expira_en, agente: agent.slice(0, 300), ip })
  return token
}

async function touch(db: Db, idAcceso: number): Promise<void> {
  await db.update(accesos).set({ usado_en: sql`now()` }).where(eq(accesos.id, idAcceso))
}

/** Queries the database on each request, so that a revoked token stops working at once. */
export function sessionsOf(db: Db): Sessions {
  const byToken = db
    .select({
      id: usuarios.id,
      id_cliente: sql<number>`coalesce(${accesos.id_cliente_activo}, ${usuarios.id_cliente})`,
      tipo_cliente: usuarios.tipo_cliente,
      roles: sql<Role[]>`ARRAY(SELECT r.rol FROM roles_personal r WHERE r.id_usuario = ${usuarios.id} ORDER BY r.rol)`,
      id_acceso: accesos.id,
      stale: sql<boolean>`(accesos.usado_en < now() - interval '1 minute')`,
    })
    .from(accesos)
    .innerJoin(usuarios, eq(usuarios.id, accesos.id_usuario))
    .where(and(eq(accesos.hash, sql.placeholder('hash')), VALID_SESSION))
    .prepare(NAMED_BY_CLIENT)
  return {
    async identify(token) {
      const [row] = await byToken.execute({ hash: hashToken(token) })
      if (!row) return null
      const { stale, ...identity } = row
      if (stale) await touch(db, identity.id_acceso)
      return identity
    },
  }
}

/** For platform administrators. @throws NO_ENCONTRADO unless the brand is open */
export async function workInBrand(db: Db, identity: Identity, brand: number): Promise<void> {
  const { id } = await findBrand(db, brand)
  await db.update(accesos).set({ id_cliente_activo: id }).where(eq(accesos.id, identity.id_acceso))
}

/** Ends a session by the hash of its token: a device that logged out without a network keeps no more than that. */
export async function endSession(db: Db, hash: string): Promise<void> {
  await db.delete(accesos).where(eq(accesos.hash, Buffer.from(hash, 'hex')))
}

export async function logout(db: Db, identity: Identity): Promise<void> {
  await db.delete(accesos).where(eq(accesos.id, identity.id_acceso))
}
