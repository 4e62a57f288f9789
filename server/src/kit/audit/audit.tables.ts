import type { AuditEntry } from '@campus/contract/audit'
import { sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'

/** Append-only by triggers for two years; no foreign keys, so that an entry outlives what it describes. */
export const auditoria = pgTable(
  'auditoria',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    fecha: instant().notNull().default(sql`now()`),
    id_cliente: rowId(),
    id_usuario: rowId(),
    accion: text().$type<AuditEntry['accion']>().notNull(),
    sobre: rowId(),
    objeto: text(),
    detalle: jsonb().$type<AuditEntry['detalle']>().notNull().default({}),
    direccion: text(),
    solicitud: text(),
  },
  (t) => [
    index('auditoria_de_marca').on(t.id_cliente, t.id),
    index('auditoria_por_accion').on(t.id_cliente, t.accion, t.id),
    index('auditoria_de_usuario').on(t.id_usuario, t.id),
    index('auditoria_sobre').on(t.sobre, t.id),
    index('auditoria_de_objeto').on(t.objeto, t.id),
    index('auditoria_por_fecha').on(t.fecha),
  ],
)
