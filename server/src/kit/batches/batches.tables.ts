import type { Job } from '@campus/contract/jobs'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { usuarios } from '../../features/accounts/accounts.tables.ts'
import { clientes } from '../../features/brands/brands.tables.ts'
import { instant, rowId } from '../../platform/db/database.ts'

export const trabajos = pgTable(
  'trabajos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    tipo: text().$type<Job['tipo']>().notNull(),
    titulo: text().notNull(),
    /** False for a dry run, which is shown where it was asked for alone. */
    listado: boolean().notNull().default(true),
    parametros: jsonb().notNull(),
    estado: text().$type<Job['estado']>().notNull().default('en_cola'),
    total: integer().notNull().default(0),
    hechas: integer().notNull().default(0),
    errores: integer().notNull().default(0),
    resultado: jsonb().$type<Record<string, number>>().notNull().default({}),
    pedido_por: rowId()
      .notNull()
      .references(() => usuarios.id),
    /** Made by the form, so that a repeated request finds the first one's job. */
    envio: uuid().notNull().unique('trabajos_envio'),
    /** The dry run that it carries out, once. */
    id_informe: rowId()
      .references((): AnyPgColumn => trabajos.id, { onDelete: 'set null' })
      .unique('trabajos_informe'),
    creado_en: instant().notNull().default(sql`now()`),
    terminado_en: instant(),
  },
  (t) => [
    index('trabajos_recientes').on(t.id_cliente, t.creado_en, t.id),
    index('trabajos_de_persona').on(t.pedido_por, t.creado_en),
    check(
      'trabajos_estado',
      sql`${t.estado} IN ('en_cola', 'en_curso', 'terminado', 'con_errores', 'cancelado', 'fallido')`,
    ),
    check('trabajos_terminado', sql`(${t.estado} IN ('en_cola', 'en_curso')) = (${t.terminado_en} IS NULL)`),
    check('trabajos_hechas', sql`${t.hechas} BETWEEN 0 AND ${t.total} AND ${t.errores} BETWEEN 0 AND ${t.hechas}`),
  ],
)

/** A row is marked in the transaction of its effect, so that a repeated delivery goes on with the others. */
export const trabajo_filas = pgTable(
  'trabajo_filas',
  {
    id_trabajo: rowId()
      .notNull()
      .references(() => trabajos.id, { onDelete: 'cascade' }),
    fila: integer().notNull(),
    datos: jsonb().notNull(),
    estado: text().$type<'pendiente' | 'hecha' | 'error'>().notNull().default('pendiente'),
    mensaje: text(),
    /** What its type wants to read later. */
    resultado: jsonb(),
  },
  (t) => [
    primaryKey({ columns: [t.id_trabajo, t.fila] }),
    index('filas_por_hacer').on(t.id_trabajo, t.fila).where(sql`${t.estado} = 'pendiente'`),
    index('filas_con_error').on(t.id_trabajo, t.fila).where(sql`${t.estado} = 'error'`),
    check('trabajo_filas_estado', sql`${t.estado} IN ('pendiente', 'hecha', 'error')`),
    check('trabajo_filas_mensaje', sql`(${t.estado} = 'error') = (${t.mensaje} IS NOT NULL)`),
  ],
)
