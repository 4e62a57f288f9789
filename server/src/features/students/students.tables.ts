import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import { instant, rowId } from '../../platform/db/database.ts'
import { usuarios } from '../accounts/accounts.tables.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'

/** What staff write down about a student; staff alone read it, and the student in the copy of their data. */
export const notas_alumno = pgTable(
  'notas_alumno',
  {
    id: rowId().primaryKey().generatedAlwaysAsIdentity(),
    id_usuario: rowId()
      .notNull()
      .references(() => usuarios.id),
    texto: text().notNull(),
    /** Contacted for being at risk in it. */
    id_curso: rowId().references(() => cursos.id, { onDelete: 'set null' }),
    por: rowId()
      .notNull()
      .references(() => usuarios.id),
    creada_en: instant().notNull().default(sql`now()`),
    /** Made by the form: sent again, it is the same note. */
    envio: uuid().notNull(),
  },
  (t) => [
    unique('notas_alumno_envio').on(t.por, t.envio),
    index('notas_alumno_por_usuario').on(t.id_usuario, t.creada_en, t.id),
    index('notas_alumno_contacto').on(t.id_curso, t.id_usuario, t.creada_en).where(sql`${t.id_curso} IS NOT NULL`),
    check('notas_alumno_texto', sql`length(${t.texto}) BETWEEN 1 AND 2000`),
  ],
)
