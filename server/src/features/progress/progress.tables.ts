import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'

/** What `progressRule` returns for a student in a course; read while it is current (progress.ts). */
export const avances = pgTable(
  'avances',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id, { onDelete: 'cascade' }),
    /** `cursos.version_avances` that it was computed with; 0 before the first time. */
    version: bigint({ mode: 'number' }).notNull().default(0),
    /** When the clock alone changes it: a window opens or shuts, or an attempt's time ends. */
    vale_hasta: instant(),
    lecciones: integer().notNull().default(0),
    completadas: integer().notNull().default(0),
    examenes: integer().notNull().default(0),
    aprobados: integer().notNull().default(0),
    porcentaje: smallint().notNull().default(0),
    /** Without the second of its video, which changes all the time. */
    siguiente: jsonb(),
    estado_avance: text().$type<'sin_empezar' | 'en_curso' | 'terminado'>().notNull().default('sin_empezar'),
    ultima_actividad: instant(),
    codigo_certificado: text(),
    cerrados: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.id_curso] }),
    check('avances_estado', sql`${t.estado_avance} IN ('sin_empezar', 'en_curso', 'terminado')`),
    check('avances_porcentaje', sql`${t.porcentaje} BETWEEN 0 AND 100`),
  ],
)

/**
 * Triggers insert a mark for each change of what progress is computed from; the next computation deletes it. Marks are never
 * updated, so that finishing a lesson or an exam waits for no lock; without foreign keys, which would lock the course's row.
 */
export const avances_cambios = pgTable(
  'avances_cambios',
  { id_usuario: rowId().notNull(), id_curso: rowId().notNull() },
  (t) => [index('avances_cambios_de').on(t.id_usuario, t.id_curso)],
)
