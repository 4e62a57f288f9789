import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos, lecciones } from '../catalogue/catalogue.tables.ts'

/** Enrolments: one per student and course, by the database. Live: `activa` and not past `fecha_vencimiento` (Lima). */
export const matriculas = pgTable(
  'matriculas',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    id_curso: integer()
      .notNull()
      .references(() => cursos.id),
    fecha_matricula: instant().notNull().default(sql`now()`),
    fecha_vencimiento: date({ mode: 'string' }),
    estado: text().$type<'activa' | 'suspendida'>().notNull().default('activa'),
  },
  (t) => [
    unique('matriculas_unica').on(t.id_usuario, t.id_curso),
    index('matriculas_por_curso').on(t.id_curso),
    check('matriculas_estado', sql`${t.estado} IN ('activa', 'suspendida')`),
  ],
)

/** What a student did in a lesson besides attendance: the video's second and the mark "done". */
export const progreso_lecciones = pgTable(
  'progreso_lecciones',
  {
    id_usuario: integer()
      .notNull()
      .references(() => usuarios.id),
    id_leccion: integer()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'cascade' }),
    segundo: integer().notNull().default(0),
    completada_en: instant(),
    visto_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.id_leccion] }),
    index('progreso_reciente').on(t.id_usuario, t.visto_en),
    check('progreso_segundo', sql`${t.segundo} >= 0`),
  ],
)
