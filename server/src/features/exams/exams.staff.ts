import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Identity } from '../../platform/http/http.ts'
import { cursos } from '../catalogue/catalogue.tables.ts'
import { coursesInScope } from '../catalogue/catalogue.ts'

/** The joined course is one that the caller grades. */
export const inGradedCourse = (identity: Identity): SQL | undefined =>
  and(eq(cursos.id_cliente, identity.id_cliente), coursesInScope(identity, 'calificar', sql`${cursos.id}`))
