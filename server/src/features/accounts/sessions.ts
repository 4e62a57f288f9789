import DataLoader from 'dataloader'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { statement } from '../../platform/db/statements.ts'
import { versionOf } from '../../platform/db/versions.ts'
import type { Identity } from '../../platform/http/http.ts'
import type { Sessions, Vouched } from '../../platform/http/proof.ts'
import { ALIVE, identify, STALE, touch } from './accounts.ts'
import { hashToken } from './tokens.ts'

const guessed = (
  more: SQL,
) => sql`SELECT ${STALE} AS stale${more} FROM accesos JOIN usuarios ON usuarios.id = accesos.id_usuario
  WHERE accesos.hash = ${sql.placeholder('sesion_hash')}::bytea AND ${ALIVE} AND usuarios.id = ${sql.placeholder('sesion_usuario')}::int
    AND usuarios.id_cliente = ${sql.placeholder('sesion_marca')}::int AND usuarios.tipo_cliente = ${sql.placeholder('sesion_rol')}::text`

const ALIVE_ROW = guessed(sql``)
const ALIVE_AT = guessed(sql`, ${versionOf(sql`${sql.placeholder('versiones')}::text`)} AS version`)

/** What is asked of many sessions at once, a list for each column; `n` says which one a row is about. */
const vouchedRows = statement<Vouched & { n: number }>(
  sql`SELECT p.n::int AS n, ${STALE} AS stale, ${versionOf(sql`p.versiones`)} AS version
    FROM unnest(${sql.placeholder('accesos')}::int[], ${sql.placeholder('usuarios')}::int[], ${sql.placeholder('marcas')}::int[],
      ${sql.placeholder('roles')}::text[], ${sql.placeholder('versiones')}::text[])
      WITH ORDINALITY p (acceso, usuario, marca, rol, versiones, n)
    JOIN accesos ON accesos.id = p.acceso JOIN usuarios ON usuarios.id = accesos.id_usuario
    WHERE ${ALIVE} AND usuarios.id = p.usuario AND usuarios.id_cliente = p.marca AND usuarios.tipo_cliente = p.rol`,
)

type Asked = { identity: Identity; versiones: string }

/** Those who ask in one turn of the program's loop are asked about in one statement. */
const vouching = (db: Db) =>
  new DataLoader<Asked, Vouched | undefined>(
    async (all) => {
      const rows = await vouchedRows(db, {
        accesos: all.map(({ identity }) => identity.id_acceso),
        usuarios: all.map(({ identity }) => identity.id),
        marcas: all.map(({ identity }) => identity.id_cliente),
        roles: all.map(({ identity }) => identity.tipo_cliente),
        versiones: all.map(({ versiones }) => versiones),
      })
      const found: (Vouched | undefined)[] = all.map(() => undefined)
      for (const { n, ...vouched } of rows) found[n - 1] = vouched
      return found
    },
    { cache: false, maxBatchSize: 100, batchScheduleFn: setImmediate },
  )

/** The sessions as the platform's access asks for them. */
export function sessionsOf(db: Db): Sessions {
  const asked = vouching(db)
  return {
    hashOf: hashToken,
    identify: (token) => identify(db, token),
    alive: ALIVE_ROW,
    aliveAt: ALIVE_AT,
    vouch: ({ identity }, versiones) => asked.load({ identity, versiones }),
    touch: (idAcceso) => touch(db, idAcceso),
  }
}
