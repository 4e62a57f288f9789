import type { Db } from '../../platform/db/database.ts'
import type { Sessions } from '../../platform/http/access.ts'
import { identify } from './accounts.ts'

/** The sessions as the platform's access asks for them. */
export const sessionsOf = (db: Db): Sessions => ({ identify: (token) => identify(db, token) })
