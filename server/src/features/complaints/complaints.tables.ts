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
import { instant } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { clientes } from '../brands/brands.tables.ts'

/** The last number of each brand's book and year: its row is locked while a sheet is written, so numbers have no gaps. */
export const libros_reclamaciones = pgTable(
  'libros_reclamaciones',
  {
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    anio: integer().notNull(),
    ultimo: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.id_cliente, t.anio] })],
)

/** Sheets of the complaints book (Anexo I of DS 011-2011-PCM). A trigger refuses deleting and every change but the answer. */
export const reclamos = pgTable(
  'reclamos',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    id_cliente: integer()
      .notNull()
      .references(() => clientes.id),
    anio: integer().notNull(),
    numero: integer().notNull(),
    /** What the browser made for this form: sent twice, it is one sheet. */
    envio: uuid().notNull().unique(),
    /** Opens the sheet's PDF to who wrote it. */
    clave: uuid().notNull().unique(),
    /** The provider as it was on that day: name, RUC, address. */
    proveedor: jsonb().$type<{ razon_social: string; ruc: string; direccion: string; nombre: string }>().notNull(),
    tipo: text().$type<'reclamo' | 'queja'>().notNull(),
    nombres: text().notNull(),
    apellidos: text().notNull(),
    tipo_documento: text().$type<'DNI' | 'CE' | 'Pasaporte' | 'RUC'>().notNull(),
    numero_documento: text().notNull(),
    domicilio: text().notNull(),
    telefono: text().notNull().default(''),
    correo: text().notNull(),
    /** Whether a copy goes there: no more than three an hour to one mailbox, which may be a stranger's. */
    copia: boolean().notNull().default(true),
    /** Parent or guardian, when the consumer is a minor. */
    apoderado: text(),
    bien: text().$type<'producto' | 'servicio'>().notNull(),
    bien_descripcion: text().notNull(),
    monto_centimos: integer(),
    detalle: text().notNull(),
    pedido: text().notNull(),
    canal_respuesta: text().$type<'correo' | 'domicilio'>().notNull(),
    creado_en: instant().notNull().default(sql`now()`),
    /** Last day to answer: 15 business days. */
    vence: date({ mode: 'string' }).notNull(),
    respuesta: text(),
    respondido_en: instant(),
    respondido_por: integer().references(() => usuarios.id),
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
