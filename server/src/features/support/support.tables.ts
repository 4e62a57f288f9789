import type { SupportTopic } from '@campus/contract/support-topics'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, rowId, sentOnce } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

export const tickets_soporte = pgTable(
  'tickets_soporte',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    numero: integer().notNull(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    tema: text().$type<SupportTopic>().notNull().default('otro'),
    mensaje: text().notNull(),
    estado: text().$type<'abierto' | 'respondido' | 'cerrado'>().notNull().default('abierto'),
    respuesta: text(),
    fecha: instant().notNull().default(sql`now()`),
    fecha_respuesta: instant(),
    envio: uuid(),
  },
  (t) => [
    sentOnce('tickets_envio', t),
    unique('tickets_numero').on(t.id_cliente, t.numero),
    index('tickets_de_usuario').on(t.id_usuario, t.fecha),
    index('tickets_de_marca').on(t.id_cliente, t.estado, t.numero),
    check('tickets_estado', sql`${t.estado} IN ('abierto', 'respondido', 'cerrado')`),
    check('tickets_tema', sql`${t.tema} IN ('curso', 'evaluacion', 'pago', 'cuenta', 'otro')`),
    check('tickets_mensaje', sql`length(${t.mensaje}) >= 10`),
  ],
)
