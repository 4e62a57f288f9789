import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text, unique } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

export const POINT_REASONS = ['asistencia', 'examen', 'certificado', 'foro', 'referido'] as const

/** `puesto` is the first rank that wins it (docs/product/community.md 4.4). */
export const premios = pgTable(
  'premios',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    imagen: text(),
    premio: text().notNull(),
    puesto: integer().notNull(),
    orden: integer().notNull().default(0),
    estado: integer().notNull().default(1),
  },
  (t) => [check('premios_puesto', sql`${t.puesto} >= 1`), check('premios_estado', sql`${t.estado} IN (0, 1)`)],
)

/** The points ledger; `clave` makes an event count once, `mes` is the first day of its month in Lima. */
export const puntos = pgTable(
  'puntos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    motivo: text().$type<(typeof POINT_REASONS)[number]>().notNull(),
    clave: text().notNull(),
    detalle: text().notNull().default(''),
    puntos: integer().notNull(),
    mes: date({ mode: 'string' }).notNull(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('puntos_una_vez').on(t.id_usuario, t.motivo, t.clave),
    index('puntos_de_usuario').on(t.id_usuario, t.mes, t.id),
    check('puntos_motivo', sql`${t.motivo} IN ('asistencia', 'examen', 'certificado', 'foro', 'referido')`),
    check('puntos_positivos', sql`${t.puntos} > 0`),
    check('puntos_mes', sql`extract(day FROM ${t.mes}) = 1`),
  ],
)

/** In which month withdrawn points had counted, so that they never count in another. */
export const puntos_retirados = pgTable(
  'puntos_retirados',
  {
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    motivo: text().$type<(typeof POINT_REASONS)[number]>().notNull(),
    clave: text().notNull(),
    mes: date({ mode: 'string' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_usuario, t.motivo, t.clave] })],
)

/** Monthly sums, maintained by a trigger of the ledger, so that a ranking reads one index. */
export const puntos_mes = pgTable(
  'puntos_mes',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    mes: date({ mode: 'string' }).notNull(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    puntos: integer().notNull(),
    /** Breaks ties: the earliest wins. */
    alcanzado_en: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id_usuario, t.mes] }),
    index('puntos_mes_ranking').on(t.id_cliente, t.mes, t.puntos.desc(), t.alcanzado_en, t.id_usuario),
  ],
)

export const rankings_cerrados = pgTable(
  'rankings_cerrados',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    mes: date({ mode: 'string' }).notNull(),
    puesto: integer().notNull(),
    id_usuario: rowId().references(() => usuarios.id, { onDelete: 'set null' }),
    nombre: text().notNull(),
    apellido: text().notNull(),
    pais: text().notNull(),
    puntos: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.id_cliente, t.mes, t.puesto] }),
    unique('rankings_cerrados_alumno').on(t.id_cliente, t.mes, t.id_usuario),
  ],
)
