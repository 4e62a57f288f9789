import { randomUUID } from 'node:crypto'
import { grupos } from '../src/features/catalogue/catalogue.tables.ts'
import type { Db } from '../src/platform/db/database.ts'
import { aPerson } from './builders.ts'

/** An open group without a limit. */
export async function aGroup(db: Db, idCurso: number, values: Partial<typeof grupos.$inferInsert> = {}) {
  const id_usuario = values.id_usuario ?? (await aPerson(db, { roles: ['marca'] })).id
  const [row] = await db
    .insert(grupos)
    .values({ nombre: 'Sábados', ...values, id_curso: idCurso, id_usuario })
    .returning()
  if (!row) throw new Error('the group was not made')
  return row
}

/** One that buyers may choose. */
export const aSoldGroup = (db: Db, idCurso: number, values: Partial<typeof grupos.$inferInsert> = {}) =>
  aGroup(db, idCurso, { nombre: `Grupo ${randomUUID().slice(0, 8)}`, en_venta: true, ...values })
