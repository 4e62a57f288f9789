import { TOKEN_IDLE_DAYS, TOKEN_MAX_DAYS } from '@campus/contract/rules'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import type { Sessions } from '../../platform/http/access.ts'
import type { Identity } from '../../platform/http/http.ts'
import { accesos, usuarios } from './accounts.tables.ts'
import { hashToken, newToken } from './tokens.ts'

/** Where a request came from, for throttles and the list of open sessions. */
export type Origin = { ip: string; agent: string }

/** Whether the session of `accesos` joined with its person in `usuarios` opens anything. The one place that says so. */
export const ALIVE = sql`accesos.expira_en > now() AND usuarios.estado = 1
  AND accesos.usado_en > now() - make_interval(days => ${sql.raw(String(TOKEN_IDLE_DAYS))})`

/** Opens a session for a person who has proved who they are. */
export async function openSession(db: Db, idUsuario: number, { ip, agent }: Origin): Promise<string> {
  const { token, hash } = newToken()
  const expira_en = sql`now() + make_interval(days => ${TOKEN_MAX_DAYS})`
  await db.insert(accesos).values({ hash, id_usuario: idUsuario, expira_en, agente: agent.slice(0, 300), ip })
  return token
}

/** Records that a session was used. */
async function touch(db: Db, idAcceso: number): Promise<void> {
  await db.update(accesos).set({ usado_en: sql`now()` }).where(eq(accesos.id, idAcceso))
}

/** The sessions for the platform's access check. Each request reads the database: a revoked token ends at once. */
export function sessionsOf(db: Db): Sessions {
  const byToken = db
    .select({
      id: usuarios.id,
      id_cliente: usuarios.id_cliente,
      tipo_cliente: usuarios.tipo_cliente,
      id_acceso: accesos.id,
      stale: sql<boolean>`(accesos.usado_en < now() - interval '1 minute')`,
    })
    .from(accesos)
    .innerJoin(usuarios, eq(usuarios.id, accesos.id_usuario))
    .where(and(eq(accesos.hash, sql.placeholder('hash')), ALIVE))
    .prepare('acceso_por_token')
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

/** Ends the session of this token. */
export async function logout(db: Db, identity: Identity): Promise<void> {
  await db.delete(accesos).where(eq(accesos.id, identity.id_acceso))
}
