import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

/** The row is locked while a sheet is written, so that numbers have no gaps. */
export const libros_reclamaciones = pgTable(
  'libros_reclamaciones',
  {
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    anio: integer().notNull(),
    ultimo: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_cliente, t.anio] })],
)

/** A trigger rejects deletes and every change but the answer (Anexo I of DS 011-2011-PCM). */
export const reclamos = pgTable(
  'reclamos',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: rowId()
      .notNull()
      .references(() => clientes.id),
    anio: integer().notNull(),
    numero: integer().notNull(),
    /** Idempotency key made by the browser. */
    envio: uuid().notNull().unique(),
    /** Secret in the URL of the sheet's PDF. */
    clave: uuid().notNull().unique(),
    /** A copy of the provider's data on that day. */
    proveedor: jsonb().$type<{ razon_social: string; ruc: string; direccion: string; nombre: string }>().notNull(),
    tipo: text().$type<'reclamo' | 'queja'>().notNull(),
    nombres: text().notNull(),
    apellidos: text().notNull(),
    tipo_documento: text().$type<'DNI' | 'CE' | 'Pasaporte' | 'RUC'>().notNull(),
    numero_documento: text().notNull(),
    domicilio: text().notNull(),
    telefono: text().notNull().default(''),
    correo: text().notNull(),
    /** Whether a copy is mailed: at most three per hour and mailbox, which may be a stranger's. */
    copia: boolean().notNull().default(true),
    apoderado: text(),
    bien: text().$type<'producto' | 'servicio'>().notNull(),
    bien_descripcion: text().notNull(),
    monto_centimos: integer(),
    detalle: text().notNull(),
    pedido: text().notNull(),
    canal_respuesta: text().$type<'correo' | 'domicilio'>().notNull(),
    creado_en: instant().notNull().default(sql`now()`),
    vence: date({ mode: 'string' }).notNull(),
    respuesta: text(),
    respondido_en: instant(),
    respondido_por: rowId().references(() => usuarios.id),
  },
  (t) => [
    unique('reclamos_numero').on(t.id_cliente, t.anio, t.numero),
    index('reclamos_por_responder').on(t.id_cliente, t.vence).where(sql`${t.respondido_en} IS NULL`),
    index('reclamos_recientes').on(t.id_cliente, t.id),
    check('reclamos_tipo', sql`${t.tipo} IN ('reclamo', 'queja')`),
    check('reclamos_bien', sql`${t.bien} IN ('producto', 'servicio')`),
    check('reclamos_documento', sql`${t.tipo_documento} IN ('DNI', 'CE', 'Pasaporte', 'RUC')`),
    check('reclamos_canal', sql`${t.canal_respuesta} IN ('correo', 'domicilio')`),
    check('reclamos_monto', sql`${t.monto_centimos} IS NULL OR ${t.monto_centimos} >= 0`),
    check('reclamos_numero_positivo', sql`${t.numero} >= 1`),
    check('reclamos_respuesta', sql`(${t.respuesta} IS NULL) = (${t.respondido_en} IS NULL)`),
  ],
)
