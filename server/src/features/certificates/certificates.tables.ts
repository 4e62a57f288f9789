import { sql } from 'drizzle-orm'
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { decimal, instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos, modulos } from '../catalogue/catalogue.tables.ts'
import type { PrintedContent } from './contents.ts'

/** Names, hours, contents and dates are copied at issue, so that the document stays true when the course changes. */
export const certificados = pgTable(
  'certificados',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    /** Set for module certificates too. */
    id_curso: rowId()
      .notNull()
      .references(() => cursos.id),
    id_modulo: rowId().references(() => modulos.id),
    codigo_certificado: text().notNull().unique(),
    alumno: text().notNull(),
    curso: text().notNull(),
    modulo: text(),
    /** Best percentage. */
    nota: decimal().notNull(),
    horas: decimal().notNull(),
    /** The lessons' minutes, apart from the academy's hours. */
    minutos: integer().notNull().default(0),
    contenidos: jsonb().$type<PrintedContent[]>().notNull().default([]),
    fecha_emision: instant().notNull().default(sql`now()`),
    fecha_inicio: date({ mode: 'string' }).notNull(),
    fecha_fin: date({ mode: 'string' }).notNull(),
    estado: text().$type<'vigente' | 'revocado'>().notNull().default('vigente'),
    fecha_revocacion: instant(),
    motivo_revocacion: text(),
    /** One revoked by a refund returns with the payment, one by a lowered grade when it is earned again. */
    causa_revocacion: text().$type<'academia' | 'devolucion' | 'correccion'>(),
  },
  (t) => [
    uniqueIndex('certificados_modulo').on(t.id_usuario, t.id_modulo).where(sql`${t.id_modulo} IS NOT NULL`),
    uniqueIndex('certificados_curso').on(t.id_usuario, t.id_curso).where(sql`${t.id_modulo} IS NULL`),
    index('certificados_por_usuario').on(t.id_usuario, t.fecha_emision),
    check('certificados_codigo', sql`${t.codigo_certificado} ~ '^CERT-[A-Z]{9}$'`),
    check('certificados_nota', sql`${t.nota} >= 0 AND ${t.nota} <= 100`),
    check('certificados_minutos', sql`${t.minutos} >= 0`),
    check('certificados_estado', sql`${t.estado} IN ('vigente', 'revocado')`),
    check(
      'certificados_revocacion',
      sql`num_nonnulls(${t.fecha_revocacion}, ${t.motivo_revocacion}, ${t.causa_revocacion}) = CASE ${t.estado} WHEN 'revocado' THEN 3 ELSE 0 END`,
    ),
    check('certificados_causa', sql`${t.causa_revocacion} IN ('academia', 'devolucion', 'correccion')`),
    check('certificados_fechas', sql`${t.fecha_fin} >= ${t.fecha_inicio}`),
  ],
)
