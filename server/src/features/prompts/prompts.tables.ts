import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

export const temas_prompt = pgTable(
  'temas_prompt',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    nombre: text().notNull(),
    descripcion: text().notNull().default(''),
    orden: integer().notNull().default(0),
    estado: integer().notNull().default(1),
    /** Of the form that made it, so that a repeated request makes no second one. */
    envio: uuid(),
  },
  (t) => [unique('temas_envio').on(t.id_cliente, t.envio), check('temas_estado', sql`${t.estado} IN (0, 1)`)],
)

/** `variable` is the placeholder of the answer in the templates. */
export const preguntas_prompt = pgTable(
  'preguntas_prompt',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_tema: rowId()
      .notNull()
      .references(() => temas_prompt.id, { onDelete: 'cascade' }),
    texto: text().notNull(),
    tipo: text().$type<'abierta' | 'opcion'>().notNull(),
    variable: text().notNull(),
    orden: integer().notNull(),
  },
  (t) => [
    unique('preguntas_variable').on(t.id_tema, t.variable),
    check('preguntas_prompt_tipo', sql`${t.tipo} IN ('abierta', 'opcion')`),
    check('preguntas_prompt_variable', sql`${t.variable} ~ '^[a-z][a-z0-9_]{0,39}$'`),
  ],
)

export const opciones_prompt = pgTable(
  'opciones_prompt',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_pregunta: rowId()
      .notNull()
      .references(() => preguntas_prompt.id, { onDelete: 'cascade' }),
    texto: text().notNull(),
    orden: integer().notNull(),
  },
  (t) => [unique('opciones_prompt_orden').on(t.id_pregunta, t.orden)],
)

/** With `{{variable}}` placeholders. */
export const plantillas_prompt = pgTable(
  'plantillas_prompt',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_tema: rowId()
      .notNull()
      .references(() => temas_prompt.id, { onDelete: 'cascade' }),
    orden: integer().notNull(),
    titulo: text().notNull(),
    contenido: text().notNull(),
  },
  (t) => [unique('plantillas_orden').on(t.id_tema, t.orden), check('plantillas_tres', sql`${t.orden} BETWEEN 1 AND 3`)],
)

export const prompts_generados = pgTable(
  'prompts_generados',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id, { onDelete: 'cascade' }),
    id_tema: rowId()
      .notNull()
      .references(() => temas_prompt.id),
    respuestas: jsonb().$type<Record<string, string>>().notNull(),
    resultados: jsonb().$type<{ titulo: string; contenido_generado: string }[]>().notNull(),
    creado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [index('prompts_de_usuario').on(t.id_usuario, t.id)],
)
