import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { lecciones } from '../catalogue/catalogue.tables.ts'

/** `fecha_cierre` marks the lesson as completed (docs/product/learning.md 5.2). */
export const asistencias = pgTable(
  'asistencias',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    usuario_id: integer()
      .notNull()
      .references(() => usuarios.id),
    leccion_id: integer()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'restrict' }),
    asistio: boolean().notNull().default(true),
    fecha_asistencia: instant().notNull().default(sql`now()`),
    fecha_cierre: instant(),
  },
  (t) => [
    unique('asistencias_unica').on(t.usuario_id, t.leccion_id),
    index('asistencias_por_leccion').on(t.leccion_id),
    check('asistencias_cierre', sql`${t.fecha_cierre} IS NULL OR ${t.fecha_cierre} >= ${t.fecha_asistencia}`),
  ],
)
