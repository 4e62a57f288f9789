import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'
import { fail, hasCode } from '../../platform/http/failures.ts'
import { createFairQueue } from '../../platform/http/fair-queue.ts'
import type { Identity } from '../../platform/http/http.ts'
import { limit, throttle } from '../../platform/http/throttle.ts'

const SEARCHES = limit('buscar_usuario', 240, 60)
const MAX_MS = 1000
const CANCELED = '57014'

const TOO_LONG = 'La búsqueda tardó demasiado. Escribe más palabras o búscalas en un solo foro.'
const BUSY = 'Se están haciendo muchas búsquedas a la vez. Inténtalo en unos segundos.'

/** Two of the pool's connections: the rest of the program is never out of them. */
const searches = createFairQueue({ concurrency: 2, maxWaiting: 30, busy: BUSY })

/** Runs a search over much text, in turn and for a second at most. @throws DEMASIADOS_INTENTOS, NO_DISPONIBLE */
export async function search<T>(db: Db, identity: Identity, read: (tx: Db) => Promise<T>): Promise<T> {
  await throttle(db, SEARCHES, String(identity.id))
  const bounded = () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(MAX_MS)}, true)`)
      return read(tx)
    })
  return searches.run(() =>
    bounded().catch((error) => {
      throw hasCode(error, CANCELED) ? fail('NO_DISPONIBLE', { message: TOO_LONG, retryAfter: 5 }) : error
    }),
  )
}
