import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import type { PaymentStatus } from './gateway.ts'
import { ordenes } from './orders.tables.ts'

/** How a refund that is asked of the sandbox goes wrong: refused, done without an answer, done or refused after its answer. */
export type RefundFailure = 'rechazo' | 'sin_respuesta' | 'tarde' | 'rechazo_tarde'

/** As last read from the gateway; no figure reads it. */
export const pagos = pgTable(
  'pagos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    pasarela: text().notNull(),
    id_pago: text().notNull(),
    id_orden: rowId()
      .notNull()
      .references(() => ordenes.id),
    /** The instalment that it is for; null for the whole order. */
    cuota: integer(),
    estado: text().$type<PaymentStatus>().notNull(),
    detalle: text(),
    monto_centimos: integer().notNull(),
    /** Paid back so far. */
    devuelto_centimos: integer().notNull().default(0),
    moneda: text().notNull(),
    /** Id of the card or wallet at the gateway. */
    medio: text(),
    real: boolean().notNull(),
    actualizado_en: instant().notNull().default(sql`now()`),
  },
  (t) => [
    unique('pagos_uno').on(t.pasarela, t.id_pago),
    index('pagos_de_orden').on(t.id_orden),
    check('pagos_devuelto', sql`${t.devuelto_centimos} BETWEEN 0 AND greatest(${t.monto_centimos}, 0)`),
  ],
)

/** Gateway notifications, stored once and processed by a job. */
export const eventos_pago = pgTable(
  'eventos_pago',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    pasarela: text().notNull(),
    clave: text().notNull(),
    id_pago: text().notNull(),
    cuerpo: jsonb().notNull(),
    recibido_en: instant().notNull().default(sql`now()`),
    /** No longer written: a release after all copies run this one drops it, with its index. */
    procesado_en: instant(),
  },
  (t) => [
    unique('eventos_una_vez').on(t.pasarela, t.clave),
    index('eventos_de_pago').on(t.id_pago),
    index('eventos_por_fecha').on(t.recibido_en),
  ],
)

/** Payments of the sandbox, on the side of the gateway. */
export const pagos_de_prueba = pgTable(
  'pagos_de_prueba',
  {
    id: text().primaryKey(),
    referencia: text().notNull(),
    estado: text().$type<PaymentStatus>().notNull(),
    detalle: text(),
    monto_centimos: integer().notNull(),
    devuelto_centimos: integer().notNull().default(0),
    /** What the next refund that is asked of it does, as real ones may. */
    falla: text().$type<RefundFailure>(),
    creado_en: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [index('pagos_de_prueba_por_referencia').on(t.referencia)],
)

/** Refunds of the sandbox, on the side of the gateway; one for each `clave`. */
export const devoluciones_de_prueba = pgTable(
  'devoluciones_de_prueba',
  {
    id: text().primaryKey(),
    id_pago: text()
      .notNull()
      .references(() => pagos_de_prueba.id),
    clave: text(),
    centimos: integer().notNull(),
    /** Refused, once its moment comes. */
    rechazada: boolean().notNull().default(false),
    creado_en: instant().notNull().default(sql`clock_timestamp()`),
  },
  (t) => [unique('devoluciones_de_prueba_una').on(t.id_pago, t.clave)],
)
