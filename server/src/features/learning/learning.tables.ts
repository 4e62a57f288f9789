import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos, grupos, lecciones } from '../catalogue/catalogue.tables.ts'

/** Active means `activa` and not past `fecha_vencimiento` (Lima). */
export const matriculas = pgTable(
  'matriculas',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id),
    fecha_matricula: instant().notNull().default(sql`now()`),
    fecha_vencimiento: date({ mode: 'string' }),
    estado: text().$type<'activa' | 'suspendida'>().notNull().default('activa'),
    /** By staff, for an instalment that is overdue, or because its money went back. */
    suspendida_por: text().$type<'personal' | 'cuotas' | 'pasarela'>(),
    /** As calendars expect, a trigger raises it with every change that they show. */
    secuencia: integer().notNull().default(0),
    /** The moment of that change. */
    cambiada_en: instant().notNull().default(sql`now()`),
    id_grupo: rowId(),
    /** Where the student was before, by a trigger: whose classes calendars still have. */
    id_grupo_antes: rowId(),
  },
  (t) => [
    foreignKey({
      name: 'matriculas_grupo',
      columns: [t.id_curso, t.id_grupo],
      foreignColumns: [grupos.id_curso, grupos.id],
    }),
    /** Those of a group, and how many places they take. */
    index('matriculas_de_grupo').on(t.id_grupo, t.id_usuario, t.suspendida_por).where(sql`${t.id_grupo} IS NOT NULL`),
    unique('matriculas_unica').on(t.id_usuario, t.id_curso),
    /** The newest of a course, and all who are or were in it, without reading the rows. */
    index('matriculas_por_curso').on(t.id_curso, t.fecha_matricula, t.id, t.id_usuario),
    /** Counts and finds a course's live enrolments without reading the rows. */
    index('matriculas_vigentes').on(t.id_curso, t.fecha_vencimiento, t.id_usuario).where(sql`${t.estado} = 'activa'`),
    /** The newest of all; with all that a list reads, so that ended ones are found far behind without reading the rows. */
    index('matriculas_por_fecha').on(t.fecha_matricula, t.id, t.id_curso, t.id_usuario, t.estado, t.fecha_vencimiento),
    /** The few that end soon or ended, and those that the academy took away, among the staff's students. */
    index('matriculas_por_vencer').on(t.fecha_vencimiento, t.id_usuario).where(sql`${t.estado} = 'activa'`),
    index('matriculas_suspendidas').on(t.id_usuario, t.id_curso).where(sql`${t.estado} = 'suspendida'`),
    check('matriculas_estado', sql`${t.estado} IN ('activa', 'suspendida')`),
    check('matriculas_suspendida', sql`(${t.estado} = 'suspendida') = (${t.suspendida_por} IS NOT NULL)`),
    check('matriculas_suspendida_por', sql`${t.suspendida_por} IN ('personal', 'cuotas', 'pasarela')`),
  ],
)

/** Position in the video and the student's own mark that the lesson is done; attendance is a table of its own. */
export const progreso_lecciones = pgTable(
  'progreso_lecciones',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    id_leccion: rowId()
      .notNull()
      .references(() => lecciones.id, { onDelete: 'restrict' }),
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

/** A student without a row has the defaults. */
export const metas_estudio = pgTable(
  'metas_estudio',
  {
    id_usuario: rowId()
      .primaryKey()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    activo: boolean().notNull().default(true),
    meta: smallint().notNull().default(3),
  },
  (t) => [check('metas_estudio_dias', sql`${t.meta} BETWEEN 1 AND 7`)],
)

/** `fecha_cierre` marks the lesson as completed (docs/product/learning.md 5.2). */
export const asistencias = pgTable(
  'asistencias',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    usuario_id: rowId()
      .notNull()
      .references(() => usuarios.id),
    leccion_id: rowId()
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
