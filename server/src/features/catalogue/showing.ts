import { sql } from 'drizzle-orm'
import type { Db } from '../../platform/db/database.ts'

/** Shows a lesson and its module for a preview, whose transaction is rolled back. */
export async function revealLesson(tx: Db, id: number): Promise<void> {
  await tx.execute(sql`WITH shown AS (UPDATE lecciones SET activo = true, espera = false WHERE id = ${id} RETURNING id_modulo)
    UPDATE modulos m SET activo = true FROM shown WHERE m.id = shown.id_modulo`)
}
