import { sql } from 'drizzle-orm'
import type { Db } from '../db/database.ts'
import { fail, hasCode } from '../failures.ts'
import { createFairQueue } from './fair-queue.ts'
import { currentOrigin } from './requests.ts'
import { limit, throttle } from './throttle.ts'

const SEARCHES = limit('buscar_usuario', 240, 60)
/** Of guests, who may be a class behind one address. */
const SEARCHES_OF_ADDRESS = limit('buscar_direccion', 1200, 60)
const MAX_MS = 1000
const CANCELED = '57014'

const TOO_LONG = 'La búsqueda tardó demasiado. Escribe más palabras, o una menos común.'
const BUSY = 'Se están haciendo muchas búsquedas a la vez. Inténtalo en unos segundos.'

/** Two of the pool's connections: the rest of the program is never out of them. */
const searches = createFairQueue({ concurrency: 2, maxWaiting: 30, busy: BUSY })

async function countSearch(db: Db): Promise<void> {
  const origin = currentOrigin()
  const person = origin?.person()
  if (person) await throttle(db, SEARCHES, String(person.id))
  else if (origin?.ip) await throttle(db, SEARCHES_OF_ADDRESS, origin.ip)
}

/** Runs a search for a typed text, in turn and for a second at most. @throws DEMASIADOS_INTENTOS, NO_DISPONIBLE */
export async function search<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  await countSearch(db)
  const bounded = () =>
    db.transaction(async (tx) => {
      // A plan for any words is a bad one for most: how many rows have them decides where to begin.
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(MAX_MS)}, true),
        set_config('plan_cache_mode', 'force_custom_plan', true)`)
      return read(tx)
    })
  return searches.run(() =>
    bounded().catch((error) => {
      throw hasCode(error, CANCELED) ? fail('NO_DISPONIBLE', { message: TOO_LONG, retryAfter: 5 }) : error
    }),
  )
}
